import type { Category, Failure } from './examine.ts';

interface Family {
  readonly category: Category;
  readonly role: string;
}

/** What the sweep found and nobody has mended yet. It is said with the table, and doesn't count as a failure. */
const KNOWN: readonly Family[] = [
  // `const { unsafeMetadata, ...rest } = box[0]!`: the frontend's `rest` can hold no metadata that could be written, whatever it comes from.
  { category: 'second run not silent', role: 'the params, by their whole type' },
  // The type of what holds the params makes them optional.
  { category: "output doesn't type-check", role: 'the params, by their whole type' },
  // `(await Promise.resolve(params).then((value) => value))`
  { category: 'needless finding', role: 'the params, none of them metadata' },
];

/** Whether a failure is of a family that is known. */
export function isKnown({ category, program: { role } }: Failure): boolean {
  return KNOWN.some((family) => family.category === category && family.role === role);
}
