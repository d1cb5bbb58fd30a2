import { ts } from 'ts-morph';
import { useOf } from '../../../flow/uses.ts';
import { isGivenByHook, isHandlerName, reactFunction } from '../../../language/react.ts';
import type { Unit } from '../../../language/unit.ts';
import { accessOf, elementsOf, takenName } from '../../../syntax.ts';

/** A property that is read; by no name of its own where all of them are handed on. */
export interface Property {
  readonly name: string | undefined;
  readonly read: ts.Expression;
}

/** Where properties are read: by their own names, or off what has all of them. */
export function propertiesIn(name: ts.BindingName, unit: Unit): readonly Property[] {
  if (!ts.isIdentifier(name))
    return elementsOf(name).flatMap((element) => {
      if (element.dotDotDotToken !== undefined) return propertiesIn(element.name, unit);
      const references = unit.scope.bindingOf(element.name)?.references ?? [];
      return references.map((read) => ({ name: takenName(element), read }));
    });
  const references = unit.scope.bindingOf(name)?.references ?? [];
  return references.flatMap((mention): readonly Property[] => {
    const use = useOf(mention);
    if (use.kind === 'name' && !ts.isIdentifier(use.name)) return propertiesIn(use.name, unit);
    const isPart = use.kind === 'part' || use.kind === 'method';
    return [isPart ? { name: accessOf(use.access)?.name, read: use.access } : { name: undefined, read: mention }];
  });
}

/**
 * Where functions are read that a hook of a package gives for an object with functions of its own, any of which they may
 * call: `const { mutate } = useMutation({ mutationFn })`. What is called for events isn't called by them.
 *
 * @param name the property that has the function
 */
export function givenByHookFor(name: string | undefined, options: ts.Node, unit: Unit): readonly ts.Expression[] {
  const use = ts.isExpression(options) ? useOf(options) : undefined;
  if (use?.kind !== 'argument' || !ts.isCallExpression(use.call)) return [];
  if (!isGivenByHook(use.call) || reactFunction(use.call, unit) !== undefined || isHandlerName(name ?? '')) return [];
  const given = useOf(use.call);
  const reads = given.kind === 'name' ? propertiesIn(given.name, unit).map(({ read }) => read) : [];
  // What is only read on from is no function.
  return reads.filter((read) => !['part', 'method'].includes(useOf(read).kind));
}
