import { ts } from 'ts-morph';
import { useOf } from '../../flow/uses.ts';
import { isGlobal } from '../../language/is-global.ts';
import { accessOf } from '../../syntax.ts';
import { nodesIn } from '../../tree.ts';
import type { Unit } from '../../language/unit.ts';

/** What a file has to say to get a module as a whole. */
export const LOADING = /\b(?:import|require)\s*\(|\*\s*as\b/;

/**
 * Whether a file hands on a module as a whole, or takes something out of it whose name isn't written: then what the
 * module exports is called by whichever name.
 *
 * @param fileName the module's
 */
export function isModuleHandedOn(fileName: string, home: Unit): boolean {
  const leadsThere = (specifier: ts.Node | undefined): boolean => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return false;
    const location = home.graph.project.resolveModule(specifier.text, home.fileName);
    return location.kind === 'file' && location.fileName === fileName;
  };
  return (
    nodesIn(home.source, ts.isNamespaceImport).some(
      ({ name, parent }) => leadsThere(parent.parent.moduleSpecifier) && isNameHandedOn(name, home),
    ) ||
    nodesIn(home.source, ts.isCallExpression).some((call) => {
      const { expression, arguments: given } = call;
      if (!leadsThere(given[0])) return false;
      if (expression.kind === ts.SyntaxKind.ImportKeyword) return isPromiseHandedOn(call, home);
      return isGlobal(expression, 'require', home) && isHandedOn(call, home);
    })
  );
}

function isPromiseHandedOn(promise: ts.Expression, home: Unit): boolean {
  const use = useOf(promise);
  return use.kind === 'awaited' ? isHandedOn(use.to, home) : use.kind !== 'asked';
}

/** Whether a module gets elsewhere than to names of what it exports. */
function isHandedOn(module: ts.Expression, home: Unit): boolean {
  const use = useOf(module);
  switch (use.kind) {
    case 'asked':
      return false;
    case 'part':
    case 'method':
      return accessOf(use.access) === undefined;
    case 'name':
      return ts.isObjectBindingPattern(use.name)
        ? use.name.elements.some(({ dotDotDotToken }) => dotDotDotToken !== undefined)
        : !ts.isIdentifier(use.name) || isNameHandedOn(use.name, home);
    default:
      return true;
  }
}

function isNameHandedOn(name: ts.Identifier, home: Unit): boolean {
  return home.scope.bindingOf(name)?.references.some((mention) => isHandedOn(mention, home)) !== false;
}
