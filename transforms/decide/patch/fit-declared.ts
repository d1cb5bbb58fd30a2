import { ts } from 'ts-morph';
import type { Unit } from '../../language/unit.ts';
import { isLibraryType, saysNothing } from '../../language/written-type.ts';
import { accessOf, nameText, unwrap } from '../../syntax.ts';
import { takesCastOff, type Change } from '../decision/change.ts';
import { typeSaidOf } from './annotated-type.ts';
import {
  declaredKeys,
  mayBeMissing,
  mayBeNull,
  mayHaveOnly,
  typeBehind,
  type Declared,
  type TypedField,
} from './declared-metadata.ts';
import { keysAround, targetOf, type Keys } from './keys-around.ts';
import { nameOfKey } from './removal.ts';

/** What the repository says of a field, against changes to a value of it. */
interface Fit {
  /** Whether, once they are made, it still has each key that is demanded, and what is left of it is what is said. */
  readonly fits: boolean;
  /** Those that put a null where it isn't taken. */
  readonly refused: readonly Change[];
}

/**
 * Holds a value to what the repository says of its field.
 *
 * @param keys those that it has whatever it spreads
 */
export function fitDeclared(
  value: ts.Expression,
  changes: readonly Change[],
  keys: ReadonlySet<string>,
  of: TypedField,
  unit: Unit,
): Fit {
  const declared = declaredKeys(of, unit);
  if (declared === undefined) return { fits: false, refused: [] };
  const held = declared.size === 0 ? [] : changes.filter(({ node }) => !isOfAnyType(node, value, unit));
  const refused = held.filter((change) => refusesNull(change, declared, value, unit));
  const isEnough = [...declared].every(([key, said]) => mayBeMissing(said) || keys.has(key));
  return {
    fits:
      (held.length === 0 || isEnough) &&
      held.every((change) => refused.includes(change) || fits(change, declared, value, unit)),
    refused,
  };
}

/** Whether a change puts a null, or may, for a key that takes none. */
function refusesNull(change: Change, declared: Declared, value: ts.Expression, unit: Unit): boolean {
  const path = keysAround(change.node, value, unit);
  const isRefused = (keys: Keys): boolean => {
    const said = typeBehind(keys, declared);
    return said !== undefined && !mayBeNull(said);
  };
  if (path === undefined) return false;
  if (change.kind === 'nulls') return change.keys.some((key) => isRefused([...path, fixedKey(key)]));
  const isNull =
    change.kind === 'delete-to-null' ||
    ((change.kind === 'or-else' || change.kind === 'undefined-to') && change.other === 'null');
  return isNull && path.length > 0 && isRefused(path);
}

function fits(change: Change, declared: Declared, value: ts.Expression, unit: Unit): boolean {
  // Without a cast, keys that aren't fixed are held to what is declared.
  if (takesCastOff(change)) return false;
  if (change.kind === 'repeat')
    return change.changes.every((one) => !refusesNull(one, declared, value, unit) && fits(one, declared, value, unit));
  if (change.kind === 'remove-statement' || change.kind === 'remove-binding') return true;
  const path = keysAround(change.node, value, unit);
  if (path === undefined) return false;
  const isWhole = path.length === 0;
  const said = typeBehind(path, declared);
  const isLeftWith = (...left: readonly string[]): boolean => isWhole || mayHaveOnly(left, said);
  switch (change.kind) {
    case 'remove-element':
      return ts.isSpreadAssignment(change.node) ? isLeftWith(...keysBeside(change.node)) : mayBeMissing(said);
    case 'remove-argument':
    case 'replace-by':
      return isWhole;
    case 'let-any-key':
      return isWhole && [...declared.values()].every(mayBeMissing);
    case 'delete-to-null':
      return mayBeNull(said);
    case 'or-else':
    case 'undefined-to':
      if (change.other === 'null') return !isWhole && mayBeNull(said);
      return isWhole ? [...declared.values()].every(mayBeMissing) : isLeftWith();
    case 'nulls':
      return (
        change.keys.every((key) => mayBeNull(typeBehind([...path, fixedKey(key)], declared))) &&
        isLeftWith(...keysBeside(change.node), ...change.keys)
      );
    default:
      return false;
  }
}

/** A key as it is written in an object literal, by its name: none for `[key]`. */
function fixedKey(key: string): string | undefined {
  return key.startsWith('[') ? undefined : nameOfKey(key);
}

/** Whether a part of a value may be anything for the compiler, by a cast, or by what is said of the variable. */
function isOfAnyType(node: ts.Node, value: ts.Expression, unit: Unit): boolean {
  for (let around = node; ; around = around.parent) {
    if (ts.isAssertionExpression(around) && isOpen(around.type, unit)) return true;
    if (ts.isVariableDeclaration(around)) return around.type !== undefined && isOpen(around.type, unit);
    const target = targetOf(around);
    if (target !== undefined) {
      const declaration = unit.scope.bindingOf(accessOf(target)?.object)?.declaration;
      const type = declaration === undefined ? undefined : typeSaidOf(declaration);
      return type !== undefined && isOpen(type, unit);
    }
    if (around === value || ts.isStatement(around) || ts.isSourceFile(around)) return false;
  }
}

/** `any`, `Record<string, unknown>` */
function isOpen(type: ts.TypeNode, unit: Unit): boolean {
  if (type.kind === ts.SyntaxKind.AnyKeyword) return true;
  if (!isLibraryType(type, 'Record', unit) || !ts.isTypeReferenceNode(type)) return false;
  const [keys, values] = type.typeArguments ?? [];
  return keys?.kind === ts.SyntaxKind.StringKeyword && values !== undefined && saysNothing(values);
}

/** The keys that an object has whatever it spreads. */
function keysOf(object: ts.Node): readonly string[] {
  const literal = ts.isExpression(object) ? unwrap(object) : object;
  return ts.isObjectLiteralExpression(literal) ? literal.properties.flatMap(({ name }) => nameText(name) ?? []) : [];
}

/** Those of the object that a spread stands in. */
function keysBeside(spread: ts.Node): readonly string[] {
  return ts.isSpreadAssignment(spread) ? keysOf(spread.parent) : [];
}
