import { ts } from 'ts-morph';
import { memberType } from '../../language/written-type.ts';
import type { Unit } from '../../language/unit.ts';
import { nameText, wrapped } from '../../syntax.ts';
import { evaluateType } from '../evaluator/evaluator.ts';

/**
 * Whether the type that is written for a literal, or for an object around it, lets it have a member of that name: it is
 * the SDK's, or it lists the member. Without a type, anything may have it.
 */
export function mayHaveMember(literal: ts.ObjectLiteralExpression, name: string, unit: Unit): boolean {
  const path = [name];
  for (let node: ts.Expression = literal; ;) {
    if (ts.isSatisfiesExpression(node.parent) && !allows(node.parent.type, path, unit)) return false;
    const outer = wrapped(node);
    const { parent } = outer;
    if (ts.isVariableDeclaration(parent) && parent.type !== undefined) return allows(parent.type, path, unit);
    const key = ts.isPropertyAssignment(parent) ? nameText(parent.name) : undefined;
    if (key === undefined || !ts.isPropertyAssignment(parent)) return true;
    path.unshift(key);
    node = parent.parent;
  }
}

function allows(type: ts.TypeNode, [name, ...others]: readonly string[], unit: Unit): boolean {
  if (name === undefined || ANYTHING.has(type.kind)) return true;
  const member = memberType(type, name, unit);
  if (member !== undefined) return allows(member.node, others, unit);
  const isPart = ts.isTypeReferenceNode(type) && /^(?:Pick|Omit)$/.test(type.typeName.getText());
  return !isPart && evaluateType(mockedType(type), unit).kind === 'sdk';
}

const ANYTHING: ReadonlySet<ts.SyntaxKind> = new Set([ts.SyntaxKind.AnyKeyword, ts.SyntaxKind.UnknownKeyword]);

const MOCK_TYPES = /(?:^|\.)(?:\w*Mock\w*|DeepPartial|PartialDeep)$/;

/** What a type stands for; the libraries' own wrappers around a type change nothing: `jest.Mocked<ClerkClient>`. */
export function mockedType(type: ts.TypeNode | undefined): ts.TypeNode | undefined {
  return type !== undefined && ts.isTypeReferenceNode(type) && MOCK_TYPES.test(type.typeName.getText())
    ? type.typeArguments?.[0]
    : type;
}
