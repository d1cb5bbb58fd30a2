import { ts } from 'ts-morph';
import { returnedBy } from '../../returned.ts';
import {
  accessOf,
  castOf,
  containerOf,
  contains,
  loopsAround,
  nameText,
  parametersOf,
  unwrap,
  type Access,
} from '../../syntax.ts';
import { callersOf } from './callers.ts';
import { changesAt, givenByAssign, parameterOf, type Follower } from './object-changes.ts';
import { readMakingCall, type MakingCall } from './making-calls.ts';
import { mayChangeElsewhere } from '../source/exported.ts';
import { functionOf } from '../source/functions.ts';
import { isObjectAssign } from '../source/is-global.ts';
import { runeOf } from '../trace/svelte.ts';
import { vueFunction } from '../trace/vue.ts';
import { isMadeIn, isNothing } from '../source/mentions.ts';
import { isInTemplate } from '../source/template.ts';
import { isWriteTarget, type Binding } from '../source/scope.ts';
import type { Unit } from '../source/unit.ts';
import { memberOfWritten, promisedType, type WrittenType } from '../source/written-type.ts';
import { partsOf, unseen, type Source } from './source.ts';

/** What `start` may be made of: a value that comes back to itself adds nothing. */
export function followSources(start: ts.Expression, unit: Unit): readonly Source[] {
  return createTrail(start, unit, createGuards(unit)).sourcesOf(start, []);
}

/** What is done to an object, where it is mentioned, before it is used. */
export function followChanges(mention: ts.Expression, use: ts.Expression, unit: Unit): readonly Source[] {
  return createTrail(use, unit, createGuards(unit)).changesOfMention(mention);
}

/** Says whether a node is asked about for the first time under a key: a way that comes back to itself adds nothing. */
type Guard = (node: ts.Node, key: string) => boolean;

function createGuard(): Guard {
  const known = new Map<ts.Node, Set<string>>();
  return (node, key) => {
    const keys = known.get(node) ?? new Set();
    known.set(node, keys);
    return !keys.has(key) && keys.add(key).size > 0;
  };
}

/** What the trails through the files of the repository share. */
interface Guards {
  readonly isNewNode: Guard;
  readonly isNewMention: Guard;
  readonly functionCalled: Unit['functionCalled'];
}

function createGuards({ functionCalled }: Unit): Guards {
  return { isNewNode: createGuard(), isNewMention: createGuard(), functionCalled };
}

interface Trail extends Pick<Follower, 'sourcesOf' | 'changesOf'> {
  readonly changesOfMention: (mention: ts.Expression) => readonly Source[];
}

