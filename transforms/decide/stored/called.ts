import { ts } from 'ts-morph';
import type { Unit } from '../../recognise/source/unit.ts';
import { accessOf, callsIn, unwrap } from '../../syntax.ts';
import type { Context } from '../context.ts';

/** A function of the repository. */
interface Called {
  readonly node: ts.FunctionLikeDeclaration;
  readonly unit: Unit;
}

/** The functions of the file that a call runs, or is given to run. */
export function functionsCalled(call: ts.CallExpression, context: Context): ts.Node[] {
  return calledBy(call, context.unit, context).flatMap(({ node, unit }) => (unit === context.unit ? [node] : []));
}

/** Whether a call is one of those asked for, or runs a function of the repository in which there is one. */
export function runs(call: ts.CallExpression, isAskedFor: (call: ts.CallExpression) => boolean, context: Context): boolean {
  const seen = new Set<ts.Node>();
  const open: { readonly call: ts.CallExpression; readonly unit: Unit }[] = [{ call, unit: context.unit }];
  for (let made = open.pop(); made !== undefined; made = open.pop()) {
    if (isAskedFor(made.call)) return true;
    for (const { node, unit } of calledBy(made.call, made.unit, context)) {
      if (seen.has(node)) continue;
      seen.add(node);
      open.push(...callsIn(node).map((inner) => ({ call: inner, unit })));
    }
  }
  return false;
}

function calledBy(call: ts.CallExpression, unit: Unit, context: Context): Called[] {
  return [call.expression, ...call.arguments].flatMap((expression) => functionsIn(expression, unit, context));
}

/** The functions that an expression may be: under a name, bound, by way of `.call()`, one of two. */
function functionsIn(expression: ts.Expression, unit: Unit, context: Context, asked: ReadonlySet<ts.Node> = new Set()): Called[] {
  const node = unwrap(expression);
  if (asked.has(node)) return [];
  const among = (...nodes: readonly ts.Expression[]): Called[] => nodes.flatMap((inner) => functionsIn(inner, unit, context, new Set([...asked, node])));
  const value = context.tracer.valueOf(node, unit);
  if (value.kind === 'function') return [value];
  if (ts.isConditionalExpression(node)) return among(node.whenTrue, node.whenFalse);
  if (ts.isBinaryExpression(node)) return among(node.left, node.right);
  if (ts.isIdentifier(node)) {
    const binding = unit.scope.bindingOf(node);
    const initial = binding?.declaration !== undefined && ts.isVariableDeclaration(binding.declaration) ? binding.declaration.initializer : undefined;
    return among(...[initial, ...(binding?.writes.map((write) => write.value) ?? [])].filter((source) => source !== undefined));
  }
  const access = accessOf(ts.isCallExpression(node) ? unwrap(node.expression) : node);
  return access !== undefined && /^(?:call|apply|bind)$/.test(access.name) ? among(access.object) : [];
}
