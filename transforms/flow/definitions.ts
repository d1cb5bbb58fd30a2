import { ts } from 'ts-morph';
import { GLOBAL_OBJECTS } from '../http-api.ts';
import { declaredBy, type Declared } from './declared.ts';
import { createEvaluators } from './evaluate.ts';
import { isFilledLater } from './filled-later.ts';
import { originOf, type Origin } from './origins.ts';
import { returnedBy } from '../returned.ts';
import { accessOf, hasModifier, nameText, unwrap, parameterProperty, valueOfMember } from '../syntax.ts';
import { isExported } from '../language/exported.ts';
import { isImplemented } from '../language/augmented-types.ts';
import { isGlobal } from '../language/is-global.ts';
import { exportsNamed, moduleExportsOf, type Export } from '../language/modules.ts';
import { isNeverReassigned, type Binding } from '../language/scope.ts';
import type { Unit } from '../language/unit.ts';

/** An expression and the file that it stands in. */
export interface Placed {
  readonly node: ts.Expression;
  readonly unit: Unit;
}

/** Where following an expression through names, properties and imports ends. */
export type Definition = {
  readonly unit: Unit;
  /** False where a name on the way is assigned to again, so that what is found is only what it began with. */
  readonly isSure: boolean;
} & (
  | { readonly kind: 'expression'; readonly node: ts.Expression }
  /** A parameter, a function, a class, a part of a pattern. */
  | { readonly kind: 'declaration'; readonly node: ts.Declaration }
  /** What a package exports; `name` undefined for the whole of it. */
  | { readonly kind: 'export'; readonly specifier: string; readonly name: string | undefined }
  /** A file of the repository as a whole. */
  | { readonly kind: 'module' }
  | { readonly kind: 'global'; readonly name: string }
);

type Way = Pick<Definition, 'unit' | 'isSure'>;

/**
 * Follows `expression` through `const` names, imports, properties of object literals and fields of classes to what
 * defines its value.
 */
export function definitionOf(expression: ts.Expression, unit: Unit): Definition {
  return follow(expression, { unit, isSure: true });
}

/**
 * Whether names of the file lead from an expression to what defines it that have no other mention, so that this may be
 * changed for the one use.
 */
export function isOnlyUse(expression: ts.Expression, definition: Definition, { scope }: Unit): boolean {
  if (definition.kind !== 'expression') return false;
  for (let node = unwrap(expression); node !== definition.node;) {
    const binding = scope.bindingOf(node);
    const declared = declaredBy(binding?.declaration);
    if (binding?.declaration === undefined || declared.kind !== 'value' || binding.references.length !== 1)
      return false;
    if (isExported(binding.declaration)) return false;
    node = unwrap(declared.of);
  }
  return true;
}

/**
 * What is found of a node, on a way that is own and sure so far: null where there is nothing, undefined while it isn't
 * known.
 */
type Found = Definition | null | undefined;

const evaluatorOf = createEvaluators<Found>({
  none: undefined,
  unknown: null,
  // What a package exports is only the answer while nothing else is found.
  join: (known, found) => (known?.kind === 'export' && found?.kind !== 'export' ? found : null),
});

/** Finds something out about a node once, whichever way leads to it. */
function findOnce(node: ts.Node, what: string, way: Way, find: (way: Way) => Definition | undefined): Found {
  const found = evaluatorOf(way.unit.graph).once(node, what, () => find({ unit: way.unit, isSure: true }) ?? null);
  return found && { ...found, isSure: found.isSure && way.isSure };
}

function follow(expression: ts.Expression, way: Way): Definition {
  const node = unwrap(expression);
  const origin = originOf(node);
  const end: Definition = { ...way, kind: 'expression', node };
  if (!LEADING.has(origin.kind)) return end;
  // What only leads back to itself defines nothing.
  return findOnce(node, 'definition', way, (start) => followOrigin(origin, node, start)) ?? { ...end, isSure: false };
}

/** What may lead on, and so back to itself. */
const LEADING: ReadonlySet<Origin['kind']> = new Set(['awaited', 'name', 'part', 'result']);

function followOrigin(origin: Origin, node: ts.Expression, way: Way): Definition {
  const end: Definition = { ...way, kind: 'expression', node };
  switch (origin.kind) {
    case 'awaited': {
      const inner = follow(origin.of, way);
      return inner.kind === 'export' || inner.kind === 'module' ? inner : end;
    }
    case 'name':
      return followName(origin.name, way);
    case 'result':
      return followLoad(origin.call, way) ?? end;
    case 'part':
      return (origin.name === undefined ? undefined : followProperty(origin.of, origin.name, node, way)) ?? end;
    // What is assigned on the way has other names, by which it may be changed.
    default:
      return end;
  }
}

