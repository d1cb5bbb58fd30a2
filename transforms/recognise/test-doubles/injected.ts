/** What containers inject, by NestJS's names: `@Inject('CLERK') clerk: ClerkClient`, and a test's double for it. */
import { ts } from 'ts-morph';
import { filesWriting } from '../../language/files-writing.ts';
import type { Unit } from '../../language/unit.ts';
import { memoizeBy } from '../../memoize.ts';
import { accessOf, nameText, unwrap, valueOfMember } from '../../syntax.ts';
import { nodesIn } from '../../tree.ts';
import { evaluate, evaluateType } from '../evaluator/evaluator.ts';
import { constantText } from '../http/read-text.ts';
import { UNKNOWN, type Value } from '../sdk/value.ts';
import type { MockResult } from '../frameworks/mocks.ts';

/** What is injected in the place of what a token names. */
interface Provided {
  readonly token: ts.Expression;
  readonly result: MockResult;
}

/** What a provider says: `{ provide: TOKEN, useValue: double }`, `.overrideProvider(TOKEN).useValue(double)`. */
export function providedAt(node: ts.Node): Provided | undefined {
  if (ts.isObjectLiteralExpression(node)) {
    const token = memberOf(node, 'provide');
    const value = token && memberOf(node, 'useValue');
    const factory = token && memberOf(node, 'useFactory');
    return token && providedBy(token, value, factory);
  }
  if (!ts.isCallExpression(node)) return undefined;
  const method = accessOf(unwrap(node.expression));
  const overriding = method && unwrap(method.object);
  if (!overriding || !ts.isCallExpression(overriding)) return undefined;
  const [token] = overriding.arguments;
  const [given] = node.arguments;
  if (token === undefined || accessOf(unwrap(overriding.expression))?.name !== 'overrideProvider') return undefined;
  if (method.name === 'useValue') return providedBy(token, given, undefined);
  const factory = given && unwrap(given);
  return method.name === 'useFactory' && factory && ts.isObjectLiteralExpression(factory)
    ? providedBy(token, undefined, memberOf(factory, 'factory'))
    : undefined;
}

function providedBy(
  token: ts.Expression,
  value: ts.Expression | undefined,
  factory: ts.Expression | undefined,
): Provided | undefined {
  if (value !== undefined) return { token, result: { kind: 'value', node: value } };
  return factory && { token, result: { kind: 'function', node: factory } };
}

function memberOf(literal: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const property = literal.properties.find((one) => nameText(one.name) === name);
  return property && valueOfMember(property);
}

/** What has a token as its name: an object of a class, or what classes say that are given it. */
export function injectedFor(token: ts.Expression, unit: Unit): Value {
  const value = evaluate(token, unit);
  if (value.kind === 'class') return { kind: 'instance', node: value.node, unit: value.unit };
  return injectedUnder(keyOf(token, unit), unit);
}

const injectedUnder = memoizeBy(
  (key: string, unit: Unit) => [unit, key],
  (key, unit): Value => {
    const files = filesWriting(key, unit, (_, text) => !INJECTING.test(text))?.units ?? [];
    for (const home of files)
      for (const { expression, parent } of nodesIn(home.source, ts.isDecorator)) {
        const call = unwrap(expression);
        const [token] = ts.isCallExpression(call) && INJECTING.test(call.expression.getText()) ? call.arguments : [];
        const isTyped = ts.isParameter(parent) || ts.isPropertyDeclaration(parent);
        if (token !== undefined && isTyped && parent.type !== undefined && keyOf(token, home) === key)
          return evaluateType(parent.type, home);
      }
    return UNKNOWN;
  },
);

const INJECTING = /\bInject\b/;

/** What tells a token: the text that it is, or its name. */
function keyOf(token: ts.Expression, unit: Unit): string {
  return constantText({ node: token, unit }) ?? accessOf(unwrap(token))?.name ?? unwrap(token).getText(unit.source);
}
