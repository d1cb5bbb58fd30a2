import { type ts } from 'ts-morph';
import type { NamedSplit } from './naming.ts';
import type { Edit } from '../finding.ts';
import { wholeLines } from './change-edits.ts';
import { literalWith, textWith } from './literal.ts';
import { replacing } from './make-edits.ts';

/** When the metadata call is made; undefined where it always is. */
export interface Guard {
  readonly condition: string;
  /** The name for what the general call returned, which is the result where there is no other. */
  readonly result: string;
}

/** The params of the two calls. */
export interface Halves {
  /** What they take the place of. */
  readonly node: ts.Expression;
  /** Undefined where nothing general is left. */
  readonly general: string | undefined;
  readonly metadata: string;
  readonly guard: Guard | undefined;
  /** Edits outside of the statement of the call. */
  readonly elsewhere: readonly Edit[];
}

export function halvesOf({ site, params }: NamedSplit, inner: readonly Edit[]): Halves {
  const { text } = site.call.getSourceFile();
  switch (params.kind) {
    case 'literal': {
      const { literal, elements } = params;
      const metadata = new Set<ts.Node>(elements.filter(({ kind }) => kind !== 'general').map(({ node }) => node));
      const hasGeneral = metadata.size < elements.length;
      return {
        node: literal,
        general: hasGeneral ? literalWith(literal, (element) => !metadata.has(element), true, inner) : undefined,
        metadata: literalWith(literal, (element) => metadata.has(element), !hasGeneral, inner),
        guard: undefined,
        elsewhere: [],
      };
    }
    case 'extracted': {
      const { literal, elements, assignments } = params;
      const metadata = new Set<ts.Node>(elements.filter(({ kind }) => kind !== 'general').map(({ node }) => node));
      const assigned = assignments.map(({ field, value }) => `${field}: ${textWith(value, inner)}`);
      const general = literalWith(literal, (element) => !metadata.has(element), true, inner);
      return {
        node: site.params,
        general: site.params.getText(),
        metadata: literalWith(literal, (element) => metadata.has(element), false, inner, assigned),
        guard: undefined,
        elsewhere: [
          ...(metadata.size === 0 ? [] : [narrowed(replacing(literal, general), text)]),
          ...assignments.map(({ statement }) => wholeLines(statement)),
        ],
      };
    }
    case 'run-time': {
      const { fields, rest, guardResult, leavesOut } = params;
      // The one field that a guard asks for is set, and so is the one that the browser's method demands.
      const isSet = fields.length === 1 && (guardResult !== undefined || site.surface === 'frontend');
      const members = fields.map(({ field, name }) => {
        const member = field === name ? field : `${field}: ${name}`;
        return leavesOut && !isSet ? `...(${name} !== undefined && { ${member} })` : member;
      });
      return {
        node: site.params,
        general: rest,
        metadata: `{ ${members.join(', ')} }`,
        guard:
          guardResult === undefined
            ? undefined
            : { condition: fields.map(({ name }) => `${name} !== undefined`).join(' || '), result: guardResult },
        elsewhere: [],
      };
    }
  }
}

/** The same edit without what it leaves as it is at either end: another call may stand there. */
function narrowed({ start, end, text: replacement }: Edit, text: string): Edit {
  const original = text.slice(start, end);
  const shorter = Math.min(original.length, replacement.length);
  let before = 0;
  while (before < shorter && original[before] === replacement[before]) before += 1;
  let behind = 0;
  while (
    behind < shorter - before &&
    original[original.length - 1 - behind] === replacement[replacement.length - 1 - behind]
  )
    behind += 1;
  return { start: start + before, end: end - behind, text: replacement.slice(before, replacement.length - behind) };
}
