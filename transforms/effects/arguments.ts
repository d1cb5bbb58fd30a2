import { ts } from 'ts-morph';
import { walk } from '../syntax.ts';

const known = new WeakMap<ts.Node, boolean>();

/** Whether a function may see what it is given by `arguments`, and not only by its parameters. */
export function mentionsArguments(fn: ts.SignatureDeclaration): boolean {
  if (ts.isArrowFunction(fn)) return false;
  const found = known.get(fn) ?? hasName(fn, 'arguments');
  known.set(fn, found);
  return found;
}

function hasName(node: ts.Node, name: string): boolean {
  let found = false;
  walk(node, (inner) => {
    found ||= ts.isIdentifier(inner) && inner.text === name;
    return found ? 'skip' : undefined;
  });
  return found;
}
