import { ts } from 'ts-morph';
import { isPackage } from '../language/foreign-types.ts';
import type { Unit } from '../language/unit.ts';
import { declarationAround, isAccess, isCall, unwrap } from '../syntax.ts';
import { definitionOf, type Definition, type Placed } from './definitions.ts';

/**
 * What defines something, or what gives it, or has it as a member, in whichever file: a package's export, a global, a
 * declaration. Undefined where that may be another one, and for what the repository makes itself.
 */
export function makerOf(expression: ts.Expression, unit: Unit): Definition | undefined {
  const last = stepsToMaker(expression, unit).at(-1);
  return last?.isSure === true && last.kind !== 'expression' ? last : undefined;
}

/** What leads from something to its maker, that included: each is a member of the next, or is made by it. */
export function stepsToMaker(expression: ts.Expression, unit: Unit): readonly Definition[] {
  const steps: Definition[] = [];
  const seen = new Set<ts.Node>();
  for (let at: Placed | undefined = { node: unwrap(expression), unit }; at !== undefined && !seen.has(at.node);) {
    seen.add(at.node);
    const definition: Definition = definitionOf(at.node, at.unit);
    steps.push(definition);
    const next = definition.isSure ? stepBack(definition) : undefined;
    at = next && { node: unwrap(next), unit: definition.unit };
  }
  return steps;
}

/** What a definition is a member of, or is made by. */
function stepBack(definition: Definition): ts.Expression | undefined {
  if (definition.kind === 'expression') {
    const { node } = definition;
    return isAccess(node) || isCall(node) ? node.expression : undefined;
  }
  if (definition.kind !== 'declaration' || hasDefault(definition.node)) return undefined;
  const whole = ts.isBindingElement(definition.node) ? declarationAround(definition.node) : undefined;
  return whole !== undefined && ts.isVariableDeclaration(whole) ? whole.initializer : undefined;
}

/** Whether a pattern may put something else in its place. */
function hasDefault(declaration: ts.Declaration): boolean {
  for (let node: ts.Node = declaration; ts.isBindingElement(node); node = node.parent.parent)
    if (node.initializer !== undefined) return true;
  return false;
}

/** The package that something comes from: it exports that, or what gives it, or what has it as a member. */
export function packageGiving(expression: ts.Expression, unit: Unit): string | undefined {
  const maker = makerOf(expression, unit);
  return maker?.kind === 'export' && isPackage(maker.specifier, maker.unit) ? maker.specifier : undefined;
}
