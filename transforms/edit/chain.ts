import type { Layout } from './layout.ts';
import type { TwoCalls } from './split-texts.ts';

/** The two calls as one expression. */
export function chainOf({ general, metadata, guard }: TwoCalls, { newline, indent, unit }: Layout): string {
  if (general === undefined) return metadata;
  if (guard === undefined) return `${general}.then(() => ${metadata})`;
  const [one, two] = [`${newline}${indent}${unit}`, `${newline}${indent}${unit}${unit}`];
  return `${general}.then((${guard.result}) =>${one}${guard.condition}${two}? ${metadata}${two}: ${guard.result},${newline}${indent})`;
}