function followName(node: ts.Identifier, way: Way): Definition {
  const binding = way.unit.scope.bindingOf(node);
  if (binding === undefined) return { ...way, kind: 'global', name: node.text };
  return binding.declaration === undefined
    ? { ...way, isSure: false, kind: 'expression', node }
    : followDeclaration(binding.declaration, binding, way);
}

function followDeclaration(node: ts.Declaration, binding: Binding, way: Way): Definition {
  const declared = declaredBy(node);
  if (declared.kind === 'imported') return followImport(declared.specifier, declared.name, way);
  const on: Way = { ...way, isSure: way.isSure && isNeverReassigned(binding) };
  const found =
    declared.kind === 'value'
      ? follow(declared.of, on)
      : declared.kind === 'part'
        ? followElement(declared, on)
        : undefined;
  return found ?? { ...on, kind: 'declaration', node };
}

/** `const { name } = object`, without a default. */
function followElement({ of, name, initial }: Extract<Declared, { kind: 'part' }>, way: Way): Definition | undefined {
  const whole = declaredBy(of);
  return whole.kind === 'value' && name !== undefined && initial === undefined
    ? followProperty(whole.of, name, undefined, way)
    : undefined;
}

/** `require('…')` and `import('…')`. */
function followLoad(call: ts.CallExpression, way: Way): Definition | undefined {
  const [first] = call.arguments;
  const callee = unwrap(call.expression);
  const isRequire = isGlobal(callee, 'require', way.unit);
  if (
    first === undefined ||
    !ts.isStringLiteralLike(first) ||
    !(isRequire || callee.kind === ts.SyntaxKind.ImportKeyword)
  )
    return undefined;
  return followImport(first.text, undefined, way);
}

function followImport(specifier: string, name: string | undefined, way: Way): Definition {
  const { graph, fileName } = way.unit;
  const location = graph.project.resolveModule(specifier, fileName);
  const target = location.kind === 'file' ? graph.load(location.fileName) : undefined;
  if (target === undefined) return { ...way, kind: 'export', specifier, name };
  const inside: Way = { ...way, unit: target };
  if (name !== undefined) return followExport(target, name, inside) ?? { ...way, kind: 'export', specifier, name };
  const whole = moduleExportsOf(target);
  return whole === undefined ? { ...inside, kind: 'module' } : follow(whole, inside);
}

function followExport(target: Unit, name: string, way: Way): Definition | undefined {
  // Of several `export *` that lead to each other, another may still have it.
  const find = (start: Way): Definition | undefined => {
    const found = exportsNamed(target, name).flatMap(
      (entry) => evaluatorOf(way.unit.graph).soFar(() => followEntry(entry, start)) ?? [],
    );
    return found.find((definition) => definition.kind !== 'export') ?? found[0];
  };
  return findOnce(target.source, `export ${name}`, way, find) ?? undefined;
}

function followEntry(entry: Export, way: Way): Definition {
  switch (entry.kind) {
    case 'expression':
      return follow(entry.node, way);
    case 'forwarded':
      return followImport(entry.specifier, entry.name, way);
    case 'declaration': {
      const name = ts.getNameOfDeclaration(entry.node);
      const binding = way.unit.scope.bindingOf(name);
      return binding === undefined
        ? { ...way, kind: 'declaration', node: entry.node }
        : followDeclaration(entry.node, binding, way);
    }
  }
}

function followProperty(
  object: ts.Expression,
  name: string,
  at: ts.Expression | undefined,
  way: Way,
): Definition | undefined {
  if (originOf(object).kind === 'this') {
    const owner = classAround(object);
    return owner && followField(owner.node, name, owner.isStatic, way);
  }
  const whole = follow(object, way);
  const on: Way = { unit: whole.unit, isSure: whole.isSure };
  switch (whole.kind) {
    case 'global':
      return GLOBAL_OBJECTS.has(whole.name) ? { ...on, kind: 'global', name } : undefined;
    case 'export':
      return whole.name === undefined ? { ...on, kind: 'export', specifier: whole.specifier, name } : undefined;
    case 'module':
      return followExport(whole.unit, name, on);
    case 'declaration':
      return ts.isClassDeclaration(whole.node) ? followField(whole.node, name, true, on) : undefined;
    case 'expression':
      if (ts.isNewExpression(whole.node)) return followInstance(whole.node, name, on);
      return ts.isObjectLiteralExpression(whole.node) && at !== whole.node
        ? followMember(whole.node, name, on)
        : undefined;
  }
}

