import { ts } from 'ts-morph';
import { METADATA_FIELDS } from '../../api-change.ts';
import { accessOf, callsIn, nameText, unwrap, walk } from '../../syntax.ts';
import { isObjectAssign } from '../source/globals.ts';
import { COMPUTED } from '../source/scope.ts';
import type { Unit } from '../source/unit.ts';
import { unseen, type Source } from './source.ts';

/** Functions that put what they are given besides on their first argument, or on an object that they name. */
const FILLING: ReadonlySet<string> = new Set([
  'assign', 'assignIn', 'assignWith', 'deepMerge', 'deepmerge', 'defaults', 'defaultsDeep', 'defineProperties', 'defineProperty', 'extend', 'merge', 'mergeDeep', 'mergeWith', 'set',
  'setPrototypeOf', 'setWith',
]);

/** Whether a call may put on an argument what its other arguments hold, by the name of what is called. */
export function fillsArguments(call: ts.CallExpression | ts.NewExpression): boolean {
  const callee = unwrap(call.expression);
  return FILLING.has(ts.isIdentifier(callee) ? callee.text : (accessOf(callee)?.name ?? ''));
}

/**
 * What becomes of an object that something out of sight is given: a logger, a queue, a database adds no metadata to it. In TypeScript nobody puts on an
 * object what its type doesn't have (types tell the truth); in JavaScript it may come back with other properties.
 */
export function handed(argument: ts.Expression, unit: Unit): Source[] {
  return unit.isTypeScript && !isOfAnyType(argument, unit) ? [] : [{ kind: 'handed', node: argument }];
}

function isOfAnyType(node: ts.Expression, unit: Unit): boolean {
  let found = false;
  walk(node, (inner) => {
    const declaration = ts.isIdentifier(inner) ? unit.scope.bindingOf(inner)?.declaration : undefined;
    found ||= declaration !== undefined && (ts.isVariableDeclaration(declaration) || ts.isParameter(declaration)) && declaration.type?.kind === ts.SyntaxKind.AnyKeyword;
    return found ? 'skip' : undefined;
  });
  return found;
}

/** The metadata fields that a call names beside an object: `set(params, 'publicMetadata.role', role)`. What is called after metadata may add any. */
export function namedBeside(call: ts.CallExpression | ts.NewExpression, argument: ts.Expression): Source[] {
  const found: Source[] = /metadata/i.test(call.expression.getText()) && !isUpdate(call) ? [...unseen(argument)] : [];
  for (const other of call.arguments ?? []) {
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

/** The SDK's own methods change nothing that they are given. */
function isUpdate(call: ts.CallExpression | ts.NewExpression): boolean {
  return /^(?:update|replace)(?:User|Organization)?Metadata$/.test(accessOf(unwrap(call.expression))?.name ?? '');
}

const known = new WeakMap<ts.SourceFile, boolean>();

/** Whether something in the file puts a metadata field on an object, or may: what is stored somewhere is found again only by such places. */
export function putsMetadataSomewhere(unit: Unit): boolean {
  const answer = known.get(unit.source) ?? looksForIt(unit);
  known.set(unit.source, answer);
  return answer;
}

function looksForIt(unit: Unit): boolean {
  const { scope, source } = unit;
  const isWritten = (name: string): boolean => scope.propertyWrites(name).some((write) => !ts.isDeleteExpression(write.parent));
  return METADATA_FIELDS.some(isWritten) || isWritten(COMPUTED) || callsIn(source).some((call) => (isObjectAssign(call, unit) || fillsArguments(call)) && call.arguments.slice(1).some(mayHoldMetadata));
}

/** Whether what is put on an object may be metadata, as far as it is written there. */
function mayHoldMetadata(given: ts.Expression): boolean {
  const node = unwrap(given);
  if (!ts.isObjectLiteralExpression(node)) return !ts.isStringLiteralLike(node) || METADATA_FIELDS.some((field) => node.text.startsWith(field));
  return node.properties.some(({ name }) => METADATA_FIELDS.some((field) => (nameText(name) ?? field) === field));
}
