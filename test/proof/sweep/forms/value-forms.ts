import { readForms, type Form } from '../form.ts';

/**
 * Values of a key, by every kind of expression. What they read are parameters of the program, see `situations.ts`.
 */
export const VALUES: readonly Form[] = readForms({
  // Literals.
  string: "=> 'x'",
  number: '=> 1.5',
  'negative number': '=> -1',
  boolean: '=> true',
  null: '=> null',
  undefined: '=> undefined',
  'void 0': '=> void 0',
  'template without holes': '=> `x`',
  template: '=> `${text}-${count}`',
  array: '=> [text, count]',
  'array with a hole': '=> [text, , count]',
  'array with spread': '=> [...list, text]',
  'empty array': '=> [] as never[]',
  object: '=> ({ size: 1 })',
  'empty object': '=> ({})',
  'regular expression': '=> /x/g',
  'regular expression test': '=> /x/.test(text)',
  'bigint compared': '=> BigInt(Math.abs(count)) > 1n',
  'bigint as text': '=> String(10n ** 2n)',
  date: '=> new Date(0)',
  function: '=> (() => 1)',
  class: '=> class {}',
  symbol: "=> Symbol('x')",
  'enum member': "enum Level {\n  Low = 'low',\n  High = 2,\n}\n---\n=> Level.Low",
  'enum member by number': 'enum Level {\n  Low,\n  High = 1 << 2,\n}\n---\n=> Level.High',
  'enum name by number': 'enum Level {\n  Low,\n  High,\n}\n---\n=> Level[count]',
  'const enum': "const enum Mode {\n  On = 'on',\n}\n---\n=> Mode.On",
  'namespace constant': 'namespace Limits {\n  export const most = 3;\n}\n---\n=> Limits.most',

  // Parameters.
  'string parameter': '=> text',
  'number parameter': '=> count',
  'boolean parameter': '=> flag',
  'optional parameter': '=> maybe',
  'nullable parameter': '=> nullable',
  'any parameter': '=> loose',
  'unknown parameter': '=> unsure',
  'list parameter': '=> list',
  'object parameter': '=> bag',
  'date parameter': '=> date',
  'optional property': '=> bag.label',
  'destructured optional property': 'const { label } = bag;\n=> label',
  'destructured with a default': "const { label = 'none' } = bag;\n=> label",
  'destructured parameter': 'const read = ({ label }: { label?: string }) => label;\n=> read(bag)',
  'rest of an object': 'const { size, ...rest } = bag;\n=> rest.label',

  // Operators.
  addition: "=> text + '!'",
  'addition of any': '=> loose + 1',
  subtraction: '=> count - 1',
  exponent: '=> Math.abs(count) ** 2',
  remainder: '=> count % 2',
  shift: '=> count << 1',
  'unsigned shift': '=> count >>> 1',
  bits: '=> (count & 1) | (count ^ 2)',
  division: '=> count / 2',
  'signed shift': '=> count >> 1',
  'compound assignments': `let n = count;
n -= 1;
n *= 4;
n /= 2;
n %= 7;
n **= 2;
n <<= 2;
n >>= 1;
n >>>= 0;
n &= 15;
n |= 1;
n ^= 2;
=> n`,
  comparison: '=> count < 2',
  'comparison with the same': '=> count >= 2',
  inequation: '=> loose != null',
  equation: '=> loose == null',
  'strict equation': '=> loose === null',
  in: "=> 'label' in bag",
  instanceof: '=> unsure instanceof Date',
  typeof: '=> typeof loose',
  not: '=> !loose',
  plus: '=> +text.length',
  tilde: '=> ~count',
  delete: 'const box: { a?: number } = { a: 1 };\n=> delete box.a',
  and: "=> flag && 'yes'",
  'and of an optional': "=> maybe && 'set'",
  'and of any': '=> loose && 1',
  or: "=> text || 'none'",
  'or undefined': '=> text || undefined',
  'or null': '=> text || null',
  nullish: "=> maybe ?? 'none'",
  'nullish undefined': '=> nullable ?? undefined',
  'nullish null': '=> maybe ?? null',
  'optional property or undefined': '=> bag.label ?? undefined',
  'optional chain or undefined': '=> maybe?.trim() || undefined',
  conditional: "=> (flag ? 'on' : 'off')",
  'conditional with undefined': "=> (flag ? 'on' : undefined)",
  'conditional with null': "=> (flag ? 'on' : null)",
  'conditional with an object': "=> (flag ? 'on' : { size: 1 })",
  'narrowing conditional': "=> (maybe === undefined ? 'none' : maybe)",
  'narrowing conditional, the other way': "=> (maybe !== undefined ? 'none' : maybe)",
  'narrowing by typeof': "=> (typeof unsure === 'string' ? unsure : 'none')",
  'narrowing by typeof object': "=> (typeof unsure === 'object' ? unsure : 1)",
  'narrowing by instanceof': "=> (unsure instanceof Date ? unsure : 'none')",
  'narrowing by Array.isArray': '=> (Array.isArray(loose) ? loose : [])',
  'narrowing by truth': "=> (nullable ? nullable : 'none')",
  'narrowing by null': "=> (nullable == null ? 'none' : nullable)",
  comma: "=> (log('comma'), text)",
  assignment: "let a: unknown = 'x';\n=> (a = maybe)",
  postfix: 'let a = count;\n=> a++',
  prefix: 'let a = count;\n=> ++a',

  // Types that say something.
  'as string': "=> ((typeof unsure === 'string' ? unsure : undefined) as string | undefined)",
  'as const': "=> 'x' as const",
  'as const list': "=> ['x', 'y'] as const",
  satisfies: "=> 'x' satisfies string",
  'angle brackets': '=> <string>text',

  // Members.
  length: '=> list.length',
  'optional length': '=> maybe?.length',
  'optional call': '=> maybe?.trim()',
  'optional element': "=> (flag ? bag : undefined)?.['label']",
  'nested optional': '=> (flag ? { bag } : undefined)?.bag.label',
  'index of a list': '=> list[0]',
  'index of a list, non-null': "=> (list.length > 0 ? list[0]! : 'none')",
  at: '=> list.at(0)',
  'index by a variable': '=> list[count]',
  'optional property of an element': '=> rows[0]?.plan',
  'property of an element by a variable': '=> rows[count]?.plan',
  'element by a const': 'const row = rows[0];\n=> row?.plan',
  'element by a pattern': 'const [row] = rows;\n=> row?.plan',
  'element by a nested pattern':
    'const [{ plan } = { plan: undefined }] = rows as { plan: string | undefined }[];\n=> plan',
  'element by find': '=> rows.find((row) => row.plan === text)?.plan',
  'element by findLast': '=> rows.findLast((row) => row.plan.length > 0)?.plan',
  'element by at': '=> rows.at(-1)?.plan',
  'element by pop': '=> rows.slice().pop()?.plan',
  'element by filter': '=> rows.filter((row) => row.plan === text)[0]?.plan',
  'element of a Map': 'const byPlan = new Map(rows.map((row) => [row.plan, row]));\n=> byPlan.get(text)?.plan',
  'element of a split': "=> text.split('-')[1]",
  'part of a split by a pattern': "const [, second] = text.split('-');\n=> second",
  'group of a match': '=> /a(z)?/.exec(text)?.[1]',
  'groups of a match': "=> /(?<last>z)?/.exec(text)?.groups?.['last']",
  'element of an index signature':
    "const PLANS: Record<string, { name: string }> = { alpha: { name: 'Alpha' } };\n---\n=> PLANS[text]?.name",
  'element of an index signature, by a function': `const PLANS: Record<string, { name: string }> = { alpha: { name: 'Alpha' } };
const planFor = (name: string) => PLANS[name];
---
=> planFor(text)?.name`,
  'value of an index signature': "const NAMES: Record<string, string> = { alpha: 'Alpha' };\n---\n=> NAMES[text]",
  'value of an index signature, by a const':
    "const NAMES: Record<string, string> = { alpha: 'Alpha' };\n---\nconst name = NAMES[text];\n=> name",
  'value of an index signature, by a function': `const NAMES: Record<string, string> = { alpha: 'Alpha' };
const nameFor = (name: string) => NAMES[name];
---
=> nameFor(text)`,
  'value of a mapped interface':
    "interface Names {\n  [name: string]: string;\n}\nconst NAMES: Names = { alpha: 'Alpha' };\n---\n=> NAMES[text]",
  'value of a known key': "const NAMES = { alpha: 'Alpha', beta: 'Beta' };\n---\n=> NAMES[flag ? 'alpha' : 'beta']",
  'keyed by a typed key': `const NAMES = { alpha: 'Alpha', beta: 'Beta' } as const;
---
=> NAMES[(flag ? 'alpha' : 'beta') as keyof typeof NAMES]`,
  'value of Object.values': '=> Object.values({ a: text })[0]',
  'value of Object.entries': '=> Object.entries({ a: maybe })[0]![1]',
  'value of Object.fromEntries': "=> Object.fromEntries(list.map((one) => [one, one]))['a']",
  'process.env': "=> (globalThis as { env?: Record<string, string | undefined> }).env?.['NEVER']",

  // Spreads.
  'property of defaults and input': "const DEFAULTS = { plan: 'free' };\n---\n=> ({ ...DEFAULTS, ...input }).plan",
  'property of defaults and input, by a const':
    "const DEFAULTS = { plan: 'free' };\n---\nconst settings = { ...DEFAULTS, ...input };\n=> settings.plan",
  'property of defaults and input, by a pattern':
    "const DEFAULTS = { plan: 'free' };\n---\nconst { plan } = { ...DEFAULTS, ...input };\n=> plan",
  'property of Object.assign': "const DEFAULTS = { plan: 'free' };\n---\n=> Object.assign({}, DEFAULTS, input).plan",
  'property of a copy': 'const copy = { ...bag };\n=> copy.label',
  'property set by Object.assign from any':
    "const state: { plan: string } = { plan: 'free' };\nObject.assign(state, loose);\n=> state.plan",
  'property set from any':
    "const state: { plan: string } = { plan: 'free' };\nif (flag) state.plan = loose;\n=> state.plan",
  'property set by a callee': `const state: { plan?: string } = { plan: 'free' };
const reset = () => { delete state.plan; };
if (state.plan !== undefined) {
  reset();
}
=> state.plan`,
  'property narrowed before an await': `const state: { plan?: string } = { plan: text };
later(() => { delete state.plan; });
if (state.plan === undefined) return;
await pause();
=> state.plan`,
  'property narrowed before a call': `const state: { plan?: string } = { plan: text };
const reset = () => { delete state.plan; };
if (state.plan === undefined) return;
reset();
=> state.plan`,
  'variable narrowed before a call': `let plan: string | undefined = text;
const reset = () => { plan = undefined; };
if (plan === undefined) return;
reset();
=> plan`,
  'narrowed parameter': 'if (maybe === undefined) return;\n=> maybe',
  'narrowed by throw': "if (nullable === null) throw new Error('null');\n=> nullable",
  'narrowed by a guard': `const isText = (value: unknown): value is string => typeof value === 'string';
---
if (!isText(unsure)) return;
=> unsure`,
  'narrowed by a wrong guard': `const isText = (value: unknown): value is string => value !== 0;
---
if (!isText(loose)) return;
=> typeof loose`,
  'narrowed by an assertion': `function assertText(value: unknown): asserts value is string {
  if (typeof value !== 'string') throw new Error('no text');
}
---
assertText(unsure);
=> unsure`,
  'narrowed by in': `const shape: { kind: 'a'; a: string } | { kind: 'b'; b?: string } = flag ? { kind: 'a', a: text } : { kind: 'b' };
=> ('a' in shape ? shape.a : shape.b)`,
  'narrowed by switch': `let plan: string | undefined;
switch (maybe) {
  case undefined:
    plan = 'none';
    break;
  default:
    plan = maybe;
}
=> plan`,

  // Reassignment.
  'variable that reads itself': "let v = text.toLowerCase();\nv = v.replace(/x/g, '-');\nv = v.slice(0, 20);\n=> v",
  'variable that reads itself, of unknown type': 'let v = loose;\nv = v || text;\nv = v || count;\n=> v',
  'variable that reads itself in a loop': 'let v = text;\nfor (const one of list) v = v + one;\n=> v',
  'variable that reads itself under conditions':
    "let v: string | undefined = text;\nv = flag ? v : 'x';\nv = count > 1 ? v : 'y';\nv = v ? v : undefined;\n=> v",
  'variable that reads itself by a logical assignment':
    "let v = maybe;\nv ||= text;\nv &&= v.trim();\nv ??= 'none';\n=> v",
  'list that reads itself': "let v = list;\nv = v.concat(text);\nv = v.filter(Boolean);\nv = [...v, 'x'];\n=> v",
  'two variables that read each other': `let v = text;
let w: unknown = maybe;
for (let turn = 0; turn < 2; turn += 1) {
  [v, w] = [String(w), v];
}
=> w`,
  'twelve reassignments': `let v = text;
${lines(12, (turn) => `v = v.replace('${turn}', v);`)}
=> v`,
  'forty conditional reassignments': `let v: unknown = text;
${lines(40, (turn) => `if (count > ${turn}) v = [v, '${turn}'].join('');`)}
=> v`,
  'forty reassignments of the unknown': `let v = loose;
${lines(40, () => 'v = v ?? maybe;')}
=> v`,
  'forty functions that call each other': `${lines(40, ringFunction)}
function flagged(left: number): boolean {
  return left % 2 === 0;
}
---
=> f0(3)`,
  'twenty nested conditionals': `=> ${Array.from({ length: 20 }, (_, turn) => `count > ${String(turn)} ? '${String(turn)}' : `).join('')}maybe`,
  'property that reads a property':
    'const x: any = {};\nconst y: any = loose ?? {};\nif (y.name) x.name = y.name;\n=> y.name',
  'property that reads the same property': `const req: any = { body: { name: text } };
const update: any = {};
if (req.body.name) update.name = req.body.name;
if (update.name) req.body.name = update.name;
=> req.body.name`,
  'property of this that reads a property': `class Plan {
  role: string;
  constructor(options: { role: string }) {
    this.role = options.role;
  }
}
---
const options = { role: text };
const plan = new Plan(options);
options.role = plan.role;
=> options.role`,
  'chain of constants': `const v0 = maybe;
${lines(20, (turn, next) => `const v${next} = v${turn};`)}
=> v20`,
  'doubling constants': `const v0 = [text];
${lines(12, (turn, next) => `const v${next} = flag ? v${turn} : v${turn}.slice(0, 1);`)}
=> v12[0]`,

  // Calls.
  trim: '=> text.trim()',
  'method of a number': '=> count.toFixed(1)',
  'method of a date': '=> date.toISOString()',
  'date as a number': '=> date.getTime()',
  'Date.now as text': '=> typeof Date.now()',
  join: "=> list.join(',')",
  map: '=> list.map((one) => one.length)',
  filter: '=> list.filter(Boolean)',
  concat: "=> list.concat('x')",
  flat: '=> [list, list].flat()',
  flatMap: '=> list.flatMap((one) => [one, one])',
  sort: '=> [...list].sort()',
  toSorted: '=> list.toSorted()',
  slice: '=> list.slice(0, 1)',
  'reduce to a number': '=> list.reduce((sum, one) => sum + one.length, 0)',
  'reduce to an object': '=> list.reduce<Record<string, number>>((kept, one) => ({ ...kept, [one]: 1 }), {})',
  'reduce without a start': "=> (list.length > 0 ? list.reduce((a, b) => a + b) : 'none')",
  some: "=> list.some((one) => one === 'a')",
  includes: "=> list.includes('a')",
  indexOf: "=> list.indexOf('a')",
  'entries as a list': '=> [...list.entries()]',
  'Object.keys': '=> Object.keys(bag)',
  'Object.values': '=> Object.values(bag)',
  'Object.fromEntries': '=> Object.fromEntries([[text, 1]])',
  'Object.freeze': '=> Object.freeze({ size: 1 })',
  structuredClone: '=> structuredClone(bag)',
  'structuredClone of a list': '=> structuredClone(list)',
  'JSON.stringify': '=> JSON.stringify(bag)',
  'JSON.stringify of unknown': '=> JSON.stringify(unsure)',
  'JSON.parse': '=> (JSON.parse(\'{"a":1}\') as unknown)',
  String: '=> String(loose)',
  Number: '=> Number(text.length)',
  Boolean: '=> Boolean(loose)',
  Object: '=> Object(text)',
  'Symbol.for description': "=> Symbol.for('x').description",
  'Array.from': '=> Array.from(list)',
  'Array.of': '=> Array.of(text)',
  'new Set': '=> [...new Set(list)]',
  'Set itself': '=> new Set(list)',
  'Map itself': "=> new Map([['a', 1]])",
  'Math.max': '=> Math.max(count, 1)',
  parseInt: "=> parseInt('12', 10)",
  encodeURIComponent: '=> encodeURIComponent(text)',
  'function in sight': 'const name = (value: string) => `${value}!`;\n---\n=> name(text)',
  'function in sight that may give nothing': `const name = (value: string) => {
  if (value === 'alpha') return value;
  return undefined;
};
---
=> name(text)`,
  'function in sight that falls off its end':
    "function name(value: string) {\n  if (value === 'alpha') return value;\n}\n---\n=> name(text)",
  'function in sight that gives an object': 'const name = (value: string) => ({ value });\n---\n=> name(text)',
  'function in sight with a default': "const name = (value = 'none') => value;\n---\n=> name(maybe)",
  'function in sight, generic': 'const same = <T>(value: T): T => value;\n---\n=> same(maybe)',
  'function in sight that recurses':
    "const join = (left: number): string => (left <= 0 ? '' : `x${join(left - 1)}`);\n---\n=> join(count)",
  'overloaded function': `function pick(value: string): string;
function pick(value: number): undefined;
function pick(value: string | number): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
---
=> pick(text)`,
  'unknown function': "=> fx('value', loose)",
  'async function in sight': 'const load = async () => maybe;\n=> await load()',
  'Promise.all': 'const [a] = await Promise.all([Promise.resolve(maybe)]);\n=> a',
  'Promise itself': '=> Promise.resolve(1)',
  then: '=> await Promise.resolve(text).then((value) => value.length)',
  allSettled: `const [got] = await Promise.allSettled([Promise.resolve(text)]);
=> (got.status === 'fulfilled' ? got.value : undefined)`,
  generator: 'function* give() {\n  yield text;\n}\n=> give().next().value',
  'generator as a list': 'function* give() {\n  yield text;\n}\n=> [...give()]',
  'class instance': 'class Size {\n  constructor(readonly a: number) {}\n}\n---\n=> new Size(1)',
  'class field': 'class Plan {\n  name: string | undefined;\n}\n---\n=> new Plan().name',
  'class field with an initialiser': "class Plan {\n  name = 'x';\n}\n---\n=> new Plan().name",
  'class getter': `class Plan {
  get name() {
    return maybeName;
  }
}
const maybeName: string | undefined = undefined;
---
=> new Plan().name`,
  'static member': "class Plan {\n  static readonly free = 'free';\n}\n---\n=> Plan.free",
  'method of a class':
    'class Plan {\n  name(label?: string) {\n    return label;\n  }\n}\n---\n=> new Plan().name(bag.label)',
  'tagged template': `const tag = (parts: TemplateStringsArray, ...values: unknown[]) => parts.join(String(values.length));
---
=> tag\`a\${text}b\``,
  'String.raw': '=> String.raw`a${text}`',
  'new.target aside': `function Kind(this: unknown) {
  return new.target === undefined ? 'call' : 'new';
}
---
=> Kind.call(undefined)`,
  Proxy: 'const box = new Proxy({ a: 1 } as Record<string, unknown>, { get: () => maybe });\n=> box.a',
  'closure state': `let calls = 0;
const next = () => {
  calls += 1;
  return calls > 1 ? undefined : 'first';
};
next();
=> next()`,
  'thrown value': 'let got: unknown;\ntry {\n  throw bag;\n} catch (error) {\n  got = error;\n}\n=> got',
  'caught message': `let got = 'none';
try {
  throw new Error(text);
} catch (error) {
  if (error instanceof Error) got = error.message;
}
=> got`,
  'finally value':
    "const name = () => {\n  try {\n    return maybe;\n  } finally {\n    log('finally');\n  }\n};\n=> name()",
  'loop variable': 'let got: string | undefined;\nfor (const one of list) got = one;\n=> got',
  'loop variable of for in': 'let got: string | undefined;\nfor (const name in bag) got = name;\n=> got',
  'index of a loop': 'let got = 0;\nfor (let index = 0; index < 2; index += 1) got = index;\n=> got',
  'while counter': 'let got: number | undefined;\nlet turns = 0;\nwhile (turns < count) got = turns++;\n=> got',
  'labelled search': `let got: string | undefined;
outer: for (const row of rows) {
  for (const one of list) {
    if (row.plan === one) {
      got = one;
      break outer;
    }
  }
}
=> got`,
  'array rest': 'const [, ...rest] = list;\n=> rest',
  'array rest element': 'const [, ...rest] = list;\n=> rest[0]',
  'assigned pattern': 'let a: string | undefined;\n[a] = list;\n=> a',
  'assigned pattern with a default': "let a: string | undefined;\n[a = 'none'] = list;\n=> a",
  'assigned object pattern': 'let label: string | undefined;\n({ label } = bag);\n=> label',
  'optional parameter of a closure': 'const give = (value?: string) => value;\n=> give(maybe)',
  'arguments of a function':
    'function give(..._: string[]) {\n  return (arguments as unknown as string[])[1];\n}\n=> give(text)',
  'import meta aside, a module constant': "const KIND = 'x';\n---\n=> KIND",
  'module variable': `let kind: string | undefined;
const setKind = (value: string | undefined): void => { kind = value; };
---
setKind(maybe);
=> kind`,
  'keyof value': '=> (Object.keys(bag) as (keyof typeof bag)[])[0]',
  tuple: 'const pair: [string, number?] = [text];\n=> pair[1]',
  'readonly tuple': 'const pair = [text, count] as const;\n=> pair[1]',
  'union of literals': "const mode: 'a' | 'b' | undefined = flag ? 'a' : undefined;\n=> mode",
  'generic record': `const lookup = <K extends string, V>(table: Record<K, V>, name: K): V => table[name];
---
=> lookup({ alpha: 1 } as Record<string, number>, text)`,
  Partial: 'const settings: Partial<{ plan: string }> = input;\n=> settings.plan',
  Pick: "const settings: Pick<{ plan: string; other: number }, 'plan'> = { plan: text };\n=> settings.plan",
});

