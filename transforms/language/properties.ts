import { ts } from 'ts-morph';
import { accessOf, nameText, isAccess, takenName } from '../syntax.ts';
import { walk } from '../tree.ts';
import { COMPUTED } from './scope.ts';
import { memoize } from '../memoize.ts';

/** Where a file names a property. */
export interface NamedProperty {
  /** `object.name`, `object['name']`, written or read. */
  readonly accesses: readonly AccessNode[];
  /** `{ name: local }`, `{ name }` in patterns. */
  readonly taken: readonly ts.BindingElement[];
  /** What classes, literals and markup declare with that name. */
  readonly members: readonly MemberNode[];
  /** Texts that are the name. */
  readonly texts: readonly ts.StringLiteralLike[];
}

type AccessNode = ts.PropertyAccessExpression | ts.ElementAccessExpression;
export type MemberNode =
  ts.ClassElement | ts.ParameterPropertyDeclaration | ts.ObjectLiteralElementLike | ts.JsxAttribute;

const NOWHERE: NamedProperty = { accesses: [], taken: [], members: [], texts: [] };

/**
 * Where a file names a property, whatever object that is of.
 *
 * @param name {@link COMPUTED} for members whose name isn't written
 */
export function propertiesNamed(name: string, source: ts.SourceFile): NamedProperty {
  return allProperties(source).get(name) ?? NOWHERE;
}

/** All accessors of a file. */
export const accessorsOfFile = memoize((source: ts.SourceFile): readonly ts.AccessorDeclaration[] =>
  [...allProperties(source).values()].flatMap(({ members }) => members.filter((node) => ts.isAccessor(node))),
);

const allProperties = memoize(findProperties);

function findProperties(source: ts.SourceFile): ReadonlyMap<string, NamedProperty> {
  const all = new Map<
    string,
    { accesses: AccessNode[]; taken: ts.BindingElement[]; members: MemberNode[]; texts: ts.StringLiteralLike[] }
  >();
  const named = (name = COMPUTED) => {
    const found = all.get(name) ?? { accesses: [], taken: [], members: [], texts: [] };
    all.set(name, found);
    return found;
  };
  walk(source, (node) => {
    if (isAccess(node)) {
      const name = accessOf(node)?.name;
      if (name !== undefined) named(name).accesses.push(node);
    } else if (ts.isBindingElement(node)) named(takenName(node)).taken.push(node);
    else if (isMember(node)) named(nameOf(node)).members.push(node);
    if (ts.isStringLiteralLike(node)) named(node.text).texts.push(node);
    return undefined;
  });
  return all;
}

function isMember(node: ts.Node): node is MemberNode {
  if (ts.isSpreadAssignment(node)) return false;
  return (
    ts.isClassElement(node) ||
    ts.isObjectLiteralElementLike(node) ||
    ts.isJsxAttribute(node) ||
    (ts.isParameter(node) && ts.isParameterPropertyDeclaration(node, node.parent))
  );
}

function nameOf({ name }: MemberNode): string | undefined {
  return name !== undefined && ts.isJsxNamespacedName(name) ? name.getText() : nameText(name);
}