function followInstance(node: ts.NewExpression, name: string, way: Way): Definition | undefined {
  const owner = follow(node.expression, way);
  return 'node' in owner && ts.isClassLike(owner.node) && owner.isSure
    ? followField(owner.node, name, false, {
        ...way,
        unit: owner.unit,
        isSure: way.isSure && way.unit.scope.propertyWrites(name).length === 0,
      })
    : undefined;
}

function followMember(literal: ts.ObjectLiteralExpression, name: string, way: Way): Definition | undefined {
  // What is spread in behind it, or has a name that isn't fixed, may have the name, too.
  const property = literal.properties.findLast((candidate) => [name, undefined].includes(nameText(candidate.name)));
  if (property === undefined || nameText(property.name) !== name) return undefined;
  const { scope } = way.unit;
  const isSure = way.isSure && scope.propertyWrites(name).length === 0 && !isFilledLater(literal, [name], way.unit);
  if (ts.isMethodDeclaration(property)) return { ...way, isSure, kind: 'declaration', node: property };
  const value = valueOfMember(property);
  return value === undefined ? undefined : follow(value, { ...way, isSure });
}

/** The class that `this` is an instance of, or, where that is static, is itself. */
function classAround(
  node: ts.Node,
): { readonly node: ts.ClassLikeDeclaration; readonly isStatic: boolean } | undefined {
  for (let current = node.parent; !ts.isSourceFile(current); current = current.parent) {
    if (
      ts.isFunctionDeclaration(current) ||
      ts.isFunctionExpression(current) ||
      (ts.isObjectLiteralExpression(current.parent) && !ts.isPropertyAssignment(current))
    )
      return undefined;
    if (ts.isClassElement(current) && ts.isClassLike(current.parent))
      return {
        node: current.parent,
        isStatic: ts.isClassStaticBlockDeclaration(current) || hasModifier(current, ts.SyntaxKind.StaticKeyword),
      };
  }
  return undefined;
}

function followField(
  owner: ts.ClassLikeDeclaration,
  name: string,
  isStatic: boolean,
  way: Way,
): Definition | undefined {
  const writes = way.unit.scope.propertyWrites(name);
  for (const member of owner.members) {
    const parameter = parameterProperty(member, name);
    if (parameter !== undefined)
      return { ...way, isSure: way.isSure && writes.length === 0, kind: 'declaration', node: parameter };
    if (
      ts.isPropertyDeclaration(member) &&
      nameText(member.name) === name &&
      hasModifier(member, ts.SyntaxKind.StaticKeyword) === isStatic
    ) {
      const isReplaced = !hasModifier(member, ts.SyntaxKind.PrivateKeyword) && mayBeExtended(owner, way.unit);
      const isSure = way.isSure && !isReplaced;
      if (member.initializer !== undefined)
        return follow(member.initializer, { ...way, isSure: isSure && writes.length === 0 });
      return followAssigned(owner, writes, { ...way, isSure }) ?? { ...way, kind: 'declaration', node: member };
    } else if (
      (ts.isMethodDeclaration(member) || ts.isGetAccessorDeclaration(member)) &&
      nameText(member.name) === name &&
      hasModifier(member, ts.SyntaxKind.StaticKeyword) === isStatic
    ) {
      const isReplaced = member.modifiers?.some(ts.isDecorator) === true || mayBeExtended(owner, way.unit);
      const isSure = way.isSure && writes.length === 0 && !isReplaced;
      const [value, ...others] = ts.isMethodDeclaration(member) ? [] : returnedBy(member).values;
      return value === undefined || others.length > 0
        ? { ...way, isSure, kind: 'declaration', node: member }
        : follow(value, { ...way, isSure });
    }
  }
  return followAssigned(owner, writes, way);
}

/** Whether there may be a class that extends this one, in any file, and has a member of its own of that name. */
function mayBeExtended(owner: ts.ClassLikeDeclaration, unit: Unit): boolean {
  if (owner.name === undefined) return true;
  const name = owner.name.text;
  const { project } = unit.graph;
  const isOutOfSight = project.filesNaming?.([`extends ${name}`], unit.fileName) === undefined;
  return isImplemented(name, unit) || (isOutOfSight && isExported(owner));
}

/** What gives a property that begins with nothing its value. */
const KEEPING: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
]);

/** The one `this.name = …` of a file, in the class itself. */
function followAssigned(
  owner: ts.ClassLikeDeclaration,
  writes: readonly ts.Expression[],
  way: Way,
): Definition | undefined {
  const [only, ...others] = writes;
  if (only === undefined || others.length > 0 || accessOf(only)?.object.kind !== ts.SyntaxKind.ThisKeyword)
    return undefined;
  if (classAround(only)?.node !== owner) return undefined;
  const { parent } = only;
  return ts.isBinaryExpression(parent) && KEEPING.has(parent.operatorToken.kind)
    ? follow(parent.right, way)
    : undefined;
}
