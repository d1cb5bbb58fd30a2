import { type Item, searchTextOf } from './model.ts';

export const VERDICTS = ['exact', 'review', 'manual', 'ignored'] as const;

export interface Facet {
  readonly key: string;
  readonly title: string;
  /** The values that there are, in the order they are shown in. */
  readonly values: readonly string[];
  readonly valuesOf: (item: Item) => readonly string[];
}

export interface Filters {
  readonly facets: readonly Facet[];
  /** The values asked for, by facet; an empty set asks for nothing. */
  readonly chosen: ReadonlyMap<string, Set<string>>;
  readonly search: (text: string) => void;
  readonly clear: () => void;
  readonly isActive: () => boolean;
  readonly apply: () => Item[];
  /** How many findings each value of a facet would show beside what the other facets ask for. */
  readonly countValues: (facet: Facet) => ReadonlyMap<string, number>;
}

export const REVIEWED = 'reviewed';
export const UNREVIEWED = 'not reviewed';
export const NO_REASON = 'no reason';

export function createFilters(items: readonly Item[], isReviewed: (item: Item) => boolean, merged: boolean): Filters {
  const byVerdict = [...VERDICTS];
  const all: Facet[] = [
    { key: 'verdict', title: 'Verdict', values: byVerdict, valuesOf: ({ finding }) => [finding.verdict] },
    {
      key: 'state',
      title: 'Review',
      values: [UNREVIEWED, REVIEWED],
      valuesOf: (item) => [isReviewed(item) ? REVIEWED : UNREVIEWED],
    },
    byAmount('surface', 'Surface', items, ({ finding }) => [finding.surface]),
    byAmount('kind', 'Kind', items, ({ finding }) => [finding.kind]),
    byAmount('reason', 'Reason', items, ({ codes }) => (codes.length === 0 ? [NO_REASON] : codes)),
    ...(merged ? [byAmount('repository', 'Repository', items, (item) => [item.repository])] : []),
    byAmount('package', 'Package', items, (item) => [item.package]),
  ];
  const facets = all.filter(({ key, values }) => values.length > 1 || key === 'surface' || key === 'reason');
  const chosen = new Map(facets.map(({ key }) => [key, new Set<string>()]));
  const texts = new Map<Item, string>();
  let words: string[] = [];

  const matchesText = (item: Item): boolean => {
    if (words.length === 0) return true;
    const text = texts.get(item) ?? searchTextOf(item);
    texts.set(item, text);
    return words.every((word) => text.includes(word));
  };
  const matches = (item: Item, except?: string): boolean =>
    facets.every(({ key, valuesOf }) => {
      const wanted = chosen.get(key);
      return (
        key === except || wanted === undefined || wanted.size === 0 || valuesOf(item).some((value) => wanted.has(value))
      );
    }) && matchesText(item);

  return {
    facets,
    chosen,
    search: (text) => {
      words = text
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== '');
    },
    clear: () => {
      words = [];
      for (const values of chosen.values()) values.clear();
    },
    isActive: () => words.length > 0 || [...chosen.values()].some(({ size }) => size > 0),
    apply: () => items.filter((item) => matches(item)),
    countValues: (facet) => {
      const amounts = new Map<string, number>();
      for (const item of items)
        if (matches(item, facet.key))
          for (const value of facet.valuesOf(item)) amounts.set(value, (amounts.get(value) ?? 0) + 1);
      return amounts;
    },
  };
}

function byAmount(
  key: string,
  title: string,
  items: readonly Item[],
  valuesOf: (item: Item) => readonly string[],
): Facet {
  const amounts = new Map<string, number>();
  for (const item of items) for (const value of valuesOf(item)) amounts.set(value, (amounts.get(value) ?? 0) + 1);
  const values = [...amounts]
    .sort((a, b) => Number(a[0] === NO_REASON) - Number(b[0] === NO_REASON) || b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([value]) => value);
  return { key, title, values, valuesOf };
}
