import { ts } from 'ts-morph';
import { stepForward } from '../../flow/uses.ts';
import { globalFunctionName } from '../../language/is-global.ts';
import type { Unit } from '../../language/unit.ts';
import { accessOf, unwrap } from '../../syntax.ts';
import { Worklist } from '../../worklist.ts';

/** What a call gives a method, without its `this`. */
type Given = readonly ts.Expression[];

/**
 * What the calls in sight give a method that was taken off its object: by the name that it is kept under, by `call`,
 * `apply` and `bind`, and by a function that it is handed to together with its arguments, alone or in a literal.
 *
 * @param method the expression that takes it off, or the name that a pattern gives it
 */
export function argumentsGiven(method: ts.Expression, unit: Unit): readonly Given[] {
  const found: Given[] = [];
  const mentions = new Worklist<Mention>(
    ts.isIdentifier(method) ? mentionsOf(method, [], unit) : [{ method, bound: [] }],
    (mention) => [mention.method],
  );
  for (const mention of mentions) {
    const { given, kept } = followed(mention, unit);
    if (given !== undefined) found.push(given);
    mentions.add(kept);
  }
  return found;
}

/** A mention of a method, with the arguments that it is bound to. */
interface Mention {
  readonly method: ts.Expression;
  readonly bound: Given;
}

/** What a mention of a method gives it, and where it is kept. */
interface Followed {
  readonly given?: Given | undefined;
  readonly kept: readonly Mention[];
}

function followed({ method, bound }: Mention, unit: Unit): Followed {
  const use = stepForward(method);
  switch (use.kind) {
    case 'same':
      return { kept: [{ method: use.to, bound }] };
    case 'name':
      return { kept: mentionsOf(use.name, bound, unit) };
    case 'assigned':
      return { kept: mentionsOf(use.target, bound, unit) };
    case 'called':
      return { given: [...bound, ...('arguments' in use.by ? (use.by.arguments ?? []) : [])], kept: [] };
    case 'argument': {
      const others = (use.call.arguments ?? []).slice(use.index + 1);
      const isApplied = globalFunctionName(use.call.expression, unit) === 'Reflect.apply';
      const list = isApplied ? others[1] : others.length === 1 ? others[0] : undefined;
      const inList = listed(list);
      return { given: [...bound, ...(isApplied || inList.length > 0 ? inList : others)], kept: [] };
    }
    // `call([user, user.update], { … })`, `call({ context: user, fn: user.update }, { … })`
    case 'member':
      return { kept: [{ method: use.of, bound }] };
    case 'method':
      return followedByMethod(use.call, bound);
    default:
      return { kept: [] };
  }
}

function followedByMethod(call: ts.CallExpression, bound: Given): Followed {
  const [, ...others] = call.arguments;
  switch (accessOf(unwrap(call.expression))?.name) {
    case 'call':
      return { given: [...bound, ...others], kept: [] };
    case 'apply':
      return { given: [...bound, ...listed(others[0])], kept: [] };
    case 'bind':
      return { kept: [{ method: call, bound: [...bound, ...others] }] };
    default:
      return { kept: [] };
  }
}

function listed(list: ts.Expression | undefined): Given {
  const node = list === undefined ? undefined : unwrap(list);
  return node !== undefined && ts.isArrayLiteralExpression(node) ? node.elements : [];
}

function mentionsOf(name: ts.Node, bound: Given, unit: Unit): Mention[] {
  return unit.scope.bindingOf(name)?.references.map((method) => ({ method, bound })) ?? [];
}
