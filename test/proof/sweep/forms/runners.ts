import { readForms, type Form } from '../form.ts';

/**
 * What runs a function: `$F` names one that takes anything and returns a promise of nothing.
 */
export const RUNNERS: readonly Form[] = readForms({
  // Calls.
  call: 'await $F();',
  'call that nobody waits for': '$F();',
  'call with spread': 'const given: unknown[] = [];\nawait $F(...given);',
  'comma call': 'await (void 0, $F)();',
  'optional call': 'const step: typeof $F | undefined = flag || !flag ? $F : undefined;\nawait step?.();',
  '.call': 'await $F.call(undefined);',
  '.apply': 'await $F.apply(undefined, []);',
  '.bind': 'await $F.bind(undefined)();',
  'Reflect.apply': 'await Reflect.apply($F, undefined, []);',
  'computed member': "const box = { go: $F };\nawait box['go']();",
  'member by a variable': "const name = flag ? 'go' : 'go';\nconst box = { go: $F };\nawait box[name]();",
  method: 'const box = { async go() { await $F(); } };\nawait box.go();',
  'method by this': 'const box = { go: $F, async start() { await this.go(); } };\nawait box.start();',
  'detached method': 'const { go } = { go: $F };\nawait go();',
  'tagged template': 'await $F`x`;',
  'tag of our own': 'const tag = (_: TemplateStringsArray) => $F();\nawait tag`x`;',
  IIFE: 'await (async () => { await $F(); })();',
  'function IIFE': 'await (async function () {\n  await $F();\n})();',
  'arrow that returns the call': 'const go = () => $F();\nawait go();',
  'wrapper with a parameter': 'const go = async (step: () => Promise<void>) => { await step(); };\nawait go($F);',
  'wrapper of the module':
    'async function go(step: () => Promise<void>): Promise<void> {\n  await step();\n}\n---\nawait go($F);',
  'wrapper with a rest parameter': `async function go(...steps: (() => Promise<void>)[]): Promise<void> {
  for (const step of steps) await step();
}
---
await go($F);`,
  'wrapper of a list': `async function runAll(steps: readonly (() => Promise<void>)[]): Promise<void> {
  for (const step of steps) await step();
}
---
await runAll([$F]);`,
  'wrapper with options': `async function go(options: { before?: () => Promise<void> }): Promise<void> {
  await options.before?.();
}
---
await go({ before: $F });`,
  'wrapper with arguments': `async function go(step: (...args: unknown[]) => Promise<void>, ...args: unknown[]): Promise<void> {
  await step(...args);
}
---
await go($F, 1);`,
  'wrapper that wraps':
    'const logged = (step: () => Promise<void>) => async () => { await step(); };\n---\nawait logged($F)();',
  'wrapper of wrappers': `const logged = (step: () => Promise<void>) => async () => { await step(); };
const twice = (step: () => Promise<void>) => logged(logged(step));
---
const go = twice($F);
await go();`,
  retry: `async function retry(step: () => Promise<void>, left = 2): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (left === 0) throw error;
    await retry(step, left - 1);
  }
}
---
await retry($F);`,
  recursion: `const go = async (left: number): Promise<void> => {
  if (left > 0) return go(left - 1);
  await $F();
};
await go(2);`,
  'mutual recursion': `const ping = async (left: number): Promise<void> => { await (left > 0 ? pong(left - 1) : $F()); };
const pong = async (left: number): Promise<void> => { await ping(left); };
await ping(2);`,
  'function in a variable of the module':
    'let step: (() => Promise<void>) | undefined;\n---\nstep = $F;\nawait step();',
  'function in a variable, called by another': `let step: (() => Promise<void>) | undefined;
const start = async (): Promise<void> => { await step?.(); };
---
step = $F;
await start();`,
  namespace:
    'namespace Steps {\n  export const go = (step: () => Promise<void>) => step();\n}\n---\nawait Steps.go($F);',
  'unknown function hands it back': "await fx('step', $F)();",
  'dynamic import': "const effects = await import('./effects.js');\nawait effects.fx('step', $F)();",
  'unknown function calls it later': 'later($F);\nawait pause();',
  'unknown function calls a closure later': 'later(async () => { await $F(); });\nawait pause();',
  'unknown function gets an object with it': 'const job = { go: $F };\nlater(() => job.go());\nawait pause();',

  // Holders that are called.
  'list element': 'const steps = [$F];\nawait steps[0]!();',
  'list of closures':
    'const steps = [() => $F(), async () => { await Promise.resolve(); }];\nfor (const step of steps) await step();',
  popped: 'const queue = [$F];\nwhile (queue.length > 0) await queue.pop()!();',
  pushed: 'const queue: (() => Promise<void>)[] = [];\nqueue.push($F);\nfor (const step of queue) await step();',
  Map: "const handlers = new Map([['go', $F]]);\nawait handlers.get('go')?.();",
  'Map.set':
    "const handlers = new Map<string, () => Promise<void>>();\nhandlers.set('go', $F);\nawait handlers.get('go')!();",
  Set: 'const listeners = new Set([$F]);\nfor (const listener of listeners) await listener();',
  'Set.add': `const listeners = new Set<() => Promise<void>>();
listeners.add($F);
listeners.forEach((listener) => { void listener(); });`,
  WeakMap: 'const own = {};\nconst steps = new WeakMap([[own, $F]]);\nawait steps.get(own)?.();',
  'assigned member': 'const job: { go?: () => Promise<void> } = {};\njob.go = $F;\nawait job.go();',
  'Object.assign': 'const job = Object.assign({}, { go: $F });\nawait job.go();',
  'Object.values': 'for (const step of Object.values({ go: $F })) await step();',
  'Object.entries': 'for (const [, step] of Object.entries({ go: $F })) await step();',
  'for in': "const steps = { go: $F };\nfor (const name in steps) await steps[name as 'go']();",
  'table by kind':
    "const steps: Record<string, () => Promise<void>> = { alpha: $F, beta: $F, '': $F };\nawait steps[text]?.();",
  'default that is called': 'const { go = $F }: { go?: () => Promise<void> } = {};\nawait go();',
  middleware: `type Next = () => Promise<void>;
const compose = (steps: readonly ((next: Next) => Promise<void>)[]): Next => steps.reduceRight<Next>((next, step) => () => step(next), async () => {});
---
await compose([async (next) => { await $F(); await next(); }])();`,

  // Callbacks.
  map: 'await Promise.all([1].map($F));',
  'map with a closure': 'await Promise.all([1].map(async () => { await $F(); }));',
  forEach: '[1].forEach($F);',
  'forEach with a closure': '[1].forEach(() => { void $F(); });',
  filter: '[1].filter(() => { void $F(); return true; });',
  find: '[1].find(() => { void $F(); return true; });',
  findLastIndex: '[1].findLastIndex(() => { void $F(); return true; });',
  some: '[1].some(() => { void $F(); return true; });',
  every: '[1].every(() => { void $F(); return true; });',
  flatMap: 'await Promise.all([1].flatMap(() => [$F()]));',
  reduce: 'await [1, 2].reduce((before) => before.then(() => $F()), Promise.resolve());',
  reduceRight: '[1].reduceRight((sum) => { void $F(); return sum; }, 0);',
  sort: '[2, 1].sort(() => { void $F(); return 0; });',
  toSorted: '[2, 1].toSorted(() => { void $F(); return 0; });',
  'Array.from': 'await Promise.all(Array.from([1], $F));',
  'Array.from of a length': 'await Promise.all(Array.from({ length: 1 }, () => $F()));',
  'typed array': 'new Uint8Array(1).forEach(() => { void $F(); });',
  'Map.forEach': "new Map([['a', 1]]).forEach(() => { void $F(); });",
  'Set.forEach': 'new Set([1]).forEach(() => { void $F(); });',
  replace: "'a'.replace(/a/, () => { void $F(); return 'b'; });",
  replaceAll: "'a'.replaceAll('a', () => { void $F(); return 'b'; });",
  'JSON.parse': 'JSON.parse(\'{"a":1}\', (_, value: unknown) => { void $F(); return value; });',
  'JSON.stringify with a replacer': 'JSON.stringify({ a: 1 }, (_, value: unknown) => { void $F(); return value; });',
  toJSON: 'JSON.stringify({ toJSON: () => { void $F(); return 1; } });',

  // Promises and time.
  then: 'await Promise.resolve().then($F);',
  'then with a closure': 'await Promise.resolve().then(() => $F());',
  'then on failure': "await Promise.reject(new Error('none')).then(undefined, $F);",
  'catch of a promise': "await Promise.reject(new Error('none')).catch($F);",
  'finally of a promise': 'await Promise.resolve().finally($F);',
  'Promise.all': 'await Promise.all([$F(), Promise.resolve(1)]);',
  'Promise.race': 'await Promise.race([$F()]);',
  'Promise.any': 'await Promise.any([$F()]);',
  'Promise.allSettled': 'await Promise.allSettled([$F()]);',
  'new Promise': 'await new Promise<void>((done) => { done($F()); });',
  resolver: 'await new Promise<void>((done, fail) => { $F().then(done, fail); });',
  'promise kept': 'const soon = $F();\nawait soon;',
  'promise kept in a list': 'const running: Promise<void>[] = [];\nrunning.push($F());\nawait Promise.all(running);',
  thenable: 'await ({ then: (done: () => void) => { void $F().then(done); } } as PromiseLike<void>);',
  setTimeout: 'await new Promise<void>((done) => { setTimeout(() => { void $F().then(done); }, 0); });',
  'setTimeout of the function': 'setTimeout($F, 0);\nawait pause();',
  setImmediate: 'setImmediate($F);\nawait pause();',
  queueMicrotask: 'queueMicrotask(() => { void $F(); });\nawait Promise.resolve();',

  // Events.
  'event listener':
    "const events = new EventTarget();\nevents.addEventListener('go', $F);\nevents.dispatchEvent(new Event('go'));",
  'event listener object': `const events = new EventTarget();
events.addEventListener('go', { handleEvent: () => { void $F(); } });
events.dispatchEvent(new Event('go'));`,
  emitter: `class Emitter {
  readonly #listeners: (() => Promise<void>)[] = [];
  on(listener: () => Promise<void>): this {
    this.#listeners.push(listener);
    return this;
  }
  async emit(): Promise<void> {
    for (const listener of this.#listeners) await listener();
  }
}
---
const events = new Emitter();
events.on($F);
await events.emit();`,
  'abort signal': `const controller = new AbortController();
controller.signal.addEventListener('abort', () => { void $F(); });
controller.abort();`,

  // What runs by itself: getters, setters, conversions.
  getter: "const box = { get go() { void $F(); return 1; } };\nlog('got', box.go);",
  'getter as a statement': 'const box = { get go() { void $F(); return 1; } };\nvoid box.go;',
  'getter by a pattern': "const { go } = { get go() { void $F(); return 1; } };\nlog('got', go);",
  'getter by an element': "const box = { get go() { void $F(); return 1; } };\nvoid box['go'];",
  'getter by spread': 'const box = { get go() { void $F(); return 1; } };\nconst copy = { ...box };\nvoid copy;',
  'getter by Object.assign': 'const box = { get go() { void $F(); return 1; } };\nObject.assign({}, box);',
  'getter by Object.values': 'Object.values({ get go() { void $F(); return 1; } });',
  'getter by JSON': 'JSON.stringify({ get go() { void $F(); return 1; } });',
  'getter by a loop':
    "const box = { get go() { void $F(); return 1; } };\nfor (const name in box) void box[name as 'go'];",
  'defined getter': `const box = Object.defineProperty({} as { go: number }, 'go', { get: () => { void $F(); return 1; } });
void box.go;`,
  'promise from a getter': 'const box = { get go() { return $F(); } };\nawait box.go;',
  setter: 'const box = { set go(_: number) { void $F(); } };\nbox.go = 1;',
  'setter by a pattern': 'const box = { set go(_: number) { void $F(); } };\n[box.go] = [1];',
  'setter by a compound assignment':
    'const box = { get go() { return 1; }, set go(_: number) { void $F(); } };\nbox.go += 1;',
  'setter by a loop': 'const box = { set go(_: number) { void $F(); } };\nfor (box.go of [1]);',
  'setter by Object.assign': 'const box = { set go(_: number) { void $F(); } };\nObject.assign(box, { go: 1 });',
  'toString in a template': "const box = { toString: () => { void $F(); return 'x'; } };\nlog(`${box}`);",
  'toString in String': "String({ toString: () => { void $F(); return 'x'; } });",
  'toString in an addition': "const box = { toString: () => { void $F(); return 'x'; } };\nlog('' + box);",
  'toString as a key': `const box = { toString: () => { void $F(); return 'x'; } };
void (bag as Record<string, unknown>)[box as unknown as string];`,
  'toString in join': "[{ toString: () => { void $F(); return 'x'; } }].join('');",
  valueOf: 'const box = { valueOf: () => { void $F(); return 1; } };\nvoid +box;',
  'valueOf in a comparison':
    'const box = { valueOf: () => { void $F(); return 1; } };\nvoid (box > { valueOf: () => 0 });',
  'valueOf in an equation': 'const box = { valueOf: () => { void $F(); return 1; } };\nvoid ((box as unknown) == 1);',
  'Symbol.toPrimitive': "const box = { [Symbol.toPrimitive]: () => { void $F(); return 'x'; } };\nlog(`${box}`);",
  'Symbol.hasInstance': `const Kind = { [Symbol.hasInstance]: () => { void $F(); return true; } };
void ({} instanceof (Kind as unknown as new () => object));`,
  'prototype getter':
    'const box = Object.create({ get go() { void $F(); return 1; } }) as { go: number };\nvoid box.go;',
  'parameter default': 'const go = (soon = $F()) => soon;\nawait go();',
  'pattern default': 'const { soon = $F() }: { soon?: Promise<void> } = {};\nawait soon;',
  'array pattern default': 'const [soon = $F()] = [] as Promise<void>[];\nawait soon;',
  'assigned pattern default':
    'let soon: Promise<void>;\n({ soon = $F() } = {} as { soon?: Promise<void> });\nawait soon;',
  'computed key of a pattern': "const { [(void $F(), 'a' as const)]: a } = { a: 1 };\nvoid a;",

  // Classes.
  constructor: 'class Job {\n  constructor(step: () => Promise<void>) {\n    void step();\n  }\n}\n---\nnew Job($F);',
  'constructor and method': `class Job {
  readonly #step: () => Promise<void>;
  constructor(step: () => Promise<void>) {
    this.#step = step;
  }
  async start(): Promise<void> {
    await this.#step();
  }
}
---
await new Job($F).start();`,
  'parameter property and method': `class Job {
  constructor(private readonly step: () => Promise<void>) {}
  start(): Promise<void> {
    return this.step();
  }
}
---
const job = new Job($F);
await job.start();`,
  'super constructor': `class Base {
  constructor(step: () => Promise<void>) {
    void step();
  }
}
class Job extends Base {}
---
new Job($F);`,
  'super method': `class Base {
  async go(): Promise<void> {
    await $F();
  }
}
class Job extends Base {
  override async go(): Promise<void> {
    await super.go();
  }
}
await new Job().go();`,
  'inherited method': `class Base {
  async start(): Promise<void> {
    await this.go();
  }
  async go(): Promise<void> {}
}
---
class Job extends Base {
  override async go() {
    await $F();
  }
}
await new Job().start();`,
  'abstract method': `abstract class Base {
  abstract go(): Promise<void>;
  start(): Promise<void> {
    return this.go();
  }
}
---
await new (class extends Base {
  go() {
    return $F();
  }
})().start();`,
  'field initialiser': 'class Job {\n  soon = $F();\n}\nawait new Job().soon;',
  'field initialiser by itself': 'class Job {\n  soon = $F();\n}\nnew Job();',
  'field that holds it': 'class Job {\n  go = $F;\n}\nawait new Job().go();',
  'field that is an arrow': 'class Job {\n  go = async () => { await $F(); };\n}\nawait new Job().go();',
  'private field': `class Job {
  #go = $F;
  async start() {
    if (#go in this) await this.#go();
  }
}
await new Job().start();`,
  'subclass field': 'class Base {}\nclass Job extends Base {\n  soon = $F();\n}\nnew Job();',
  'static field': 'class Job {\n  static soon = $F();\n}\nawait Job.soon;',
  'static block': 'class Job {\n  static {\n    void $F();\n  }\n}\nvoid Job;',
  'static method': 'class Job {\n  static async go() {\n    await $F();\n  }\n}\nawait Job.go();',
  'class getter': 'class Job {\n  get go() {\n    void $F();\n    return 1;\n  }\n}\nvoid new Job().go;',
  'class setter': 'class Job {\n  set go(_: number) {\n    void $F();\n  }\n}\nnew Job().go = 1;',
  accessor: 'class Job {\n  accessor soon = $F();\n}\nawait new Job().soon;',
  'private method': `class Job {
  async #go() {
    await $F();
  }
  async start() {
    await this.#go();
  }
}
await new Job().start();`,
  'generator method': 'class Job {\n  *go() {\n    yield $F();\n  }\n}\nfor (const soon of new Job().go()) await soon;',
  'computed member name': "class Job {\n  [(void $F(), 'go')]() {}\n}\nvoid Job;",
  heritage: 'class Job extends (void $F(), Object) {}\nvoid Job;',
  'class expression': 'const job = new (class {\n  constructor() {\n    void $F();\n  }\n})();\nvoid job;',
  mixin: `const runs = <B extends new (...args: any[]) => object>(Base: B) => class extends Base {
  soon = $F();
};
new (runs(Object))();`,
  'new of a function': 'const Job = function () {\n  void $F();\n} as unknown as new () => object;\nnew Job();',
  'Reflect.construct': 'class Job {\n  constructor() {\n    void $F();\n  }\n}\nReflect.construct(Job, []);',
  'class decorator':
    'const go = (_target: unknown, _context: ClassDecoratorContext) => { void $F(); };\n@go\nclass Job {}\nvoid Job;',
  'method decorator': `const go = (_target: unknown, _context: ClassMethodDecoratorContext) => { void $F(); };
class Job {
  @go
  start() {}
}
void Job;`,
  'decorator that wraps': `const wrapped = (step: () => Promise<void>, _context: ClassMethodDecoratorContext) => async () => {
  await $F();
  await step();
};
class Job {
  @wrapped
  async start() {}
}
await new Job().start();`,
  'decorator initialiser': `const go = (_target: unknown, context: ClassFieldDecoratorContext) => { context.addInitializer(() => { void $F(); }); };
class Job {
  @go
  a = 1;
}
new Job();`,

  // Proxies.
  'Proxy get': 'const box = new Proxy({ a: 1 }, { get: () => { void $F(); return 1; } });\nvoid box.a;',
  'Proxy set': 'const box = new Proxy({ a: 1 }, { set: () => { void $F(); return true; } });\nbox.a = 2;',
  'Proxy has': "const box = new Proxy({ a: 1 }, { has: () => { void $F(); return true; } });\nvoid ('a' in box);",
  'Proxy deleteProperty':
    'const box: { a?: number } = new Proxy({}, { deleteProperty: () => { void $F(); return true; } });\ndelete box.a;',
  'Proxy ownKeys': 'Object.keys(new Proxy({}, { ownKeys: () => { void $F(); return []; } }));',
  'Proxy ownKeys by a loop': 'for (const key in new Proxy({}, { ownKeys: () => { void $F(); return []; } })) void key;',
  'Proxy ownKeys by spread': 'void { ...new Proxy({}, { ownKeys: () => { void $F(); return []; } }) };',
  'Proxy apply': 'const go = new Proxy(() => 1, { apply: () => { void $F(); return 1; } });\ngo();',
  'Proxy of the function': 'const go = new Proxy($F, {});\nawait go();',
  'Proxy construct': 'const Job = new Proxy(Object, { construct: () => { void $F(); return {}; } });\nnew Job();',
  'Proxy getPrototypeOf':
    'void (new Proxy({}, { getPrototypeOf: () => { void $F(); return null; } }) instanceof Object);',

  // Iteration.
  generator: 'function* steps() {\n  yield $F();\n}\nfor (const soon of steps()) await soon;',
  'generator body': 'function* steps() {\n  void $F();\n  yield 1;\n}\nsteps().next();',
  'generator that yields the function':
    'function* steps() {\n  yield $F;\n}\nfor (const step of steps()) await step();',
  'generator finally': `function* steps() {
  try {
    yield 1;
  } finally {
    void $F();
  }
}
for (const _ of steps()) break;`,
  'yield*':
    'function* inner() {\n  void $F();\n  yield 1;\n}\nfunction* steps() {\n  yield* inner();\n}\n[...steps()];',
  'sent into a generator': `function* steps(): Generator<undefined, void, () => Promise<void>> {
  const step = yield undefined;
  void step();
}
const going = steps();
going.next($F);
going.next($F);`,
  'async generator': 'async function* steps() {\n  await $F();\n  yield 1;\n}\nfor await (const _ of steps());',
  'for await of promises': 'for await (const _ of [$F()]);',
  'Symbol.iterator in for of':
    'const source = { *[Symbol.iterator]() { void $F(); yield 1; } };\nfor (const _ of source);',
  'Symbol.iterator in spread': 'const source = { *[Symbol.iterator]() { void $F(); yield 1; } };\nvoid [...source];',
  'Symbol.iterator in arguments':
    'const source = { *[Symbol.iterator]() { void $F(); yield 1; } };\nMath.max(...source);',
  'Symbol.iterator in a pattern':
    'const source = { *[Symbol.iterator]() { void $F(); yield 1; } };\nconst [a] = source;\nvoid a;',
  'Symbol.iterator in Array.from': 'Array.from({ *[Symbol.iterator]() { void $F(); yield 1; } });',
  'Symbol.iterator in new Set': 'new Set({ *[Symbol.iterator]() { void $F(); yield 1; } });',
  'Symbol.iterator in Promise.all': 'await Promise.all({ *[Symbol.iterator]() { yield $F(); } });',
  'Symbol.iterator in Object.fromEntries':
    "Object.fromEntries({ *[Symbol.iterator]() { void $F(); yield ['a', 1] as const; } });",
  'iterator that is closed': `const source: Iterable<number> = { [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }), return: () => { void $F(); return { done: true, value: 1 }; } }) };
for (const _ of source) break;`,
  'Symbol.asyncIterator':
    'const source = { async *[Symbol.asyncIterator]() { await $F(); yield 1; } };\nfor await (const _ of source);',

  // What ends runs it.
  using: 'using box = { [Symbol.dispose]() { void $F(); } };\nvoid box;',
  'using in a block': '{\n  using box = { [Symbol.dispose]() { void $F(); } };\n  void box;\n}',
  'await using': '{\n  await using box = { async [Symbol.asyncDispose]() { await $F(); } };\n  void box;\n}',

  // JSX.
  'component that is called': `const Row = ({ go }: { go: () => Promise<void> }) => {
  void go();
  return <p title="row" />;
};
Row({ go: $F });`,
  'element with a handler': `const Row = (_props: { go: () => Promise<void> }) => null;
const element = <Row go={$F} />;
await (element.props as { go: () => Promise<void> }).go();`,
  'element with a closure': `const element = <button title="x" onClick={() => { void $F(); }}>go</button>;
(element.props as { onClick: () => void }).onClick();`,
  'element with a render function': `const List = ({ children }: { children: () => Promise<void> }) => {
  void children();
  return null;
};
const element = <List>{$F}</List>;
List(element.props as { children: () => Promise<void> });`,
});
