/** Whether two requests go to one instance of the service: each has users of its own, told by the key that is sent. */
import { ts } from 'ts-morph';
import { definitionOf, type Placed } from '../../flow/definitions.ts';
import { isNeverReassigned, type Binding } from '../../language/scope.ts';
import { constantText } from '../../recognise/http/read-text.ts';
import type { SentRequest } from '../../recognise/http/sent-requests.ts';
import type { SdkValue } from '../../recognise/sdk/value.ts';
import { containerOf, contains, nodesIn } from '../../tree.ts';
import { clientOf } from '../stored/fetch/subject.ts';

/** Whether two requests send the same key, as far as both show that they send one. */
export function isOfSameInstance(one: Sent, other: Sent): boolean {
  const [a, b] = [one.keys(), other.keys()];
  if (a.length === 0 || b.length === 0) return true;
  return a.length === b.length && a.every((key, index) => isSameKey(key, b[index], [one.node, other.node]));
}

type Sent = Pick<SentRequest, 'keys' | 'node'>;

/** @param requests both, which have what stands around them in common */
function isSameKey(one: Placed, other: Placed | undefined, requests: readonly ts.Node[]): boolean {
  if (other === undefined) return false;
  const [text, otherText] = [one, other].map(constantText);
  if (text !== undefined || otherText !== undefined) return text === otherText;
  const otherNames = namesIn(other);
  return (
    one.node.getText() === other.node.getText() &&
    namesIn(one).every((name, index) => {
      const binding = one.unit.scope.bindingOf(name);
      if (binding !== other.unit.scope.bindingOf(otherNames[index])) return false;
      return binding === undefined || (isNeverReassigned(binding) && isOneFor(requests, binding));
    })
  );
}

/** Whether a variable has one value for all requests: a function that makes headers has parameters of its own each time. */
function isOneFor(requests: readonly ts.Node[], { declaration }: Binding): boolean {
  const home = declaration === undefined ? undefined : containerOf(declaration);
  const isGivenNothing = home === undefined || !ts.isFunctionLike(home) || home.parameters.length === 0;
  return isGivenNothing || requests.every((request) => contains(home, request));
}

/**
 * Whether a request sends the key that a client of the SDK has: that of the environment, where nothing else is said, or
 * what the client is made with.
 */
export function isOfSameClient(client: SdkValue, { keys }: Pick<SentRequest, 'keys'>): boolean {
  const sent = keys();
  const made = clientOf(client);
  if (sent.length === 0 || made === undefined) return true;
  const texts = sent.map(textBehind);
  const isOfEnvironment = texts.some((text) => OF_ENVIRONMENT.test(text));
  if (made === 'default') return isOfEnvironment;
  const own = made.getText();
  const given = /\b(?:secretKey|apiKey)\s*:\s*([\w.[\]'"!]+)/.exec(own)?.[1];
  if (given === undefined || OF_ENVIRONMENT.test(own)) return isOfEnvironment;
  return texts.some((text) => text.split(BETWEEN_PATHS).includes(given));
}

/** What stands around the variables and property paths of a text. */
const BETWEEN_PATHS = /[^\w.[\]'"!]+/;

const OF_ENVIRONMENT = /\bCLERK_(?:SECRET|API)_KEY\b/;

/** What is written for a value, and for the constants that it is made of. */
function textBehind({ node, unit }: Placed): string {
  const behind = nodesIn(node, ts.isIdentifier).flatMap((name) => {
    const definition = definitionOf(name, unit);
    return definition.kind === 'expression' && definition.node !== node ? definition.node.getText() : [];
  });
  return [node.getText(), ...behind].join('\n');
}

function namesIn({ node }: Placed): readonly ts.Identifier[] {
  return nodesIn(node, ts.isIdentifier);
}
