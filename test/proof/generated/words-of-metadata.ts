/** What a metadata field is given: values, elements of literals, and whole values. */
import fc from 'fast-check';
import { choose } from './choose.ts';

// Values.

const primitive = choose(
  [6, "'admin'"],
  [3, '1'],
  'true',
  '`${text}!`',
  [24, '`${$U.$G}!`'],
  [3, 'text'],
  'count',
  'flag',
  'text.trim()',
  'list.length',
  '-count',
  '!flag',
  'count > 1',
  "text + '?'",
  'options.name',
  'options.label.text',
  'title',
  'String(loose)',
  'counter++',
  "fx('v$N', text) as string",
  'typeof loose',
  'JSON.stringify(obj)',
  "text === 'a'",
  "flag ? 'on' : 'off'",
  'date.toISOString()',
  'date',
  'new Date(0)',
  'list',
  '[1, text]',
  '[{ a: 1 }, { b: loose }]',
  'list.map((item) => item)',
  'shout',
  'options["name"]',
  "maybe ?? 'none'",
  "maybe || 'none'",
  "nullable ?? 'none'",
  "maybe !== undefined ? maybe : 'none'",
  "nullable == null ? 'none' : nullable",
  "typeof unsure === 'string' ? unsure : 'none'",
  'Array.isArray(loose) ? loose : []',
  "(text, 'comma')",
  "flag && 'yes'",
  'maybe === undefined || maybe.length > 0',
);
const maybeUndefined = choose(
  [14, 'undefined'],
  [34, 'maybe'],
  'void 0',
  'text || undefined',
  "flag ? 'on' : undefined",
  "maybe && 'set'",
  'maybe?.length',
  'obj.y',
  'list[0]',
  "list.find((item) => item === 'a')",
  'list.at(0)',
  'nullable ?? undefined',
  "typeof unsure === 'string' ? unsure : undefined",
  'unsure instanceof Date ? unsure : undefined',
  'alias',
  'list.pop()',
  'maybe ? maybe : undefined',
  'text[0]',
);
const hazard = choose(
  [16, 'null'],
  [5, '{}'],
  [8, '{ size: 1 }'],
  [14, 'loose'],
  [6, 'unsure'],
  [28, 'nullable'],
  'obj',
  'record',
  "{ role: 'inner', plan: { a: 1 } }",
  'record.role',
  "flag ? { size: 1 } : 'none'",
  'flag && { size: 1 }',
  "fx('v$N', loose)",
  "fx('v$N', { size: 1 })",
  'maybe ?? null',
  'nullable || null',
  '$Q?.plan',
  '$Q?.prefs',
  "loose ?? 'none'",
  "loose || 'none'",
  'loose && 1',
  "unsure === null ? 'none' : unsure",
  'known',
  '() => 1',
  "typeof unsure === 'object' ? unsure : 1",
  "unsure ? unsure : 'none'",
  '(text as string)',
  'list.length ? null : 1',
  'maybe! ?? null',
  "new Map([['a', 1]])",
  'Object.assign({}, obj)',
  '{ ...$Q?.prefs }',
  '{ get a() { return 1; } }',
);

/** Values that read the stored value at their own key belong to the key `prefs`. */
const nested = (value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      choose([6, '...$Q?.prefs, '], '...$Q?.plan, ', '', "role: 'first', ...$Q?.prefs, "),
      fc.array(fc.tuple(choose('theme', 'role', 'size'), value), { maxLength: 2 }),
      choose([6, ''], ', ...$Q?.prefs'),
    )
    .map(
      ([head, entries, tail]) =>
        `{ ${head}${entries.map(([key, text]) => `${key}: ${text}`).join(', ')}${entries.length === 0 ? tail.replace(', ', '') : tail} }`,
    );
const deeplyNested = choose(
  "{ ...$Q?.prefs, prefs: { ...$Q?.prefs?.prefs, theme: 'deep' } }",
  "{ ...$Q?.prefs, prefs: { theme: 'deep' } }",
  "{ ...$Q?.prefs, prefs: { ...$Q?.prefs, theme: 'deep' } }",
  '{ ...$Q?.prefs, ...(flag && { theme: text }) }',
  '{ ...$Q?.prefs, theme: undefined }',
  '{ ...($Q?.prefs ?? {}), theme: maybe }',
);