/** @param use what the object is used as; undefined where that is elsewhere */
function createTrail(use: ts.Expression | undefined, unit: Unit, guards: Guards): Trail {
  const { isNewNode, isNewMention, functionCalled } = guards;
  /** What the patterns around take out: what isn't asked about inside of one may well be outside. */
  let taken: ReadonlySet<string> = new Set();
  const keyOf = (path: readonly string[]): string => `${path.join('.')} ${[...taken].sort().join()}`;
  const isNew = (node: ts.Node, path: readonly string[]): boolean => isNewNode(node, keyOf(path));
  /** The properties that are being read on the way: `node = node.next` has no end. */
  const reading = new Set<ts.Node>();

  const isBeside = (reference: ts.Node, binding: Binding, path: readonly string[]): boolean =>
    use !== undefined &&
    (contains(use, reference) || (path.length === 0 && isMadeBeside(use, binding) && isBehind(reference, use)));

  const sourcesOf = (expression: ts.Expression, path: readonly string[]): readonly Source[] =>
    ofType(castOf(expression), path, sourcesOfValue(unwrap(expression), path));

  /** Sources of what has a written type: what the types behind it say no longer counts. */
  const ofType = (
    type: ts.TypeNode | undefined,
    path: readonly string[],
    sources: readonly Source[],
  ): readonly Source[] => {
    if (type === undefined || SAYING_NOTHING.has(type.kind)) return sources;
    let written: WrittenType | undefined = { node: type, optional: false };
    for (const name of path) written = written === undefined ? undefined : memberOfWritten(written, name, unit);
    const others = sources.filter(({ kind }) => kind !== 'typed');
    return written === undefined
      ? others
      : [...others, { kind: 'typed', type: { node: written.node, unit, isOptional: written.optional } }];
  };

  const sourcesOfValue = (node: ts.Expression, path: readonly string[]): readonly Source[] => {
    if (ts.isObjectLiteralExpression(node)) return sourcesOfLiteral(node, path);
    if (isNothing(node) || ts.isLiteralExpression(node)) return [{ kind: 'missing' }];
    if (ts.isConditionalExpression(node))
      return [...sourcesOf(node.whenTrue, path), ...sourcesOf(node.whenFalse, path)];
    if (ts.isAwaitExpression(node))
      return isThenable(node.expression) ? unseen(node) : sourcesOf(node.expression, path);
    if (ts.isBinaryExpression(node)) return sourcesOfBinary(node, path);
    if (ts.isIdentifier(node)) return sourcesOfName(node, path);
    const access = accessOf(node);
    if (access !== undefined) return sourcesOfMember(node, access, path);
    return ts.isCallExpression(node) ? sourcesOfResult(node, path) : unseen(node);
  };

  const sourcesOfMember = (
    node: ts.Expression,
    { object, name }: Access,
    path: readonly string[],
  ): readonly Source[] => {
    if (!followable(object) || reading.has(node)) return unseen(node);
    reading.add(node);
    const sources = sourcesOf(object, [name, ...path]);
    reading.delete(node);
    return sources;
  };

  const sourcesOfLiteral = (literal: ts.ObjectLiteralExpression, path: readonly string[]): readonly Source[] => {
    const spreads = literal.properties.filter(ts.isSpreadAssignment);
    const [name, ...rest] = path;
    if (name === undefined)
      return [
        { kind: 'literal', literal, isPart: false },
        ...partsOf(spreads.flatMap(({ expression }) => sourcesOf(expression, []))),
      ];
    if (
      literal.properties.some((property) => !ts.isSpreadAssignment(property) && nameText(property.name) === undefined)
    )
      return unseen(literal);
    const property = literal.properties.findLast((candidate) => nameText(candidate.name) === name);
    const own = property === undefined ? [{ kind: 'missing' } as const] : sourcesOfProperty(property, rest);
    return [...own, ...spreads.flatMap(({ expression }) => sourcesOf(expression, path))];
  };

  const sourcesOfProperty = (property: ts.ObjectLiteralElementLike, path: readonly string[]): readonly Source[] => {
    if (ts.isPropertyAssignment(property)) return sourcesOf(property.initializer, path);
    return ts.isShorthandPropertyAssignment(property) ? sourcesOf(property.name, path) : unseen(property);
  };

  const sourcesOfBinary = (node: ts.BinaryExpression, path: readonly string[]): readonly Source[] => {
    switch (node.operatorToken.kind) {
      case ts.SyntaxKind.AmpersandAmpersandToken:
        return [{ kind: 'missing' }, ...sourcesOf(node.right, path)];
      case ts.SyntaxKind.BarBarToken:
      case ts.SyntaxKind.QuestionQuestionToken:
        return [...sourcesOf(node.left, path), ...sourcesOf(node.right, path)];
      default:
        return unseen(node);
    }
  };

  const sourcesOfName = (node: ts.Identifier, path: readonly string[]): readonly Source[] => {
    const binding = unit.scope.bindingOf(node);
    const declaration = binding?.declaration;
    if (binding === undefined || declaration === undefined) return unseen(node);
    const changes = changesOf(binding, path, node);
    if (!isNew(declaration, path)) return changes;
    const written = binding.writes.flatMap(({ target, value }) =>
      value === undefined ? unseen(target) : sourcesOf(value, path),
    );
    const notYet: readonly Source[] = binding.isHoisted ? [{ kind: 'missing' }] : [];
    return [...sourcesOfDeclaration(declaration, path), ...notYet, ...written, ...changes];
  };

  /** What is done to an object under one of its names, beside the mention that led here and what is asked about. */
  const changesOf = (binding: Binding, path: readonly string[], from?: ts.Identifier): readonly Source[] =>
    binding.references
      .filter(
        (reference) =>
          reference !== from &&
          !isBeside(reference, binding, path) &&
          !isWriteTarget(reference) &&
          isNewMention(reference, keyOf(path)),
      )
      .flatMap((reference) =>
        pathsAt(reference, path, unit).flatMap((inside) => changesAt(reference, inside, follower)),
      );

  /** What a function in another file does to what it is given. */
  const changesElsewhere: Follower['changesElsewhere'] = (call, argument, path) => {
    const called = functionCalled?.(call.expression, unit);
    if (called === undefined || called === 'unreadable' || !hasBody(called.node)) return undefined;
    const parameter = parameterOf(called.node, call, call.arguments.indexOf(argument), called.unit);
    const binding =
      parameter !== undefined && ts.isIdentifier(parameter.name)
        ? called.unit.scope.bindingOf(parameter.name)
        : undefined;
    if (binding === undefined)
      return parametersOf(called.node).length <= call.arguments.indexOf(argument) ? [] : unseen(argument);
    const changes =
      called.unit === unit
        ? changesOf(binding, path)
        : createTrail(undefined, called.unit, guards).changesOf(binding, path);
    return called.unit === unit ? changes : changes.map((source) => asSeenFrom(argument, source));
  };

  const sourcesOfDeclaration = (declaration: ts.Declaration, path: readonly string[]): readonly Source[] => {
    const isTyped = ts.isVariableDeclaration(declaration) || ts.isParameter(declaration);
    return isTyped
      ? ofType(declaration.type, path, sourcesOfDeclared(declaration, path))
      : sourcesOfDeclared(declaration, path);
  };

  const sourcesOfDeclared = (declaration: ts.Declaration, path: readonly string[]): readonly Source[] => {
    if (ts.isVariableDeclaration(declaration)) {
      if (!ts.isVariableStatement(declaration.parent.parent)) return unseen(declaration);
      const elsewhere = mayChangeElsewhere(declaration, unit) ? unseen(declaration) : [];
      if (declaration.initializer !== undefined) return [...sourcesOf(declaration.initializer, path), ...elsewhere];
      return ts.getModifiers(declaration.parent.parent) === undefined ? [{ kind: 'missing' }] : unseen(declaration);
    }
    if (ts.isParameter(declaration)) return sourcesOfParameter(declaration, path);
    return ts.isBindingElement(declaration) ? sourcesOfElement(declaration, path) : unseen(declaration);
  };

  /** `const { data } = …`, `({ data }) => …`. */
  const sourcesOfElement = (element: ts.BindingElement, path: readonly string[]): readonly Source[] => {
    const name = nameText(element.propertyName ?? element.name);
    const owner = element.parent.parent;
    if (ts.isArrayBindingPattern(element.parent)) return unseen(element);
    const sourcesOfWhole = (inside: readonly string[]): readonly Source[] =>
      ts.isBindingElement(owner) ? sourcesOfElement(owner, inside) : sourcesOfDeclaration(owner, inside);
    if (element.dotDotDotToken !== undefined) {
      const names = element.parent.elements
        .filter((other) => other !== element)
        .map((other) => nameText(other.propertyName ?? other.name));
      return path.length > 0
        ? unseen(element)
        : sourcesOfRest(
            names.filter((one) => one !== undefined),
            () => sourcesOfWhole([]),
          );
    }
    if (name === undefined) return unseen(element);
    const initial = element.initializer === undefined ? [] : sourcesOf(element.initializer, path);
    return [...initial, ...sourcesOfWhole([name, ...path])];
  };

  const sourcesOfRest = (names: readonly string[], sourcesOfWhole: () => readonly Source[]): readonly Source[] => {
    const around = taken;
    taken = new Set([...around, ...names]);
    const sources = sourcesOfWhole();
    taken = around;
    return [{ kind: 'rest', taken: new Set(names), sources }];
  };

  const sourcesOfParameter = (parameter: ts.ParameterDeclaration, path: readonly string[]): readonly Source[] => {
    const fn = parameter.parent;
    if (parameter.dotDotDotToken !== undefined) return unseen(parameter);
    const { calls, isClosed } = callersOf(fn, unit);
    const index = parametersOf(fn).indexOf(parameter);
    const initial = parameter.initializer === undefined ? [] : sourcesOf(parameter.initializer, path);
    const given = calls.flatMap(({ given: givenBy }): readonly Source[] => {
      const argument = givenBy(index, path);
      if (argument === undefined) return [{ kind: 'missing' }];
      return ts.isSpreadElement(argument.expression)
        ? unseen(argument.expression)
        : sourcesOf(argument.expression, argument.path);
    });
    return [...(isClosed ? [] : unseen(parameter)), ...initial, ...given];
  };

  /** What a function of the file returns. What isn't made anew for each call may be changed under another name. */
  const sourcesOfResult = (call: ts.CallExpression, path: readonly string[]): readonly Source[] => {
    if (isObjectAssign(call, unit)) return sourcesOfAssign(call, path);
    const [held] = call.arguments;
    if (held !== undefined && !ts.isSpreadElement(held)) {
      if (holdsWhatItIsGiven(call, unit)) return sourcesOf(held, path);
      const ofRef = sourcesOfRef(call, held, path);
      if (ofRef !== undefined) return ofRef;
    }
    const made = readMakingCall(call, unit);
    if (made !== undefined) return path.length > 0 && made.kind !== 'same' ? unseen(call) : sourcesOfMade(made, path);
    if (path.length > 0) return unseen(call);
    const fn = functionOf(call.expression, unit);
    if (fn === undefined || fn.asteriskToken !== undefined) return unseen(call);
    if (!isNew(fn, path)) return [];
    const sourcesOfReturned = (returned: ts.Expression): readonly Source[] => [
      ...sourcesOf(returned, path),
      ...(isMadeIn(returned, fn, unit) ? [] : unseen(returned)),
    ];
    const { values, mayBeNothing } = returnedBy(fn);
    const type = fn.type === undefined ? undefined : (promisedType(fn.type, unit) ?? fn.type);
    return ofType(type, path, [
      ...(mayBeNothing ? [{ kind: 'missing' } as const] : []),
      ...values.flatMap(sourcesOfReturned),
    ]);
  };

  /** What a ref of Vue's holds, and what leads to it; undefined where the call makes no ref. */
  const sourcesOfRef = (
    call: ts.CallExpression,
    held: ts.Expression,
    path: readonly string[],
  ): readonly Source[] | undefined => {
    const name = vueFunction(call.expression, unit);
    if (name === 'toRaw') return sourcesOf(held, path);
    if (name === 'unref' || name === 'toValue') return sourcesOf(held, ['value', ...path]);
    if (path[0] !== 'value') return undefined;
    const inside = path.slice(1);
    const type = call.typeArguments?.[0];
    if (name === 'ref' || name === 'shallowRef') return ofType(type, inside, sourcesOf(held, inside));
    const getter = name === 'computed' ? unwrap(held) : undefined;
    if (getter === undefined || !ts.isArrowFunction(getter) || getter.type !== undefined || type !== undefined)
      return undefined;
    const { values, mayBeNothing } = returnedBy(getter);
    const nothing: readonly Source[] = mayBeNothing ? [{ kind: 'missing' }] : [];
    return [...nothing, ...values.flatMap((value) => sourcesOf(value, inside))];
  };

  const sourcesOfMade = (made: MakingCall, path: readonly string[]): readonly Source[] => {
    switch (made.kind) {
      case 'same':
        return sourcesOf(made.of, path);
      case 'copy':
        return sourcesOfRest([...made.without], () => sourcesOf(made.of, []));
      case 'named':
        return [
          { kind: 'missing' },
          ...made.names.map((name): Source => ({ kind: 'assigned', node: made.node, name })),
        ];
    }
  };

  const sourcesOfAssign = (call: ts.CallExpression, path: readonly string[]): readonly Source[] => {
    const [target] = call.arguments;
    return target === undefined || ts.isSpreadElement(target)
      ? unseen(call)
      : [...sourcesOf(target, path), ...givenByAssign(call, path, { sourcesOf })];
  };

  const followable = (node: ts.Expression): boolean =>
    ts.isIdentifier(unwrap(node)) || accessOf(unwrap(node)) !== undefined;

  const follower: Follower = { unit, sourcesOf, changesOf, changesElsewhere };
  return { sourcesOf, changesOf, changesOfMention: (mention) => changesAt(mention, [], follower) };
}

