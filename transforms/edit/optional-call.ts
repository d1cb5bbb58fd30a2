import type { NamedSplit } from './naming.ts';
import type { SplitTexts, TwoCalls } from './split-texts.ts';

/**
 * `((users) => users && ((userId, { publicMetadata, ...rest }) => …))(await connect())?.(await nextId(), { … })`: the
 * arguments stay where they were, behind the same condition.
 *
 * @param join puts the two calls together
 */
export function optionalCall(
  { site, method, bound, params }: NamedSplit,
  texts: SplitTexts,
  isTyped: boolean,
  join: (calls: TwoCalls) => string,
): string {
  const [receiver, ...args] = bound.map(({ name }) => name);
  const [start] = texts.values;
  const on = receiver ?? '';
  const ids = args.slice(0, -1);
  const call = (name: string, params: string): string => `${on}.${name}(${[...ids, params].join(', ')})`;
  const both = join({
    guard: texts.guard,
    general: call(site.change.method, texts.generalParams),
    metadata: call(
      method,
      isTyped && site.surface === 'frontend' && texts.guard === undefined ? certainly(params) : texts.metadataParams,
    ),
  });
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
