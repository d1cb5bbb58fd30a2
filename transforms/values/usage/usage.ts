import { ts } from 'ts-morph';
import { mentionsArguments } from '../../language/mentions-arguments.ts';
import { stepForward, useOf, type Use } from '../../flow/uses.ts';
import { isExported } from '../../language/exported.ts';
import { mentionsOfFunction } from '../../language/functions.ts';
import { reactFunction } from '../../language/react.ts';
import { isWriteTarget, type Binding } from '../../language/scope.ts';
import { accessOf, isAccess, parametersOf, wrapped } from '../../syntax.ts';
import { heldBy } from '../../flow/held.ts';
import { containerOf } from '../../tree.ts';
import { NULLISH, PRIMITIVE, within } from '../kinds/kinds.ts';
import { isOnlyRendered } from './rendered.ts';
import { kindsOf } from '../kinds/possible-kinds.ts';
import { usageAsArgument, usageByMethod, usageBySetting } from './usage-by-call.ts';
import {
  COPY_OF,
  isCopy,
  isIrrelevant,
  namesIn,
  NOTHING_IRRELEVANT,
  ofEachShare,
  worst,
  type Following,
  type FunctionsGiven,
  type Irrelevant,
  type Passage,
  type Share,
  type Usage,
} from './usage-domain.ts';
import { reactiveFunction } from '../../recognise/frameworks/reactive-functions.ts';
import { usageByComponent, usageOfProperty } from './usage-in-component.ts';
import { functionsGiven } from './usage-in-functions.ts';
import { memoize } from '../../memoize.ts';
import type { Unit } from '../../language/unit.ts';

/** What is asked in one go. */
interface Asked {
  readonly unit: Unit;
  /** The params of the call: what goes into them is serialised and no more. */
  readonly sent: ts.Node;
  readonly irrelevant: Irrelevant;
  /** Whether it is asked for what may happen at most: then what turns out to be a primitive counts as well. */
  readonly isAtMost?: boolean;
  /** The function in sight that was given what is followed here, and what of it was found to be returned. */
  readonly inside?: { readonly fn: ts.Node; readonly returns: Set<Share> };
}

/**
 * What happens to the object that `node` evaluates to, or to what is read from it.
 * What goes into `sent`, the params of the call, is serialised and no more.
 */
export function usageOf(
  node: ts.Expression,
  sent: ts.Node,
  unit: Unit,
  irrelevant: Irrelevant = NOTHING_IRRELEVANT,
  share: Share = 'whole',
): Usage {
  return follow({ sent, unit, irrelevant }).of(node, share);
}

/** What happens to the object that a variable holds, under this name. */
export function usageOfBinding(
  binding: Binding,
  sent: ts.Node,
  unit: Unit,
  irrelevant: Irrelevant = NOTHING_IRRELEVANT,
  share: Share = 'whole',
): Usage {
  return follow({ sent, unit, irrelevant }).under(binding, share);
}

/** What happens to what a component keeps in functions that are given to what sets it. */
export function usageOfSetting(state: ts.CallExpression, sent: ts.Node, unit: Unit): Usage {
  return usageBySetting(state, 'whole', follow({ sent, unit, irrelevant: NOTHING_IRRELEVANT }));
}

/**
 * The most that may happen to what an expression evaluates to, or a variable holds, whatever is sent and whatever is
 * irrelevant. It is asked once, so it is a good question to begin with.
 */
export function usageAtMost(of: ts.Expression | Binding, unit: Unit): Usage {
  return usageAtMostIn(unit)(of);
}

const usageAtMostIn = memoize(createUsageAtMost);

function createUsageAtMost(unit: Unit): (of: ts.Expression | Binding) => Usage {
  const answers = new WeakMap<ts.Expression | Binding, Usage>();
  const asked: Asked = { unit, sent: unit.source, irrelevant: { ...NOTHING_IRRELEVANT }, isAtMost: true };
  return (of) => {
    const answer =
      answers.get(of) ?? ('references' in of ? follow(asked).under(of, 'whole') : follow(asked).of(of, 'whole'));
    answers.set(of, answer);
    return answer;
  };
}