/**
 * Whether a variable holds an object that each run of the function makes anew, where it is used: what is done to it
 * afterwards meets no later use.
 */
function isMadeBeside(use: ts.Node, { declaration, writes }: Binding): boolean {
  if (declaration === undefined || writes.length > 0 || containerOf(declaration) !== containerOf(use)) return false;
  if (ts.isBindingElement(declaration))
    return declaration.dotDotDotToken !== undefined && ts.isVariableDeclaration(declaration.parent.parent);
  return (
    ts.isVariableDeclaration(declaration) &&
    declaration.initializer !== undefined &&
    ts.isObjectLiteralExpression(unwrap(declaration.initializer))
  );
}

/**
 * Whether a mention is reached only after the use is over: further down in the same function, and in no loop with it.
 */
function isBehind(reference: ts.Node, use: ts.Node): boolean {
  return (
    reference.pos >= use.end &&
    containerOf(reference) === containerOf(use) &&
    !loopsAround(use).some((loop) => contains(loop, reference))
  );
}

/** What stands at a path is reached without `value` where Vue's markup mentions a ref. */
function pathsAt(reference: ts.Node, path: readonly string[], unit: Unit): readonly (readonly string[])[] {
  const isUnwrapped = path[0] === 'value' && unit.component?.framework === 'vue' && isInTemplate(reference, unit);
  return isUnwrapped ? [path, path.slice(1)] : [path];
}

