import { ts } from 'ts-morph';
import { promisedType } from '../../language/written-type.ts';
import type { Unit } from '../../language/unit.ts';
import { nameText } from '../../syntax.ts';
import { firstOf } from '../sdk/joined-values.ts';
import { FOREIGN, type Value } from '../sdk/value.ts';
import type { Evaluation } from '../sdk/evaluation.ts';

/** What `name` of a value is whose members are written in a type. */
export function memberOfType(
  node: ts.TypeLiteralNode | ts.InterfaceDeclaration,
  name: string,
  evaluation: Evaluation,
): Value {
  const members = node.members.filter((candidate) => nameText(candidate.name) === name);
  if (members.length > 0) {
    const types = members.map((member) => (ts.isPropertySignature(member) ? member.type : undefined));
    const signatures = members.map((member, index) => {
      const type = types[index];
      return type !== undefined && ts.isFunctionTypeNode(type)
        ? type
        : ts.isMethodSignature(member)
          ? member
          : undefined;
    });
    return signatures.every((signature) => signature !== undefined && givesNoSubject(signature.type, evaluation.unit))
      ? FOREIGN
      : evaluation.valueOfType(types[0]);
  }
  if (ts.isTypeLiteralNode(node)) return FOREIGN;
  const bases = node.heritageClauses?.flatMap((clause) => [...clause.types]) ?? [];
  const inherited = bases.map((base) =>
    evaluation.soFar(() => evaluation.property(evaluation.valueOfType(base), name, base)),
  );
  return firstOf(inherited, ({ kind }) => kind !== 'foreign') ?? FOREIGN;
}

/**
 * Whether what a function promises is no user and no Organization, by its written type: `Promise<void>`. The SDK's
 * methods can't stand in for it.
 */
function givesNoSubject(type: ts.TypeNode | undefined, unit: Unit): boolean {
  const promised = type === undefined ? undefined : promisedType(type, unit);
  return promised !== undefined && (NO_SUBJECTS.has(promised.kind) || ts.isArrayTypeNode(promised));
}

const NO_SUBJECTS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.BooleanKeyword,
  ts.SyntaxKind.NumberKeyword,
  ts.SyntaxKind.StringKeyword,
  ts.SyntaxKind.UndefinedKeyword,
  ts.SyntaxKind.VoidKeyword,
]);
