import { ts } from 'ts-morph';
import type { Surface } from '../../api-change.ts';
import { declaredBy } from '../../flow/declared.ts';
import { originOf, type Origin } from '../../flow/origins.ts';
import { hasWrittenType, nameText, parametersOf, unwrap, baseOf, valueOfMember, isCall } from '../../syntax.ts';
import { walk } from '../../tree.ts';
import { METHOD_TYPES } from '../calls/update-calls.ts';
import { contentOf, propertyIn, returnsOf } from './contents.ts';
import { mockedType } from './double-types.ts';
import { injectedFor, providedAt } from './injected.ts';
import { configuredMock, isMockMaker, mockedModule, resultsOfMaker, underlyingMock } from '../frameworks/mocks.ts';
import { isObjectAssign } from '../../language/is-global.ts';
import { exportsNamed } from '../../language/modules.ts';
import { EXPORTS, isSdkModule, packageOf } from '../../knowledge/sdk-types.ts';
import type { Unit } from '../../language/unit.ts';
import { UNKNOWN, type SdkValue, type Value } from '../sdk/value.ts';
import { evaluate, evaluateProperty, evaluateCall, evaluateType } from '../evaluator/evaluator.ts';

/** What tests put in the place of the SDK's objects. */
export interface Mocked {
  /** The literals that stand for an object with a general update method, and for which. */
  readonly literals: ReadonlyMap<ts.ObjectLiteralExpression, SdkValue>;
  /** The general update methods of classes that stand for an object of the SDK. */
  readonly classMembers: ReadonlyMap<ts.ClassElement, Surface>;
  /** What an expression of the test is, mocked or not. */
  readonly valueOf: (expression: ts.Expression) => Value;
  /** The surface whose general update `name` of an object is. */
  readonly surfaceOf: (object: Value, name: string, at: ts.Node) => Surface | undefined;
  /** Whether what stands for an object of the SDK, or for what that is read from, is made by another file or a class. */
  readonly isMadeElsewhere: (object: Value) => boolean;
}

/**
 * Follows the SDK's objects into what a test puts in their place: mocked modules, mocks' results, casts, annotations,
 * arguments.
 */
