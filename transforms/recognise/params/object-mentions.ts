import { ts } from 'ts-morph';
import { declaredBy } from '../../flow/declared.ts';
import { isEvaluatedBefore } from '../../flow/order.ts';
import { originOf } from '../../flow/origins.ts';
import { isWriteTarget, type Binding } from '../../language/scope.ts';
import { unwrap } from '../../syntax.ts';
import { containerOf, contains, loopsAround } from '../../tree.ts';
import type { Question, View } from './question.ts';

/** Where an object is mentioned under one of its names, beside the mention that led here and what is asked about. */
export function mentionsOf(binding: Binding, view: View, from?: ts.Identifier): readonly Question[] {
  return binding.references
    .filter((reference) => reference !== from && !isBeside(reference, binding, view) && !isWriteTarget(reference))
    .map((node) => ({ about: 'mention', node, view }));
}

function isBeside(reference: ts.Node, binding: Binding, { use, path }: View): boolean {
  if (use === undefined) return false;
  // What stands around the mention may change the object just before it is used: `(params.name = name, params)`.
  return reference === unwrap(use) || (path.length === 0 && isMadeBeside(use, binding) && isBehind(reference, use));
}

/**
 * Whether a variable holds an object that each run of the function makes anew, where it is used: what is done to it
 * afterwards meets no later use.
 */
function isMadeBeside(use: ts.Node, { declaration, writes }: Binding): boolean {
  if (declaration === undefined || writes.length > 0 || containerOf(declaration) !== containerOf(use)) return false;
  const declared = declaredBy(declaration);
  if (declared.kind === 'rest') return ts.isVariableDeclaration(declared.of);
  return declared.kind === 'value' && originOf(declared.of).kind === 'object';
}

/**
 * Whether a mention is reached only after the use is over: further down in the same function, and in no loop with it.
 */
function isBehind(reference: ts.Node, use: ts.Node): boolean {
  return (
    reference.pos >= use.end &&
    containerOf(reference) === containerOf(use) &&
    !isEvaluatedBefore(reference, use) &&
    !loopsAround(use).some((loop) => contains(loop, reference))
  );
}