const value = fc.oneof(
  { withCrossShrink: true },
  { weight: 14, arbitrary: primitive },
  { weight: 5, arbitrary: maybeUndefined },
  { weight: 4, arbitrary: hazard },
);

// Elements of a metadata literal.

const key = choose([6, 'role'], [4, 'plan'], "'extra'", '[key]', "['extra']", '7', '`plan`'.length > 0 ? 'size' : '');
const property = fc.tuple(key, value).map(([name, text]) => `${name}: ${text}`);
const prefsProperty = fc
  .oneof({ weight: 3, arbitrary: nested(value) }, { weight: 2, arbitrary: deeplyNested })
  .map((text) => `prefs: ${text}`);
const shorthand = choose(
  'text',
  'maybe',
  'count',
  'flag',
  'title',
  'loose',
  'nullable',
  'list',
  'obj',
  'shout',
  'alias',
  'date',
);
const spread = fc.oneof(
  { weight: 3, arbitrary: property.map((entry) => `...(flag && { ${entry} })`) },
  { weight: 2, arbitrary: fc.tuple(property, property).map(([a, b]) => `...(flag ? { ${a} } : { ${b} })`) },
  { weight: 2, arbitrary: property.map((entry) => `...(flag ? { ${entry} } : {})`) },
  { weight: 1, arbitrary: value.map((text) => `...(maybe !== undefined && { role: maybe, plan: ${text} })`) },
  {
    weight: 3,
    arbitrary: choose(
      '...fixed',
      '...mixed',
      [32, '...changed'],
      [8, '...renamed'],
      '...flat',
      '...obj',
      '...record',
      '...(maybe && { role: maybe })',
      '...(nullable ? { role: nullable } : undefined)',
      '...(loose as object)',
      '...fx("v$N", { role: 1 }) as object',
      '...$S',
      '...(flag ? fixed : {})',
      '...{ plan: 1 }',
      '...leaky',
      '...(!flag || { role: maybe })',
      '...(maybe ? { role: { size: 1 } } : null)',
    ),
  },
);
const accessor = choose("get role() { return 'got'; }", 'plan() { return 1; }');
export const element = fc.oneof(
  { withCrossShrink: true },
  { weight: 12, arbitrary: property },
  { weight: 3, arbitrary: prefsProperty },
  { weight: 3, arbitrary: shorthand },
  { weight: 3, arbitrary: spread },
  { weight: 1, arbitrary: accessor.map((text) => text) },
);

/** A literal with the stored value spread first, elsewhere, twice, or not at all. */
const literal = fc
  .tuple(choose([14, 'first'], [3, 'last'], [3, 'none'], 'twice', 'middle'), fc.array(element, { maxLength: 3 }))
  .map(([where, elements]) => {
    const at =
      {
        first: ['...$S', ...elements],
        last: [...elements, '...$S'],
        none: elements,
        twice: ['...$S', ...elements, '...$S'],
        middle: [...elements.slice(0, 1), '...$S', ...elements.slice(1)],
      }[where] ?? elements;
    return at.length === 0 ? '{}' : `{ ${at.join(', ')} }`;
  });
export const metadataValue = fc.oneof(
  { withCrossShrink: true },
  { weight: 24, arbitrary: literal },
  {
    weight: 2,
    arbitrary: fc
      .array(element, { maxLength: 2 })
      .map((elements) => `Object.assign({}, $S, { ${elements.join(', ')} })`),
  },
  { weight: 1, arbitrary: literal.map((text) => `fx('v$N', ${text}) as object`) },
  { weight: 1, arbitrary: literal.map((text) => `(${text} as any)`) },
  { weight: 1, arbitrary: literal.map((text) => `flag ? ${text} : {}`) },
  {
    weight: 3,
    arbitrary: choose(
      '{}',
      'given',
      'undefined',
      'record',
      '$S',
      'record as any',
      '{ ...given }',
      'flag ? given : undefined',
      'maybe ? given : undefined',
    ),
  },
  {
    weight: 4,
    arbitrary: choose(
      'rest',
      'restOnly',
      'copy',
      'rest',
      '{ ...rest, plan: text }',
      'filtered',
      'draft',
      'copy',
      'patch',
      'patch',
    ),
  },
);
