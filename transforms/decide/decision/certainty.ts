import type { ts } from 'ts-morph';

/** Whether something happens: it doesn't, it does, or it may, because of what can't be seen at a node. */
export type Certainty = 'no' | 'yes' | { readonly perhaps: ts.Node };

/** Whether one of several things happens. Each is asked only if none before it does. */
export function anyOf(...questions: readonly (() => Certainty)[]): Certainty {
  let answer: Certainty = 'no';
  for (const ask of questions) {
    const next = ask();
    if (next === 'yes') return 'yes';
    if (answer === 'no') answer = next;
  }
  return answer;
}

export function perhaps(node: ts.Node | undefined): Certainty {
  return node === undefined ? 'no' : { perhaps: node };
}

export function certainly(is: boolean): Certainty {
  return is ? 'yes' : 'no';
}