function hasBody(node: ts.SignatureDeclaration): boolean {
  return 'body' in node && node.body !== undefined;
}

/** What is found in another file, at the node of this one that leads there. */
function asSeenFrom(node: ts.Node, source: Source): Source {
  switch (source.kind) {
    case 'assigned':
    case 'handed':
    case 'unseen':
      return { ...source, node };
    case 'rest':
      return { ...source, sources: source.sources.map((inner) => asSeenFrom(node, inner)) };
    case 'literal': {
      const names = source.literal.properties.map(({ name }) => nameText(name));
      const known = names.filter((name) => name !== undefined);
      return known.length < names.length
        ? { kind: 'unseen', node }
        : { kind: 'rest', taken: new Set(), sources: known.map((name) => ({ kind: 'assigned', node, name })) };
    }
    case 'missing':
    case 'typed':
      return source;
  }
}

/** Types that the compiler takes for anything, or that say nothing of what an object holds. */
const SAYING_NOTHING: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AnyKeyword,
  ts.SyntaxKind.UnknownKeyword,
  ts.SyntaxKind.ObjectKeyword,
]);

/**
 * `reactive({ … })`, `$state({ … })`: an object whose properties are those that it is given, unless a type argument
 * leaves room for others.
 */
function holdsWhatItIsGiven({ expression, typeArguments }: ts.CallExpression, unit: Unit): boolean {
  if (typeArguments !== undefined) return false;
  return (
    /^(?:reactive|shallowReactive)$/.test(vueFunction(expression, unit) ?? '') ||
    /^\$state(?:\.raw)?$/.test(runeOf(expression, unit) ?? '')
  );
}

/** `{ then: … }`: waiting for it gives something else. */
function isThenable(expression: ts.Expression): boolean {
  const node = unwrap(expression);
  return ts.isObjectLiteralExpression(node) && node.properties.some(({ name }) => nameText(name) === 'then');
}
