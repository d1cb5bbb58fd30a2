import type { ts } from 'ts-morph';
import { memberOfWritten, saysNothing, type WrittenType } from '../../language/written-type.ts';
import type { View } from './question.ts';
import type { Place } from './source.ts';

/** A type that is written for an object, as far as it says anything of it, and the view from behind it. */
export function lookBehind(
  type: ts.TypeNode | undefined,
  view: View,
): { readonly types: readonly Place[]; readonly view: View } {
  if (type === undefined || saysNothing(type)) return { types: [], view };
  const { unit } = view;
  let written: WrittenType | undefined = { node: type, unit, optional: false };
  for (const name of view.path) written = written === undefined ? undefined : memberOfWritten(written, name);
  return {
    types:
      written === undefined
        ? []
        : [{ kind: 'typed', type: { node: written.node, unit: written.unit, isOptional: written.optional } }],
    view: { ...view, isTyped: true },
  };
}
