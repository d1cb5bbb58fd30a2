import { ts } from 'ts-morph';
import { METADATA_FIELDS } from '../../api-change.ts';
import { accessOf, isCallee, nameText, parametersOf, walk, wrapped } from '../../syntax.ts';
import { isExported } from '../source/exported.ts';
import { functionOf } from '../source/functions.ts';
import { isObjectAssign } from '../source/globals.ts';
import { isOnlyLookedAt } from '../source/mentions.ts';
import { onlyReadsArguments } from '../source/readers.ts';
import { isWriteTarget, type Binding } from '../source/scope.ts';
import type { Unit } from '../source/unit.ts';
import { partsOf, unseen, type Source } from './source.ts';

/** Who follows the objects that changes lead to. */
export interface Follower {
  readonly unit: Unit;
  /** Where what stands at `path` of the value of `node` may be made. */
  readonly sourcesOf: (node: ts.Expression, path: readonly string[]) => readonly Source[];
  /** What is done to what stands at `path` of what a variable holds. */
  readonly changesOf: (binding: Binding, path: readonly string[]) => readonly Source[];
}

/** What is done, where an object is mentioned, to what stands at its `path`. */
export function changesAt(mention: ts.Expression, path: readonly string[], follower: Follower): readonly Source[] {
  const node = wrapped(mention);
  const { parent } = node;
  if (isMemberOf(parent, node)) return changesAtMember(parent, path, follower);
  if (ts.isCallExpression(parent) && parent.expression !== node) return changesByCall(parent, node, path, follower);
  if (ts.isVariableDeclaration(parent)) return isExported(parent) ? unseen(mention) : changesOfName(parent.name, path, follower);
  if (isChoice(parent, node)) return changesAt(parent, path, follower);
  // What a copy holds is the same object.
  if (path.length > 0 && ts.isSpreadAssignment(parent)) return unseen(mention);
  return isOnlyLookedAt(node, follower.unit) ? [] : unseen(mention);
}

/** `condition ? node : …`, `node ?? …` */
function isChoice(parent: ts.Node, node: ts.Expression): parent is ts.Expression {
  if (ts.isConditionalExpression(parent)) return parent.condition !== node;
  return ts.isBinaryExpression(parent) && CHOICES.has(parent.operatorToken.kind);
}

const CHOICES: ReadonlySet<ts.SyntaxKind> = new Set([ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken]);

function isMemberOf(node: ts.Node, object: ts.Expression): node is ts.PropertyAccessExpression | ts.ElementAccessExpression {
  return (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) && node.expression === object;
}

function changesAtMember(member: ts.PropertyAccessExpression | ts.ElementAccessExpression, path: readonly string[], follower: Follower): readonly Source[] {
  const name = accessOf(member)?.name;
  const [first, ...rest] = path;
  if (isWriteTarget(member)) {
    if (name === undefined) return unseen(member);
    if (first === undefined) return [{ kind: 'assigned', node: member, name }];
    return name === first ? unseen(member) : [];
  }
  // A method may change what it is called on.
  if (isCallee(member)) return unseen(member);
  if (first === undefined) return [];
  if (name === undefined) return unseen(member);
  return name === first ? changesAt(member, rest, follower) : [];
}

/** `const { values } = form`: what is done to them under that name. */
function changesOfPattern(pattern: ts.BindingPattern, path: readonly string[], follower: Follower): readonly Source[] {
  const [first, ...rest] = path;
  if (first === undefined) return [];
  if (ts.isArrayBindingPattern(pattern)) return unseen(pattern);
  return pattern.elements.flatMap((element) => {
    const name = nameText(element.propertyName ?? element.name);
    if (element.dotDotDotToken !== undefined || name === undefined) return unseen(element);
    return name === first ? changesOfName(element.name, rest, follower) : [];
  });
}

function changesOfName(name: ts.BindingName, path: readonly string[], follower: Follower): readonly Source[] {
  if (!ts.isIdentifier(name)) return changesOfPattern(name, path, follower);
  const binding = follower.unit.scope.bindingOf(name);
  return binding === undefined ? unseen(name) : follower.changesOf(binding, path);
}

/** What a call does to an argument: what `Object.assign` and functions of the file do is in sight. */
function changesByCall(call: ts.CallExpression, argument: ts.Expression, path: readonly string[], follower: Follower): readonly Source[] {
  const { unit } = follower;
  if (onlyReadsArguments(call, unit)) return [];
  const index = call.arguments.indexOf(argument);
  if (isObjectAssign(call, unit)) {
    if (index > 0) return path.length > 0 ? unseen(argument) : [];
    const isKept = !ts.isExpressionStatement(wrapped(call).parent);
    return [...(isKept ? unseen(call) : []), ...givenByAssign(call, path, follower)];
  }
  const parameter = parameterFor(call, index, unit);
  return parameter === undefined ? [...unseen(argument), ...namedBeside(call, argument)] : changesOfName(parameter.name, path, follower);
}

/** What `Object.assign` adds to its first argument. */
export function givenByAssign(call: ts.CallExpression, path: readonly string[], { sourcesOf }: Pick<Follower, 'sourcesOf'>): Source[] {
  return call.arguments.slice(1).flatMap((given) => (ts.isSpreadElement(given) ? unseen(given) : partsOf(sourcesOf(given, path))));
}

/** The parameter of a function of the file in which a call's argument arrives, and nothing else does. */
function parameterFor(call: ts.CallExpression, index: number, unit: Unit): ts.ParameterDeclaration | undefined {
  const fn = functionOf(call.expression, unit);
  if (fn === undefined || unit.scope.mentions('arguments') || call.arguments.slice(0, index + 1).some(ts.isSpreadElement)) return undefined;
  const parameter = parametersOf(fn)[index];
  return parameter?.dotDotDotToken === undefined ? parameter : undefined;
}

/** The metadata fields that a call names beside an object: `set(params, 'publicMetadata.role', role)`. */
function namedBeside(call: ts.CallExpression, argument: ts.Expression): Source[] {
  const found: Source[] = [];
  for (const other of call.arguments) {
    if (other === argument) continue;
    walk(other, (node) => {
      if (ts.isFunctionLike(node)) return 'skip';
      const text = ts.isStringLiteralLike(node) ? node.text : ts.isObjectLiteralElement(node) ? nameText(node.name) : undefined;
      const field = METADATA_FIELDS.find((candidate) => candidate === text?.split(/[.[]/, 1)[0]);
      if (field !== undefined) found.push({ kind: 'assigned', node, name: field });
      return undefined;
    });
  }
  return found;
}