/** What a function does with the object that `node` evaluates to, but for returning it. */
export function usageWithin(node: ts.Expression, fn: ts.FunctionLikeDeclaration, unit: Unit): Usage {
  const inside = { fn, returns: new Set<Share>() };
  return follow({ sent: fn, unit, irrelevant: NOTHING_IRRELEVANT, inside }).of(node, 'whole');
}

interface Follower extends Following {
  /** What happens to an object under the name that a variable gives it. */
  readonly under: (binding: Binding, share: Share) => Usage;
}

function follow(
  asked: Asked,
  given: FunctionsGiven = functionsGiven(asked.sent, asked.irrelevant, asked.unit.graph, (passage, others) => {
    const { fn, unit } = passage;
    const inside = { fn, returns: new Set<Share>() };
    const follower = follow({ ...asked, unit, inside }, others);
    return { usage: usageInside(passage, follower), returns: inside.returns };
  }),
): Follower {
  const { unit, irrelevant } = asked;
  const names = ofEachShare(() => new Set<Binding>());
  const results = ofEachShare(() => new Set<ts.Node>());
  const follower: Follower = {
    unit,
    given,
    of(node, share) {
      if (node === asked.sent) return 'read';
      const usage = usageAt(stepForward(node), share, asked, follower);
      // A primitive can't be changed, wherever it goes.
      return usage === 'escape' && asked.isAtMost !== true && within(kindsOf(node, unit), PRIMITIVE | NULLISH)
        ? 'read'
        : usage;
    },
    result(call, share) {
      if (results[share].has(call)) return 'read';
      results[share].add(call);
      return follower.of(call, share);
    },
    named: (name, share) =>
      worst(
        namesIn(name, unit, share, irrelevant.keys).map(({ binding, share: as }) =>
          binding === undefined ? 'escape' : follower.under(binding, as),
        ),
      ),
    under(binding, share) {
      if (names[share].has(binding)) return 'read';
      names[share].add(binding);
      const { declaration, references } = binding;
      const usages = references.map((mention) => usageOfMention(mention, share, irrelevant, follower));
      return worst(declaration !== undefined && isExported(declaration) ? ['escape', ...usages] : usages);
    },
  };
  return follower;
}

function usageOfMention(mention: ts.Identifier, share: Share, irrelevant: Irrelevant, follower: Follower): Usage {
  const use = useOf(mention);
  // What other files do with it may happen at any time.
  if (use.kind === 'exported') return 'escape';
  const value = isWriteTarget(mention) ? (use.kind === 'written' ? use.kept : undefined) : mention;
  const usage = value === undefined ? 'read' : follower.of(value, share);
  return usage !== 'read' && irrelevant.isLate(mention, usage) ? 'read' : usage;
}