export function placeDoubles(unit: Unit): Mocked {
  const values = new Map<ts.Node, Value>();
  const literals = new Map<ts.ObjectLiteralExpression, SdkValue>();
  const classMembers = new Map<ts.ClassElement, Surface>();
  const madeElsewhere = new Set<SdkValue['type']>();
  const place = (expression: ts.Expression, value: Value): void => {
    if (value.kind === 'unknown' || value.kind === 'foreign' || value.kind === 'nullish') return;
    const node = contentOf(expression, unit);
    if (values.has(node)) return;
    values.set(node, value);
    const origin = originOf(node);
    if (origin.kind === 'object') placeProperties(origin.literal, value);
    else if (origin.kind === 'choice') for (const branch of origin.of) place(branch, value);
    else if (origin.kind === 'fallback') for (const branch of [origin.first, origin.other]) place(branch, value);
    else if (isMockMaker(node)) for (const result of resultsOfMaker(node)) placeResult(result.kind, result.node, value);
    else {
      const made = classMadeBy(node);
      if (made === undefined) {
        if (value.kind === 'sdk' && isOutOfSight(node)) madeElsewhere.add(value.type);
        placeResult('function', node, value);
      } else placeMembers(made, value);
    }
  };
  const placeResult = (kind: 'value' | 'function', node: ts.Node, value: Value): void => {
    const given = evaluateCall(value, node, unit);
    if (kind === 'value') place(node as ts.Expression, given);
    else for (const result of returnsOf(ts.isExpression(node) ? contentOf(node, unit) : node)) place(result, given);
  };
  const placeProperties = (literal: ts.ObjectLiteralExpression, value: Value): void => {
    for (const property of literal.properties) {
      if (ts.isSpreadAssignment(property)) {
        place(property.expression, value);
        continue;
      }
      const name = nameText(property.name);
      if (name === undefined) continue;
      const child = evaluateProperty(value, name, property, unit);
      const made = valueOfMember(property);
      if (child.kind === 'sdk' && METHOD_TYPES[child.type] !== undefined) {
        if (value.kind === 'sdk') literals.set(literal, value);
      } else if (made === undefined) placeResult('function', property, child);
      else place(made, child);
    }
  };
  const placeMembers = (made: ts.ClassLikeDeclaration, value: Value): void => {
    if (value.kind === 'sdk' && !showsItsMembers(made)) madeElsewhere.add(value.type);
    for (const member of made.members) {
      const name = nameText(member.name);
      const child = name === undefined ? UNKNOWN : evaluateProperty(value, name, member, unit);
      const surface = child.kind === 'sdk' ? METHOD_TYPES[child.type] : undefined;
      const declared = declaredBy(member);
      if (surface !== undefined) {
        classMembers.set(member, surface);
        if (value.kind === 'sdk') madeElsewhere.add(value.type);
      } else if (declared.kind === 'value') place(declared.of, child);
      else placeResult('function', member, child);
    }
  };
  const valueOf = (expression: ts.Expression): Value => {
    const traced = evaluate(expression, unit);
    if (traced.kind === 'sdk') return traced;
    const content = contentOf(expression, unit);
    const known = values.get(content) ?? madeOfType(content) ?? declaredAs(expression);
    if (known !== undefined) return known;
    const mock = underlyingMock(expression);
    if (mock !== unwrap(expression)) return valueOf(mock);
    const origin = originOf(mock);
    switch (origin.kind) {
      case 'same':
      case 'awaited':
        return valueOf(origin.of);
      case 'result': {
        const given = evaluateCall(valueOf(origin.call.expression), mock, unit);
        // `require('./users')`
        return given.kind === 'unknown' ? traced : given;
      }
      case 'part':
        return origin.name === undefined ? traced : evaluateProperty(valueOf(origin.of), origin.name, mock, unit);
      // `const client = vi.mocked(clerkClient)`.
      case 'name':
        return content === mock ? traced : valueOfContent(content, traced);
      default:
        return traced;
    }
  };

  const asked = new Set<ts.Node>();
  /** What a name's content is; `traced` where that leads back to itself. */
  const valueOfContent = (content: ts.Expression, traced: Value): Value => {
    if (asked.has(content)) return traced;
    asked.add(content);
    const value = valueOf(content);
    asked.delete(content);
    return value;
  };

  placeManualMock(unit, place, placeResult);
  /** What says of one mock what it is by another, which may not be known yet. */
  const followed: (() => void)[] = [];
  walk(unit.source, (node) => {
    placeAt(node);
    return undefined;
  });
  // A mock may be configured above the place that says what it stands for, or below: from either end, until nothing
  // more is found.
  for (let before = -1; before !== values.size;) {
    before = values.size;
    followed.reverse().forEach((follow) => {
      follow();
    });
  }
  const surfaceOf: Mocked['surfaceOf'] = (object, name, at) => {
    const method = evaluateProperty(object, name, at, unit);
    return method.kind === 'sdk' ? METHOD_TYPES[method.type] : undefined;
  };
  const isMadeElsewhere: Mocked['isMadeElsewhere'] = (object) => {
    for (let at = sdkOnly(object); at !== undefined; at = at.from) if (madeElsewhere.has(at.type)) return true;
    return false;
  };
  return { literals, classMembers, valueOf, surfaceOf, isMadeElsewhere };

  function placeAt(node: ts.Node): void {
    const provided = providedAt(node);
    if (provided !== undefined) {
      const { token, result } = provided;
      const injected = injectedFor(token, unit);
      const value = injected.kind === 'instance' ? injected : standingFor(injected);
      if (result.kind === 'value') place(result.node, value);
      else for (const made of returnsOf(contentOf(result.node, unit))) place(made, value);
    }
    if (ts.isCallExpression(node)) placeCall(node);
    if (isCall(node)) placeArguments(node);
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) place(node.expression, typed(node.type));
    if (ts.isVariableDeclaration(node) && node.initializer !== undefined) place(node.initializer, typed(node.type));
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken && isStandIn(node.right))
      follow(() => {
        // What the repository has of its own stands for nothing.
        place(node.right, sdkOnly(valueOf(node.left)) ?? UNKNOWN);
      });
  }

  function follow(toPlace: () => void): void {
    toPlace();
    followed.push(toPlace);
  }

  function placeCall(node: ts.CallExpression): void {
    const module = mockedModule(node);
    if (module?.contents !== undefined) {
      const value = moduleValue(module.specifier, node);
      const contents = contentOf(module.contents, unit);
      for (const made of ts.isObjectLiteralExpression(contents) ? [contents] : returnsOf(contents)) place(made, value);
    }
    const [target, ...sources] = node.arguments;
    const standIns = target !== undefined && isObjectAssign(node, unit) ? sources.filter(isStandIn) : [];
    for (const standIn of standIns)
      follow(() => {
        if (target !== undefined) place(standIn, valueOf(target));
      });
    const configured = configuredMock(node);
    if (configured !== undefined)
      follow(() => {
        placeResult(configured.result.kind, configured.result.node, valueOf(configured.mock));
      });
  }

  function moduleValue(specifier: string, node: ts.Node): Value {
    const sdkName = unit.graph.sdkModule(specifier, unit.fileName);
    if (sdkName !== undefined) return { kind: 'sdk-module', name: sdkName, node, unit };
    const location = unit.graph.project.resolveModule(specifier, unit.fileName);
    const target = location.kind === 'file' ? unit.graph.load(location.fileName) : undefined;
    return target === undefined ? UNKNOWN : { kind: 'module', unit: target };
  }

  /** What a literal of a written type stands for. */
  function typed(type: ts.TypeNode | undefined): Value {
    return standingFor(evaluateType(mockedType(type), unit));
  }

  /** `mockDeep<ClerkClient>()`, whichever library's. */
  function madeOfType(node: ts.Expression): Value | undefined {
    if (!ts.isCallExpression(node) || !/mock|stub|fake/i.test(node.expression.getText(unit.source))) return undefined;
    return sdkOnly(typed(node.typeArguments?.[0]));
  }

  /**
   * What a variable's written type says, the libraries' wrappers around it included: `let client:
   * jest.Mocked<ClerkClient>`.
   */
  function declaredAs(expression: ts.Expression): Value | undefined {
    const node = unwrap(expression);
    const declaration = unit.scope.declarationOf(node);
    return declaration !== undefined && hasWrittenType(declaration) ? sdkOnly(typed(declaration.type)) : undefined;
  }

  /** Whether an expression is made of what the file doesn't show: a function or an object of another file. */
  function isOutOfSight(node: ts.Expression): boolean {
    return !IN_SIGHT.has(originOf(node).kind) && madeOfType(node) === undefined && evaluate(node, unit).kind !== 'sdk';
  }

  function isStandIn(node: ts.Expression): boolean {
    const content = contentOf(node, unit);
    return ts.isObjectLiteralExpression(content) || classMadeBy(content) !== undefined;
  }

  /** The class of the file that an expression makes an object of. */
  function classMadeBy(node: ts.Expression): ts.ClassLikeDeclaration | undefined {
    const origin = originOf(node);
    const made = origin.kind === 'instance' ? evaluate(origin.call.expression, unit) : undefined;
    return made?.kind === 'class' && made.unit === unit ? made.node : undefined;
  }

  /** What the parameters of a function or constructor are, for the literals that it is given. */
  function placeArguments(node: ts.CallExpression | ts.NewExpression): void {
    const standIns = (node.arguments ?? []).map((argument) => (isStandIn(argument) ? argument : undefined));
    if (standIns.every((argument) => argument === undefined)) return;
    const callee = evaluate(node.expression, unit);
    if (callee.kind !== 'function' && callee.kind !== 'class') return;
    const definition = callee.kind === 'function' ? callee.node : callee.node.members.find(ts.isConstructorDeclaration);
    if (definition === undefined) return;
    parametersOf(definition).forEach((parameter, index) => {
      const argument = standIns[index];
      if (argument === undefined) return;
      if (ts.isIdentifier(parameter.name)) place(argument, standingFor(evaluate(parameter.name, callee.unit)));
      else placePattern(parameter.name, argument, callee.unit);
    });
  }

  function placePattern(pattern: ts.BindingPattern, argument: ts.Expression, owner: Unit): void {
    if (!ts.isObjectBindingPattern(pattern)) return;
    for (const element of pattern.elements) {
      const declared = declaredBy(element);
      const made = declared.kind === 'part' ? propertyIn(contentOf(argument, unit), declared.name) : undefined;
      if (made !== undefined && ts.isIdentifier(element.name))
        place(made, sdkOnly(evaluate(element.name, owner)) ?? UNKNOWN);
    }
  }
}

