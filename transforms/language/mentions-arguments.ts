import { ts } from 'ts-morph';
import { someIn } from '../tree.ts';
import { memoize } from '../memoize.ts';

/** Whether a function may see what it is given by `arguments`, and not only by its parameters. */
export function mentionsArguments(fn: ts.SignatureDeclaration): boolean {
  if (ts.isArrowFunction(fn)) return false;
  return namesArguments(fn);
}

const namesArguments = memoize((node: ts.Node): boolean =>
  someIn(node, (inner) => ts.isIdentifier(inner) && inner.text === 'arguments'),
);