/** What a use does with the object, or what becomes of it further on. */
function usageAt(use: Use, share: Share, asked: Asked, follower: Follower): Usage {
  const { unit } = asked;
  switch (use.kind) {
    case 'asked':
    case 'called':
      return 'read';
    case 'written':
      return 'mutation';
    case 'same':
    case 'awaited':
      return follower.of(use.to, share);
    case 'name':
      return follower.named(use.name, share);
    case 'assigned': {
      const literal = isAccess(use.target) ? heldBy(use.target.expression, unit) : undefined;
      if (literal !== undefined && ts.isObjectLiteralExpression(literal))
        return worst([
          use.to === undefined ? 'read' : follower.of(use.to, share),
          follower.of(wrapped(literal), 'copy'),
        ]);
      const binding = unit.scope.bindingOf(use.target);
      // What belongs to another function may be mentioned there at any time.
      const isOwn = binding?.declaration !== undefined && containerOf(binding.declaration) === containerOf(use.target);
      return worst([
        use.to === undefined ? 'read' : follower.of(use.to, share),
        isOwn ? follower.under(binding, share) : 'escape',
      ]);
    }
    case 'part':
      if (isCopy(share) && isWriteTarget(use.access)) return 'read';
      if (asked.irrelevant.isAskedApart?.(use.access) === true) return 'read';
      return isIrrelevant(accessOf(use.access)?.name, share, asked.irrelevant)
        ? 'read'
        : follower.of(use.access, 'object');
    case 'method':
      return usageByMethod(use.access, use.call, share, follower);
    case 'argument':
      return usageAsArgument(use.call, use.index, share, follower);
    // A copy shares what is inside, so it must not be changed either.
    case 'member':
      return follower.of(use.of, 'copy');
    case 'spread':
      if (ts.isObjectLiteralExpression(use.into)) return follower.of(use.into, COPY_OF[share]);
      return ts.isArrayLiteralExpression(use.into)
        ? follower.of(use.into, 'copy')
        : usageAsArgument(use.into, -1, 'object', follower);
    case 'each':
      return ts.isVariableDeclarationList(use.head)
        ? worst(use.head.declarations.map(({ name }) => follower.named(name, 'object')))
        : 'escape';
    case 'returned':
      return usageOfReturned(use.from, share, asked, follower);
    case 'markup': {
      const isAttribute = ts.isJsxSpreadAttribute(use.at) || ts.isJsxAttribute(use.at.parent);
      return (isAttribute && unit.component !== undefined) || !isOnlyRendered(use.at, unit)
        ? 'escape'
        : usageByComponent(use.at, share, follower);
    }
    case 'tag':
    case 'exported':
    case 'unknown':
      return 'escape';
  }
}

/** What happens to what a function returns: that is asked where the function is called. */
function usageOfReturned(
  fn: ts.SignatureDeclaration,
  share: Share,
  { inside, unit, irrelevant }: Asked,
  follower: Follower,
): Usage {
  if (fn === inside?.fn) {
    inside.returns.add(share);
    return 'read';
  }
  if (irrelevant.givesWhatAllHave?.(fn) === true) return usageOfResults(fn, share, follower);
  const { parent: call } = fn;
  if (!ts.isCallExpression(call) || call.arguments[0] !== fn) return 'escape';
  const hook = reactFunction(call, unit);
  if (hook === 'useMemo') return follower.result(call, share);
  if (hook === 'useState') return usageAsArgument(call, 0, share, follower);
  switch (reactiveFunction(call.expression, unit)) {
    case '$derived.by':
      return follower.result(call, share);
    // In a script it is `.value` of what this gives, in markup that itself.
    case 'computed':
      return follower.result(call, 'object');
    default:
      return 'escape';
  }
}

/** What happens in the file to what a function gives each time that it is called. */
function usageOfResults(fn: ts.SignatureDeclaration, share: Share, follower: Follower): Usage {
  const mentions = mentionsOfFunction(fn, follower.unit);
  if (mentions === undefined) return 'escape';
  return worst(
    mentions.map((mention) => {
      const use = useOf(mention);
      if (use.kind === 'called' && ts.isCallExpression(use.by)) return follower.result(use.by, share);
      return use.kind === 'exported' || ts.isTypeQueryNode(mention.parent) ? 'read' : 'escape';
    }),
  );
}

/** What happens to what a function gets as a parameter. */
function usageInside({ fn, index, share, property }: Passage, follower: Follower): Usage {
  const parameters = parametersOf(fn);
  const parameter = parameters[index];
  const rest = parameters.findIndex(({ dotDotDotToken }) => dotDotDotToken !== undefined);
  if ((rest !== -1 && rest <= index) || mentionsArguments(fn)) return 'escape';
  if (parameter === undefined) return 'read';
  return property === undefined
    ? follower.named(parameter.name, share)
    : usageOfProperty(parameter.name, property, share, follower);
}
