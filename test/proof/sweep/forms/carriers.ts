import { readForms, type Form } from '../form.ts';

/**
 * What hands on a value as it is: `$V` goes in, and the expression is that same value. `$T` is its type.
 */
export const CARRIERS: readonly Form[] = readForms({
  // Names.
  const: 'const a = $V;\n=> a',
  let: 'let a = $V;\n=> a',
  var: 'var a = $V;\n=> a',
  'assigned later': 'let a: $T;\na = $V;\n=> a',
  'several names': 'const a = $V;\nconst b = a;\nconst c = b;\n=> c',
  'assigned to itself': 'let a = $V;\na = a;\n=> a',
  swapped: 'let a = $V;\nlet b = $V;\n[a, b] = [b, a];\n=> a',
  'chained assignment': 'let a: $T;\nlet b: $T;\na = b = $V;\n=> a',
  'module state': 'let kept: unknown;\n---\nkept = $V;\n=> (kept as $T)',
  namespace: 'namespace Box {\n  export const give = <T>(value: T): T => value;\n}\n---\n=> Box.give($V)',
  'namespace state': 'namespace Box {\n  export let kept: unknown;\n}\n---\nBox.kept = $V;\n=> (Box.kept as $T)',
  'export list': 'const give = <T>(value: T): T => value;\nexport { give };\n---\n=> give($V)',
  'global property':
    '(globalThis as unknown as { kept: $T }).kept = $V;\n=> (globalThis as unknown as { kept: $T }).kept',

  // Operators.
  parentheses: '=> ($V)',
  as: '=> ($V as $T)',
  'as unknown as': '=> ($V as unknown as $T)',
  satisfies: '=> ($V satisfies $T)',
  'angle brackets': '=> (<$T>$V)',
  'non-null': '=> ($V)!',
  comma: '=> (void 0, $V)',
  conditional: '=> (flag ? $V : $V)',
  or: '=> ((flag && $V) || $V)',
  nullish: 'const none = undefined as $T | undefined;\n=> (none ?? $V)',
  'or-assignment': 'let a = undefined as $T | undefined;\na ||= $V;\n=> a',
  'and-assignment': 'let a: $T = $V;\na &&= $V;\n=> a',
  'nullish assignment': 'let a = undefined as $T | undefined;\na ??= $V;\n=> a',
  'assignment as a value': 'let a: $T;\n=> (a = $V)',
  'await of a value': '=> (await $V)',

  // Lists.
  index: 'const box = [$V];\n=> box[0]!',
  'last index': 'const box = [$V];\nconst last = box.length - 1;\n=> box[last]!',
  'assigned index': 'const box: $T[] = [];\nbox[0] = $V;\n=> box[0]!',
  'array pattern': 'const [a] = [$V];\n=> a',
  'array pattern of a variable': 'const box = [$V];\nconst [a] = box;\n=> a!',
  'array pattern with a hole': 'const [, a]: [number, $T] = [0, $V];\n=> a',
  'array pattern with a default': 'const [a = $V] = [] as $T[];\n=> a',
  'array rest': 'const [, ...rest] = [$V, $V];\n=> rest[0]!',
  'assigned array pattern': 'let a: $T;\n[a] = [$V];\n=> a',
  'assigned array pattern with a default': 'let a: $T;\n[a = $V] = [] as $T[];\n=> a',
  'assigned array rest': 'let rest: $T[];\n[...rest] = [$V];\n=> rest[0]!',
  at: '=> [$V].at(0)!',
  pop: 'const box = [$V];\n=> box.pop()!',
  shift: 'const box = [$V];\n=> box.shift()!',
  find: '=> [$V].find(() => true)!',
  findLast: '=> [$V].findLast(() => true)!',
  filter: '=> [$V].filter(() => true)[0]!',
  map: '=> [0].map(() => $V)[0]!',
  flatMap: '=> [$V].flatMap((one) => [one])[0]!',
  flat: '=> [[$V]].flat()[0]!',
  concat: '=> ([] as $T[]).concat([$V])[0]!',
  slice: '=> [$V].slice()[0]!',
  splice: '=> [$V].splice(0, 1)[0]!',
  sort: '=> [$V].sort(() => 0)[0]!',
  toSorted: '=> [$V].toSorted(() => 0)[0]!',
  reverse: '=> [$V].reverse()[0]!',
  reduce: '=> [$V, $V].reduce((_, one) => one)',
  'reduce into a list': '=> [$V].reduce<$T[]>((kept, one) => [...kept, one], [])[0]!',
  'entries of a list': '=> [...[$V].entries()][0]![1]',
  'values of a list': '=> [...[$V].values()][0]!',
  fill: '=> new Array<$T>(1).fill($V)[0]!',
  push: 'const box: $T[] = [];\nbox.push($V);\n=> box[0]!',
  unshift: 'const box: $T[] = [];\nbox.unshift($V);\n=> box[0]!',
  'pushed by forEach': 'const box: $T[] = [];\n[$V].forEach((one) => { box.push(one); });\n=> box[0]!',
  'Array.of': '=> Array.of($V)[0]!',
  'Array.from': '=> Array.from([$V])[0]!',
  'Array.from by a function': '=> Array.from({ length: 1 }, () => $V)[0]!',
  'spread in a list': '=> [...[$V]][0]!',
  'destructured by a list method': '=> Object.values([$V])[0]!',

  // Objects.
  property: 'const box = { a: $V };\n=> box.a',
  shorthand: 'const a = $V;\nconst box = { a };\n=> box.a',
  'quoted property': "const box = { 'a b': $V };\n=> box['a b']",
  'numbered property': 'const box = { 1: $V };\n=> box[1]',
  'computed property': 'const box = { [key]: $V };\n=> box[key]!',
  'symbol property': "const own = Symbol('own');\nconst box = { [own]: $V };\n=> box[own]",
  'nested property': 'const box = { inner: { a: $V } };\n=> box.inner.a',
  'assigned property': 'const box: { a?: $T } = {};\nbox.a = $V;\n=> box.a!',
  'index signature': "const box: Record<string, $T> = {};\nbox['a'] = $V;\n=> box['a']!",
  'optional chain': 'const box = flag ? { a: $V } : undefined;\n=> (box?.a ?? $V)',
  'optional element': "const box: { a: $T } | undefined = { a: $V };\n=> (box?.['a'])!",
  'object pattern': 'const { a } = { a: $V };\n=> a',
  'renaming pattern': 'const { a: b } = { a: $V };\n=> b',
  'pattern of a variable': 'const box = { a: $V };\nconst { a } = box;\n=> a',
  'pattern with a default': 'const { a = $V }: { a?: $T } = {};\n=> a',
  'computed pattern': "const name = 'a';\nconst { [name]: a } = { a: $V };\n=> a",
  'nested pattern': 'const { box: { a } } = { box: { a: $V } };\n=> a',
  'nested mixed pattern': 'const { box: [a] }: { box: [$T] } = { box: [$V] };\n=> a',
  'object rest': 'const { gone, ...rest } = { gone: 1, a: $V };\n=> rest.a',
  'assigned object pattern': 'let a: $T;\n({ a } = { a: $V });\n=> a',
  'assigned renaming pattern': 'let b: $T;\n({ a: b } = { a: $V });\n=> b',
  'assigned pattern with a default': 'let a: $T;\n({ a = $V } = {} as { a?: $T });\n=> a',
  'pattern into a property': 'const box = {} as { a: $T };\n({ x: box.a } = { x: $V });\n=> box.a',
  'pattern into an index': 'const box: $T[] = [];\n[box[0]] = [$V];\n=> box[0]!',
  'assigned object rest': 'let rest: { a: $T };\n({ ...rest } = { a: $V });\n=> rest.a',
  'spread in an object': 'const box = { ...{ a: $V } };\n=> box.a',
  'defaults and input':
    'const DEFAULTS = { a: $V };\nconst given: { a?: $T } = {};\nconst box = { ...DEFAULTS, ...given };\n=> box.a!',
  'Object.assign': 'const box = Object.assign({}, { a: $V });\n=> box.a',
  'Object.assign onto': 'const box = {} as { a: $T };\nObject.assign(box, { a: $V });\n=> box.a',
  'Object.freeze': '=> Object.freeze({ a: $V }).a',
  'Object.values': '=> Object.values({ a: $V })[0]!',
  'Object.entries': '=> Object.entries({ a: $V })[0]![1]',
  'Object.fromEntries': "=> Object.fromEntries([['a', $V] as const])['a']!",
  'Object.defineProperty': "const box = {} as { a: $T };\nObject.defineProperty(box, 'a', { value: $V });\n=> box.a",
  'Object.create': '=> (Object.create({ a: $V }) as { a: $T }).a',
  'property descriptor': "=> (Object.getOwnPropertyDescriptor({ a: $V }, 'a')!.value as $T)",
  'Reflect.get': "=> (Reflect.get({ a: $V }, 'a') as $T)",
  'Reflect.set': "const box = {} as { a: $T };\nReflect.set(box, 'a', $V);\n=> box.a",
  getter: 'const box = { get a() { return $V; } };\n=> box.a',
  setter:
    'const box = { kept: [] as $T[], set a(value: $T) { this.kept.push(value); } };\nbox.a = $V;\n=> box.kept[0]!',
  method: 'const box = { give() { return $V; } };\n=> box.give()',
  'computed method': "const box = { ['give']() { return $V; } };\n=> box['give']()",
  this: 'const box = { a: $V, give() { return this.a; } };\n=> box.give()',
  Proxy: 'const box = new Proxy({ a: $V }, {});\n=> box.a',
  'Proxy with a trap': 'const box = new Proxy({} as { a: $T }, { get: () => $V });\n=> box.a',
  'in guard': "const box: { a: $T } | { b: number } = { a: $V };\n=> ('a' in box ? box.a : $V)",
  'typeof guard': "const a: unknown = $V;\n=> (typeof a === 'undefined' ? $V : (a as $T))",

  // Classes.
  'class field': 'class Box {\n  a = $V;\n}\n=> new Box().a',
  'private field': 'class Box {\n  #a = $V;\n  give() {\n    return this.#a;\n  }\n}\n=> new Box().give()',
  'static field': 'class Box {\n  static a = $V;\n}\n=> Box.a',
  'static block': 'class Box {\n  static a: $T;\n  static {\n    Box.a = $V;\n  }\n}\n=> Box.a',
  'static method': 'class Box {\n  static give() {\n    return $V;\n  }\n}\n=> Box.give()',
  constructor: `class Box<T> {
  a: T;
  constructor(a: T) {
    this.a = a;
  }
}
---
const box = new Box<$T>($V);
=> box.a`,
  'parameter property':
    'class Box<T> {\n  constructor(readonly a: T) {}\n}\n---\nconst box = new Box<$T>($V);\n=> box.a',
  'class getter': 'class Box {\n  get a() {\n    return $V;\n  }\n}\n=> new Box().a',
  'class setter': `class Box<T> {
  kept: T[] = [];
  set a(value: T) {
    this.kept.push(value);
  }
}
---
const box = new Box<$T>();
box.a = $V;
=> box.kept[0]!`,
  accessor:
    'class Box<T> {\n  accessor a: T;\n  constructor(a: T) {\n    this.a = a;\n  }\n}\n---\n=> new Box<$T>($V).a',
  'inherited field':
    'class Base<T> {\n  constructor(readonly a: T) {}\n}\nclass Box<T> extends Base<T> {}\n---\n=> new Box<$T>($V).a',
  super: `class Base<T> {
  constructor(readonly a: T) {}
  give(): T {
    return this.a;
  }
}
class Box<T> extends Base<T> {
  override give(): T {
    return super.give();
  }
}
---
=> new Box<$T>($V).give()`,
  'super property': `class Base {
  get a(): $T {
    return $V;
  }
}
class Box extends Base {
  give(): $T {
    return super.a;
  }
}
=> new Box().give()`,
  'class expression': 'const Box = class {\n  a = $V;\n};\n=> new Box().a',
  mixin: `const holds = <B extends new (...args: any[]) => object>(Base: B) => class extends Base {
  a = $V;
};
=> new (holds(Object))().a`,
  'private method':
    'class Box {\n  #give() {\n    return $V;\n  }\n  give() {\n    return this.#give();\n  }\n}\n=> new Box().give()',
  'chained methods': `class Box {
  kept: $T[] = [];
  put(value: $T): this {
    this.kept.push(value);
    return this;
  }
}
=> new Box().put($V).kept[0]!`,
  'new.target': `class Box<T> {
  a: T | undefined;
  constructor(a: T) {
    if (new.target !== undefined) this.a = a;
  }
}
---
=> new Box<$T>($V).a!`,
  'field decorator': `function keep(_value: undefined, _context: ClassFieldDecoratorContext): void {}
---
class Box {
  @keep
  a = $V;
}
=> new Box().a`,

  // Collections.
  Map: "const box = new Map<string, $T>([['a', $V]]);\n=> box.get('a')!",
  'Map.set': "const box = new Map<string, $T>();\nbox.set('a', $V);\n=> box.get('a')!",
  'Map values': "=> [...new Map<string, $T>([['a', $V]]).values()][0]!",
  'Map.forEach':
    "const box: $T[] = [];\nnew Map<string, $T>([['a', $V]]).forEach((one) => { box.push(one); });\n=> box[0]!",
  'for of Map':
    "const box: $T[] = [];\nfor (const [, one] of new Map<string, $T>([['a', $V]])) box.push(one);\n=> box[0]!",
  Set: '=> [...new Set([$V])][0]!',
  'Set.forEach': 'const box: $T[] = [];\nnew Set([$V]).forEach((one) => { box.push(one); });\n=> box[0]!',
  WeakMap: 'const own = {};\nconst box = new WeakMap<object, $T>([[own, $V]]);\n=> box.get(own)!',
  'Map key': '=> [...new Map<$T, number>([[$V, 1]]).keys()][0]!',
  memo: `const memo = new Map<string, $T>();
const cached = (name: string): $T => {
  const known = memo.get(name);
  if (known !== undefined) return known;
  const made = $V;
  memo.set(name, made);
  return made;
};
cached('a');
=> cached('a')`,

  // Functions.
  arrow: 'const give = () => $V;\n=> give()',
  'function declaration': 'function give() {\n  return $V;\n}\n=> give()',
  'hoisted function': 'const a = give();\nfunction give() {\n  return $V;\n}\n=> a',
  'function expression': 'const give = function () {\n  return $V;\n};\n=> give()',
  IIFE: '=> (() => $V)()',
  identity: 'const give = <T>(value: T): T => value;\n---\n=> give($V)',
  'identity function': 'function give<T>(value: T): T {\n  return value;\n}\n---\n=> give<$T>($V)',
  'parameter default': 'const give = (given = $V) => given;\n=> give()',
  'pattern parameter': 'const give = ({ a }: { a: $T }) => a;\n=> give({ a: $V })',
  'pattern parameter with a default': 'const give = ({ a = $V }: { a?: $T } = {}) => a;\n=> give()',
  'rest parameter': 'const give = (...values: $T[]) => values[0]!;\n=> give($V)',
  'spread argument': 'const give = (...values: $T[]) => values[0]!;\n=> give(...[$V])',
  arguments: 'function give(..._values: $T[]) {\n  return (arguments as unknown as $T[])[0]!;\n}\n=> give($V)',
  call: 'const give = (value: $T) => value;\n=> give.call(undefined, $V)',
  apply: 'const give = (value: $T) => value;\n=> give.apply(undefined, [$V])',
  bind: 'const give = (value: $T) => value;\n=> give.bind(undefined, $V)()',
  'Reflect.apply': 'const give = (value: $T) => value;\n=> (Reflect.apply(give, undefined, [$V]) as $T)',
  'this by call': 'function give(this: { a: $T }) {\n  return this.a;\n}\n=> give.call({ a: $V })',
  'optional call': 'const give: (() => $T) | undefined = () => $V;\n=> (give?.())!',
  'computed call': "const box = { give: () => $V };\n=> box['give']()",
  curried: 'const give = (value: $T) => () => value;\n=> give($V)()',
  recursion:
    'const give = (value: $T, left: number): $T => (left === 0 ? value : give(value, left - 1));\n=> give($V, 2)',
  'callback parameter': 'const give = (to: (value: $T) => $T) => to($V);\n=> give((value) => value)',
  'closure set by another': 'const box: { a?: $T } = {};\nconst put = () => { box.a = $V; };\nput();\n=> box.a!',
  'tagged template': 'const give = (_: TemplateStringsArray, value: $T) => value;\n=> give`${$V}`',
  'function property': 'const give = Object.assign(() => 1, { a: $V });\n=> give.a',
  'constructor that returns':
    'class Box {\n  constructor() {\n    return { a: $V };\n  }\n}\n=> (new Box() as unknown as { a: $T }).a',
  'early return': 'const give = () => {\n  if (id.length > 0) return $V;\n  return $V;\n};\n=> give()',
  'unknown function': "=> fx('value', $V)",
  'dynamic import': "const effects = await import('./effects.js');\n=> effects.fx('value', $V)",

  // Iteration.
  generator: 'function* give() {\n  yield $V;\n}\n=> (give().next().value as $T)',
  'generator in for of':
    'function* give() {\n  yield $V;\n}\nconst box: $T[] = [];\nfor (const one of give()) box.push(one);\n=> box[0]!',
  'spread generator': 'function* give() {\n  yield $V;\n}\n=> [...give()][0]!',
  'yield*': 'function* give() {\n  yield* [$V];\n}\n=> [...give()][0]!',
  'generator pattern': 'function* give(): Generator<$T> {\n  yield $V;\n}\nconst [a] = give();\n=> a!',
  'generator return': `function* give(): Generator<number, $T> {
  yield 1;
  return $V;
}
const steps = give();
steps.next();
=> (steps.next().value as $T)`,
  'sent into a generator': `function* echo(): Generator<undefined, $T, $T> {
  const got = yield undefined;
  return got;
}
const steps = echo();
steps.next($V);
=> (steps.next($V).value as $T)`,
  'async generator': `async function* give() {
  yield $V;
}
const box: $T[] = [];
for await (const one of give()) box.push(one as $T);
=> box[0]!`,
  'Symbol.iterator': 'const source = { *[Symbol.iterator]() { yield $V; } };\n=> [...source][0]!',
  'iterator object': `const source: Iterable<$T> = { [Symbol.iterator]: () => ({ next: () => ({ done: false, value: $V }) }) };
const [a] = source;
=> a!`,
  'for of': 'let a = $V as $T;\nfor (const one of [$V]) a = one;\n=> a',
  for: 'const box: $T[] = [];\nfor (let one = $V, turn = 0; turn < 1; turn += 1) box.push(one);\n=> box[0]!',
  'for of a pattern': 'const box: $T[] = [];\nfor (const { a } of [{ a: $V }]) box.push(a);\n=> box[0]!',
  'for of into a variable': 'let a: $T = $V;\nfor (a of [$V]);\n=> a',
  'for in': `const source = { a: $V };
const box: $T[] = [];
for (const name in source) box.push(source[name as 'a']);
=> box[0]!`,
  while: 'const left = [$V];\nconst box: $T[] = [];\nwhile (left.length > 0) box.push(left.pop()!);\n=> box[0]!',
  do: 'const box: $T[] = [];\ndo box.push($V); while (box.length === 0);\n=> box[0]!',

  // Promises.
  'Promise.resolve': '=> (await Promise.resolve($V))',
  then: '=> (await Promise.resolve(0).then(() => $V))',
  'then, passed on': '=> (await Promise.resolve($V).then((value) => value))',
  'Promise.all': 'const [a] = await Promise.all([$V, Promise.resolve(1)]);\n=> a',
  'Promise.all of a list': '=> (await Promise.all([$V].map(async (one) => one)))[0]!',
  'Promise.race': '=> (await Promise.race([$V]))',
  'Promise.any': '=> (await Promise.any([$V]))',
  'Promise.allSettled': 'const [got] = await Promise.allSettled([$V]);\n=> (got as PromiseFulfilledResult<$T>).value',
  'new Promise': '=> (await new Promise<$T>((done) => { done($V); }))',
  'async arrow': 'const give = async () => $V;\n=> (await give())',
  'async function': 'async function give() {\n  return $V;\n}\n=> (await give())',
  'async IIFE': '=> (await (async () => $V)())',
  'promise in a variable': 'const soon = Promise.resolve($V);\nconst a = await soon;\n=> a',
  'catch of a promise': "=> (await Promise.reject(new Error('none')).catch(() => $V))",
  'finally of a promise': '=> (await Promise.resolve($V).finally(() => undefined))',
  thenable: '=> (await ({ then: (done: (value: $T) => void) => { done($V); } } as PromiseLike<$T>))',
  timer: '=> (await new Promise<$T>((done) => { setTimeout(() => { done($V); }, 0); }))',

  // Statements.
  if: 'let a: $T;\nif (flag) a = $V;\nelse a = $V;\n=> a',
  'if without else': 'let a = $V;\nif (flag) a = $V;\n=> a',
  block: 'let a: $T;\n{\n  a = $V;\n}\n=> a',
  switch: "let a: $T;\nswitch (text) {\n  case 'alpha':\n    a = $V;\n    break;\n  default:\n    a = $V;\n}\n=> a",
  'switch with fall-through':
    "let a: $T = $V;\nswitch (text) {\n  case 'alpha':\n  case 'beta':\n    a = $V;\n  default:\n    a = a;\n}\n=> a",
  try: 'let a: $T;\ntry {\n  a = $V;\n} catch {\n  a = $V;\n}\n=> a',
  finally: 'let a: $T = $V;\ntry {\n  void 0;\n} finally {\n  a = $V;\n}\n=> a',
  throw: 'let a: $T;\ntry {\n  throw $V;\n} catch (thrown) {\n  a = thrown as $T;\n}\n=> a',
  label:
    'let a: $T = $V;\nouter: for (const one of [$V]) {\n  for (;;) {\n    a = one;\n    break outer;\n  }\n}\n=> a',
  continue: `const box: $T[] = [];
for (const one of [$V, $V]) {
  if (box.length > 0) continue;
  box.push(one);
}
=> box[0]!`,
  debugger: 'const a = $V;\ndebugger;\n;\n=> a',
  using: 'using box = { a: $V, [Symbol.dispose]() {} };\nconst { a } = box;\n=> a',
  'await using': 'await using box = { a: $V, async [Symbol.asyncDispose]() {} };\n=> box.a',

  // Events.
  'custom event': `const box: $T[] = [];
const events = new EventTarget();
events.addEventListener('put', (event) => { box.push((event as CustomEvent<$T>).detail); });
events.dispatchEvent(new CustomEvent<$T>('put', { detail: $V }));
=> box[0]!`,
  emitter: `class Emitter<T> {
  readonly #listeners = new Map<string, ((value: T) => void)[]>();
  on(name: string, listener: (value: T) => void): this {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
    return this;
  }
  emit(name: string, value: T): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(value);
  }
}
---
const box: $T[] = [];
const events = new Emitter<$T>().on('put', (value) => { box.push(value); });
events.emit('put', $V);
=> box[0]!`,

  // JSX.
  'JSX prop':
    'const Box = (_props: { a: $T }) => null;\nconst element = <Box a={$V} />;\n=> (element.props as { a: $T }).a',
  'JSX spread': `const Box = (_props: { a: $T }) => null;
const element = <Box {...{ a: $V }} />;
=> (element.props as { a: $T }).a`,
  component: `const Box = ({ a, put }: { a: $T; put: (value: $T) => void }) => {
  put(a);
  return <p title="box" />;
};
const box: $T[] = [];
Box({ a: $V, put: (value) => { box.push(value); } });
=> box[0]!`,
});