/** Elements of a patch beside `key: value`. */
export const ELEMENTS: readonly Form[] = readForms({
  'conditional spread': '=> ...(flag && { role: text })',
  'conditional spread of an optional': '=> ...(maybe && { role: maybe })',
  'conditional spread of an object': '=> ...(flag && { role: { size: 1 } })',
  'conditional spread of null': '=> ...(flag && { role: null })',
  'conditional spread with else': "=> ...(flag ? { role: 'a' } : { size: 2 })",
  'conditional spread or nothing': '=> ...(flag ? { role: text } : {})',
  'conditional spread or undefined': '=> ...(maybe ? { role: maybe } : undefined)',
  'conditional spread or null': "=> ...(flag ? { role: 'x' } : null)",
  'nested conditional spread': '=> ...(flag ? (text ? { role: text } : {}) : { size: 1 })',
  'spread of a constant': "const EXTRA = { role: 'x', size: 1 };\n---\n=> ...EXTRA",
  'spread of a local': 'const extra = { role: text };\n=> ...extra',
  'spread of a frozen constant': "const EXTRA = Object.freeze({ role: 'x' });\n---\n=> ...EXTRA",
  'spread of a constant as const': "const EXTRA = { role: 'x' } as const;\n---\n=> ...EXTRA",
  'spread of a satisfying constant': "const EXTRA = { role: 'x' } satisfies Record<string, string>;\n---\n=> ...EXTRA",
  'spread of a constant with undefined': 'const extra = { role: maybe };\n=> ...extra',
  'spread of a constant with null': 'const extra = { role: nullable };\n=> ...extra',
  'spread of a constant with an object': 'const extra = { role: { size: 1 } };\n=> ...extra',
  'spread of a changed local':
    'const extra: Record<string, unknown> = { role: text };\nif (flag) extra.size = { z: 1 };\n=> ...extra',
  'spread of a local changed later': `const extra: Record<string, unknown> = { role: text };
const change = () => { extra.size = { z: 1 }; };
change();
=> ...extra`,
  'spread of a parameter': '=> ...bag',
  'spread of an input': '=> ...input',
  'spread of any': '=> ...loose',
  'spread of a list': '=> ...list',
  'spread of a string': '=> ...(text as unknown as object)',
  'spread of a literal': '=> ...{ role: text }',
  'spread of a call': "const extra = () => ({ role: 'x' });\n---\n=> ...extra()",
  'spread of Object.fromEntries': '=> ...Object.fromEntries(list.map((one) => [one, one]))',
  'spread of a rest': 'const { size, ...rest } = bag;\n=> ...rest',
  'spread of a class instance': "class Extra {\n  role = 'x';\n}\n---\n=> ...new Extra()",
  'spread of a getter': "const extra = { get role() { return 'x'; } };\n=> ...extra",
  'computed key': '=> [key]: text',
  'computed key of an optional': '=> [key]: maybe',
  'computed template key': '=> [`${key}`]: text',
  'quoted key': "=> 'role': text",
  'numbered key': '=> 7: text',
  shorthand: 'const role = text;\n=> role',
  'shorthand of an optional': 'const role = maybe;\n=> role',
  'shorthand of a let': 'let role = text;\nrole = role.trim();\n=> role',
  getter: "=> get role() { return 'x'; }",
  method: '=> role() { return 1; }',
  'async method': '=> async role() { return 1; }',
  __proto__: '=> __proto__: { role: 1 }',
  'quoted __proto__': "=> ['__proto__']: text",
  'duplicate keys': "=> role: 'first', ['role' as string]: text",
  'own path': '=> prefs: { ...$M.prefs as object, theme: text }',
  'own path, optional': '=> prefs: { ...($M.prefs as object | undefined), theme: text }',
  'own path with an optional value': '=> prefs: { ...($M.prefs as object), theme: maybe }',
  'own path with an object': '=> prefs: { ...($M.prefs as object), theme: { a: 1 } }',
  'another path': '=> prefs: { ...($M.role as object), theme: text }',
  'own path without the spread': '=> prefs: { theme: text }',
  'own value': '=> role: $M.role',
  'other own value': '=> role: $M.size',
  'own value or a default': "=> role: $M.role ?? 'none'",
  'own list with one more': '=> tags: [...(($M.tags as string[] | undefined) ?? []), text]',
  'own list filtered': '=> tags: ($M.tags as string[] | undefined ?? []).filter((tag) => tag !== text)',
  'own number and one': '=> size: Number($M.size ?? 0) + 1',
  'own value negated': '=> flag: !$M.flag',
});

/** A line for each turn, which is told its number and the next. */
function lines(count: number, line: (turn: string, next: string) => string): string {
  return Array.from({ length: count }, (_, turn) => line(String(turn), String(turn + 1))).join('\n');
}

/** One of forty functions that call two others of them. */
function ringFunction(turn: string): string {
  const other = (distance: number): string => `f${String((Number(turn) + distance) % 40)}(left - 1)`;
  return `function f${turn}(left: number): unknown {
  return left === 0 ? 'x' : flagged(left) ? ${other(1)} : ${other(7)};
}`;
}
