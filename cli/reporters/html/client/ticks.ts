import type { Item } from './model.ts';

const STORE = 'clerk-metadata-codemod:reviewed';

/** Which findings have been looked at, kept in this browser. */
export interface Ticks {
  readonly has: (item: Item) => boolean;
  /** Whether it was ticked with another rewrite than it has now. */
  readonly isOutdated: (item: Item) => boolean;
  readonly set: (item: Item, ticked: boolean) => void;
  /** False where the browser keeps nothing for such pages: the ticks go with the page. */
  readonly kept: boolean;
  /** Calls back when another tab has changed them. */
  readonly onChange: (listener: () => void) => void;
}

type Stored = Record<string, string>;

export function openTicks(): Ticks {
  let kept = true;
  let memory: Stored = {};
  const load = (): Stored => {
    try {
      const value: unknown = JSON.parse(localStorage.getItem(STORE) ?? '{}');
      return typeof value === 'object' && value !== null ? (value as Stored) : {};
    } catch {
      return memory;
    }
  };
  const save = (value: Stored): void => {
    memory = value;
    try {
      localStorage.setItem(STORE, JSON.stringify(value));
    } catch {
      kept = false;
    }
  };
  memory = load();
  save(memory);
  return {
    has: (item) => memory[item.key] === item.digest,
    isOutdated: (item) => memory[item.key] !== undefined && memory[item.key] !== item.digest,
    set: (item, ticked) => {
      // Another tab may have ticked something meanwhile.
      const current = kept ? load() : memory;
      const others = Object.entries(current).filter(([key]) => key !== item.key);
      save(Object.fromEntries(ticked ? [...others, [item.key, item.digest]] : others));
    },
    get kept() {
      return kept;
    },
    onChange: (listener) => {
      addEventListener('storage', (event) => {
        if (event.key !== STORE && event.key !== null) return;
        memory = load();
        listener();
      });
    },
  };
}
