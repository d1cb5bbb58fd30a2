import type { ts } from 'ts-morph';
import type { Unit } from '../../language/unit.ts';
import { nameText } from '../../syntax.ts';
import { changesAt, changesAtMention } from './object-changes.ts';
import { firstView, keyOf, valueOf, type Question, type Step, type View } from './question.ts';
import { sourcesOfResult } from './source-of-call.ts';
import { sourcesOfDeclaration, sourcesOfVariable } from './source-of-name.ts';
import { sourcesOfValue } from './source-of-value.ts';
import { GENERAL, type Place, type Source } from './source.ts';

/** What `start` may be made of: a value that comes back to itself adds nothing. */
export function followSources(start: ts.Expression, unit: Unit): readonly Source[] {
  const view = firstView(start, unit);
  return follow([valueOf(start, view)], view);
}

/** What is done to an object, where it is mentioned, before it is used. */
export function followChanges(mention: ts.Expression, use: ts.Expression, unit: Unit): readonly Source[] {
  const view = firstView(use, unit);
  return follow(changesAt(mention, view), view);
}

/** All that some steps lead to. Each question is asked once. */
function follow(first: readonly Step[], view: View): readonly Source[] {
  const found: Source[] = [];
  const asked = new Map<ts.Node, Set<string>>();
  const isNew = (question: Question): boolean => {
    const keys = asked.get(question.node) ?? new Set();
    asked.set(question.node, keys);
    const key = keyOf(question);
    return !keys.has(key) && keys.add(key).size > 0;
  };
  // The last one is the next: what is found stands in the order of the code that leads there.
  const open: (Source | Question)[] = inView(first, view).reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!('about' in next)) found.push(next);
    else if (isNew(next)) open.push(...inView(stepsFrom(next), next.view).reverse());
  }
  return found;
}

function stepsFrom(question: Question): readonly Step[] {
  switch (question.about) {
    case 'value':
      return sourcesOfValue(question.node, question.view);
    case 'result':
      return sourcesOfResult(question.node, question.view);
    case 'variable':
      return sourcesOfVariable(question.binding, question.node, question.view);
    case 'declaration':
      return sourcesOfDeclaration(question.node, question.view);
    case 'mention':
      return changesAtMention(question.node, question.view);
  }
}

function inView(steps: readonly Step[], view: View): (Source | Question)[] {
  const { isPart, without, put } = view;
  return steps.flatMap((step): (Source | Question)[] =>
    'about' in step ? [step] : shown(step, view).map((place): Source => ({ isPart, without, put, ...place })),
  );
}

/** What a view shows of a place. */
function shown(place: Place, { isPart, isTyped, seenFrom }: View): readonly Place[] {
  switch (place.kind) {
    // An object takes nothing over from what isn't there.
    case 'missing':
      return isPart ? [] : [place];
    case 'typed':
      return isTyped ? [] : [place];
    case 'general':
      return [place];
    case 'assigned':
    case 'unseen':
      return seenFrom === undefined ? [place] : [{ ...place, node: seenFrom }];
    case 'literal':
      return seenFrom === undefined ? [place] : literalFrom(seenFrom, place.literal);
  }
}

/** A literal of another file, at the node of this one that leads there. */
function literalFrom(node: ts.Node, { properties }: ts.ObjectLiteralExpression): readonly Place[] {
  const names = properties.map(({ name }) => nameText(name));
  return names.every((name) => name !== undefined)
    ? [GENERAL, ...names.map((name): Place => ({ kind: 'assigned', node, name }))]
    : [{ kind: 'unseen', node }];
}