/** What an object may stand for: one of the SDK's, or what a type says to hold one. */
function standingFor(value: Value): Value {
  return value.kind === 'sdk' || value.kind === 'typed' ? value : UNKNOWN;
}

function sdkOnly(value: Value): SdkValue | undefined {
  return value.kind === 'sdk' ? value : undefined;
}

/** Whether all that a class gives its objects stands in it, as methods and fields with a value. */
function showsItsMembers(made: ts.ClassLikeDeclaration): boolean {
  return (
    baseOf(made) === undefined &&
    made.members.every(
      (member) =>
        ts.isMethodDeclaration(member) || (ts.isPropertyDeclaration(member) && member.initializer !== undefined),
    )
  );
}

/** What shows what it gives, or gives nothing. */
const IN_SIGHT: ReadonlySet<Origin['kind']> = new Set(['function', 'nothing', 'data']);

/** A file in `__mocks__` stands for the package that its path names. */
function placeManualMock(
  unit: Unit,
  place: (node: ts.Expression, value: Value) => void,
  placeResult: (kind: 'function', node: ts.Node, value: Value) => void,
): void {
  const specifier = /\/__mocks__\/(.+?)(?:\/index)?\.[cm]?[jt]sx?$/.exec(unit.fileName)?.[1];
  if (specifier === undefined || !isSdkModule(specifier)) return;
  for (const name of Object.keys(EXPORTS[packageOf(specifier)] ?? {})) {
    const value = evaluateProperty(
      { kind: 'sdk-module', name: specifier, node: unit.source, unit },
      name,
      unit.source,
      unit,
    );
    for (const entry of exportsNamed(unit, name)) {
      if (entry.kind === 'forwarded') continue;
      const declared = entry.kind === 'declaration' ? declaredBy(entry.node) : undefined;
      if (entry.kind === 'expression') place(entry.node, value);
      else if (declared?.kind === 'value') place(declared.of, value);
      else placeResult('function', entry.node, value);
    }
  }
}
