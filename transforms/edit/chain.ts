import type { SplitShape } from '../decide/decision/plan.ts';
import type { Layout } from './layout.ts';
import type { NamedSplit } from './naming.ts';
import type { SplitTexts, TwoCalls } from './split-texts.ts';

/** The two calls as one expression. */
export function chainOf({ general, metadata, guard }: TwoCalls, { newline, indent, unit }: Layout): string {
  if (general === undefined) return metadata;
  if (guard === undefined) return `${general}.then(() => ${metadata})`;
  const [one, two] = [`${newline}${indent}${unit}`, `${newline}${indent}${unit}${unit}`];
  return `${general}.then((${guard.result}) =>${one}${guard.condition}${two}? ${metadata}${two}: ${guard.result},${newline}${indent})`;
}

/**
 * The same where there is room for an expression only: what is bound is given to a function that is called on the spot,
 * in order, at once.
 */
export function callChain(
  { present, isNested }: Extract<SplitShape, { kind: 'call-chain' }>,
  texts: SplitTexts,
  layout: Layout,
): string {
  const { names, values } = texts;
  const onTheSpot = (from: number, to: number, body: string): string =>
    from === to ? body : `((${names.slice(from, to).join(', ')}) => ${body})(${values.slice(from, to).join(', ')})`;
  const nested = isNested ? 1 : 0;
  const whole = onTheSpot(0, nested, onTheSpot(nested, names.length, chainOf(texts, layout)));
  return present === undefined ? whole : `(${present.path.getText()} == null ? undefined : ${whole})`;
}

/**
 * `((users) => users && ((userId, { publicMetadata, ...rest }) => …))(await connect())?.(await nextId(), { … })`: the
 * arguments stay where they were, behind the same condition.
 */
export function optionalCall(
  { site, method, bound, params }: NamedSplit,
  texts: SplitTexts,
  isTyped: boolean,
  layout: Layout,
): string {
  const [receiver, ...args] = bound.map(({ name }) => name);
  const [start] = texts.values;
  const on = receiver ?? '';
  const ids = args.slice(0, -1);
  const call = (name: string, params: string): string => `${on}.${name}(${[...ids, params].join(', ')})`;
  const calls: TwoCalls = {
    guard: texts.guard,
    general: call(site.change.method, texts.generalParams),
    metadata: call(
      method,
      isTyped && site.surface === 'frontend' && texts.guard === undefined ? certainly(params) : texts.metadataParams,
    ),
  };
  const both = chainOf(calls, layout);
  const parameters = isTyped
    ? `...[${args.join(', ')}]: Required<Parameters<typeof ${on}.${site.change.method}>>`
    : args.join(', ');
  return `((${on}) => ${on} && ((${parameters}) => ${both}))(${start ?? ''})?.(${texts.args})`;
}

/** Metadata that is there for certain, whatever the type of the params says. */
function certainly(params: NamedSplit['params']): string {
  const fields = params.kind === 'run-time' ? params.fields : [];
  return `{ ${fields.map(({ field, name }) => `${field}: ${name}!`).join(', ')} }`;
}
