import { styleText } from 'node:util';

const NAMES = ['bold', 'dim', 'underline', 'red', 'green', 'yellow', 'cyan'] as const;

/** Each puts its style around a text. */
export type Colors = Readonly<Record<(typeof NAMES)[number], (text: string) => string>>;

/** @param wanted false: the texts stay as they are */
export function createColors(wanted: boolean): Colors {
  // Whether styles are wanted is known already, of an output that need not be a stream.
  const paint =
    (name: (typeof NAMES)[number]) =>
    (text: string): string =>
      wanted ? styleText(name, text, { validateStream: false }) : text;
  return Object.fromEntries(NAMES.map((name) => [name, paint(name)])) as unknown as Colors;
}