/** What makes a copy of an object: `$V` goes in, and the expression is an object with the same members. */
export const COPIES: readonly Form[] = readForms({
  spread: '=> { ...$V }',
  'spread in a variable': 'const a = { ...$V };\n=> a',
  'Object.assign to a new one': '=> Object.assign({}, $V)',
  rest: 'const { ...a } = $V;\n=> a',
  structuredClone: '=> structuredClone($V)',
  JSON: '=> (JSON.parse(JSON.stringify($V)) as $T)',
  'Object.fromEntries': '=> Object.fromEntries(Object.entries($V))',
  'Object.fromEntries, filtered': '=> Object.fromEntries(Object.entries($V).filter(() => true))',
  'loop over keys': `const a: Record<string, unknown> = {};
for (const name in $V) a[name] = ($V as Record<string, unknown>)[name];
=> a`,
  'reduce over entries':
    '=> Object.entries($V).reduce<Record<string, unknown>>((kept, [name, value]) => ({ ...kept, [name]: value }), {})',
  'forEach over keys': `const a: Record<string, unknown> = {};
Object.keys($V).forEach((name) => { a[name] = ($V as Record<string, unknown>)[name]; });
=> a`,
});

/** What hands on a string: `$V` goes in, and the expression is an equal one. */
export const TEXT_CARRIERS: readonly Form[] = readForms({
  template: '=> `${$V}`',
  String: '=> String($V)',
  toString: '=> $V.toString()',
  concatenation: "=> ('' + $V)",
  join: "=> [$V].join('')",
  split: "=> $V.split('').join('')",
  'slice of a string': '=> $V.slice(0)',
  replace: "=> $V.replace(/never/, '')",
  'replace by a function': '=> $V.replace(/^.*$/, (found) => found)',
  'regular expression': '=> /^(.*)$/.exec($V)![1]!',
  match: '=> $V.match(/.*/)![0]',
  'key of an object': '=> Object.keys({ [$V]: 1 })[0]!',
  'for in key': "let a = '';\nfor (const name in { [$V]: 1 }) a = name;\n=> a",
  'String.raw': '=> String.raw`${$V}`',
  characters: "=> [...$V].join('')",
  'compound assignment': "let a = '';\na += $V;\n=> a",
  'bigint aside': 'const big = 10n ** 2n;\n=> (big > 1n ? $V : $V)',
  enum: "enum Kind {\n  A = 'a',\n  B = 1 << 1,\n}\n---\n=> (Kind.A.length > Kind.B ? $V : $V)",
  'as const': 'const box = { a: $V } as const;\n=> box.a',
  'prefix and postfix': 'let turns = 0;\nturns++;\n--turns;\n=> (+turns === 0 && !(-turns > ~turns) ? $V : $V)',
});
