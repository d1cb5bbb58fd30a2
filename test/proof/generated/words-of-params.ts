/** What stands around the metadata in the params, and how the params reach the call. */
import fc from 'fast-check';
import { choose } from './choose.ts';
import { metadataValue } from './words-of-metadata.ts';

// The params around it.

const generalValue = choose(
  [6, "'New'"],
  [3, 'text'],
  'options.name',
  'title',
  "fx('v$N', 'Effect') as string",
  '`${text}.`',
  'counter++ > 0 ? text : "b"',
  'options.label.text',
  '$U.$G',
  'text.trim()',
  'maybe',
  'touch($U) as string',
  "(await $OLD($IDW{ $F2: { plan: 'inner' } })).id",
  "(await $OLD($IDW{ $G: 'Inner', $F2: { plan: 'inner' } })).id",
);
const generalEntry = fc.oneof(
  { weight: 8, arbitrary: generalValue.map((text) => `$G: ${text}`) },
  { weight: 1, arbitrary: generalValue.map((text) => `...(flag && { $G: ${text} })`) },
  { weight: 1, arbitrary: generalValue.map((text) => `'$G2': ${text}`) },
  { weight: 1, arbitrary: choose('...onlyGeneral', '...(maybe ? { $G2: maybe } : {})') },
);

export interface Field {
  readonly field: number;
  readonly value: string;
  readonly conditional: string;
}
const fieldEntry: fc.Arbitrary<Field> = fc.record({
  field: fc.nat(2),
  value: metadataValue,
  conditional: choose([14, ''], '...(flag && {})', '...(flag ? {} : {})'),
});

/** The elements of the params, general ones among the metadata. */
export const paramEntries = fc.record({
  fields: fc.oneof(
    { weight: 7, arbitrary: fc.tuple(fieldEntry) },
    { weight: 2, arbitrary: fc.tuple(fieldEntry, fieldEntry) },
  ),
  general: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 4, arbitrary: fc.array(fc.tuple(fc.boolean(), generalEntry), { minLength: 1, maxLength: 2 }) },
  ),
});

/** How the params reach the call; `$P` is their literal, `$PG` its general part, `$V` the first field's value. */
export const paramsForm = choose(
  '$P',
  '($P)',
  '$P as any',
  [3, 'const params = $P;\n=> params'],
  [2, 'const params: any = { $PG };\nparams.$F = $V;\n=> params'],
  [2, 'const params: any = { $PG };\nif (flag) params.$F = $V;\n=> params'],
  'const params: any = { $PG };\nif (flag) {\n  params.$F = $V;\n  log("assigned$N");\n}\n=> params',
  'const params: any = {};\nparams.$G = text;\nparams.$F = $V;\nparams.$F.late = 1;\n=> params',
  'const params: any = $P;\nparams.$F = $V;\n=> params',
  'const params: any = $P;\nlog("params$N", params);\n=> params',
  'const params: any = $P;\nif (maybe) params.$G2 = maybe;\n=> params',
  'let params: any = $P;\nif (flag) params = { $PG };\n=> params',
  [2, 'input'],
  [2, 'onlyMetadata'],
  '{ ...input, $F: $V }',
  '{ ...onlyGeneral, $F: $V }',
  '{ $G: text, ...onlyMetadata }',
  'flag ? $P : { $PG }',
  'fx("p$N", $P) as any',
  '{ ...(flag ? $P : { $PG }) }',
  'onlyGeneral',
  '{ ...input }',
);
