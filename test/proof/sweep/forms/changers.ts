import { readForms, type Form } from '../form.ts';

/**
 * What changes an object: `$O` is the object, whose `role` becomes something else or goes. `$O` is a name or a path.
 */
export const CHANGERS: readonly Form[] = readForms({
  property: "$O.role = 'changed';",
  element: "$O['role'] = 'changed';",
  'element by a variable': "$O[key] = 'changed';",
  'optional chain before': "($O as Record<string, unknown> | undefined)!.role = 'changed';",
  delete: 'delete $O.role;',
  'delete of an element': "delete $O['role'];",
  'delete by a variable': 'delete $O[key];',
  'delete of an optional chain': 'delete ($O as Record<string, unknown> | undefined)?.role;',
  'or-assignment': "$O.role ||= 'changed';",
  'nullish assignment': "$O.role ??= 'changed';",
  'and-assignment': "$O.role &&= 'changed';",
  'addition assignment': "($O as Record<string, string>).role += '!';",
  increment: '($O as Record<string, number>).size!++;',
  'prefix decrement': '--($O as Record<string, number>).size!;',
  'exponent assignment': '($O as Record<string, number>).size! **= 2;',
  'array pattern': "[$O.role] = ['changed'];",
  'object pattern': "({ a: $O.role } = { a: 'changed' });",
  'pattern default': "({ a: $O.role = 'changed' } = {} as { a?: string });",
  'rest of an object pattern': '({ ...($O as Record<string, object>).role } = { z: 1 } as Record<string, number>);',
  'rest of an array pattern': '[...(($O as Record<string, unknown[]>).role)] = [1];',
  'nested pattern': "({ a: [$O.role] } = { a: ['changed'] });",
  'for of': "for ($O.role of ['changed']);",
  'for in': 'for ($O.role in { changed: 1 });',
  'Object.assign': "Object.assign($O, { role: 'changed' });",
  'Object.assign of a copy of a list': "Object.assign(...([$O, { role: 'changed' }] as const));",
  'Object.defineProperty': "Object.defineProperty($O, 'role', { value: 'changed', enumerable: true });",
  'Object.defineProperties':
    "Object.defineProperties($O, { role: { value: 'changed', enumerable: true, configurable: true } });",
  'Object.setPrototypeOf': "Object.setPrototypeOf($O, { role: 'changed' });\ndelete $O.role;",
  'Reflect.set': "Reflect.set($O, 'role', 'changed');",
  'Reflect.deleteProperty': "Reflect.deleteProperty($O, 'role');",
  alias: "const same = $O;\nsame.role = 'changed';",
  aliases: "const one = $O;\nconst two = one;\nconst three = { two };\nthree.two.role = 'changed';",
  'alias by a pattern': "const { a: same } = { a: $O };\nsame.role = 'changed';",
  'alias by a conditional': "const same = flag ? $O : $O;\nsame.role = 'changed';",
  'alias by or': "const same = $O || {};\nsame.role = 'changed';",
  'alias in a list': "[$O][0]!.role = 'changed';",
  'alias in for of': "for (const one of [$O]) one.role = 'changed';",
  'alias in forEach': "[$O].forEach((one) => { one.role = 'changed'; });",
  'alias in map': "[$O].map((one) => Object.assign(one, { role: 'changed' }));",
  'alias in reduce': "['role'].reduce((kept, name) => { kept[name] = 'changed'; return kept; }, $O);",
  'alias in a Map': "new Map([['a', $O]]).get('a')!.role = 'changed';",
  'alias in a closure': "const change = () => { $O.role = 'changed'; };\nchange();",
  'alias in a promise': "const same = await Promise.resolve($O);\nsame.role = 'changed';",
  'alias in then': "await Promise.resolve($O).then((one) => { one.role = 'changed'; });",
  'alias in a generator': "function* give() {\n  yield $O;\n}\nfor (const one of give()) one.role = 'changed';",
  parameter: "const change = (one: Record<string, unknown>) => { one.role = 'changed'; };\nchange($O);",
  'parameter of a function of the module':
    "function change(one: Record<string, unknown>): void {\n  one.role = 'changed';\n}\n---\nchange($O);",
  'parameter two calls down': `function change(one: Record<string, unknown>): void {
  one.role = 'changed';
}
function pass(one: Record<string, unknown>): void {
  change(one);
}
---
pass($O);`,
  'parameter of an async function': `async function change(one: Record<string, unknown>): Promise<void> {
  await Promise.resolve();
  one.role = 'changed';
}
---
await change($O);`,
  'pattern parameter':
    "const change = ({ one }: { one: Record<string, unknown> }) => { one.role = 'changed'; };\nchange({ one: $O });",
  'rest parameter': "const change = (...all: Record<string, unknown>[]) => { all[0]!.role = 'changed'; };\nchange($O);",
  this: "function change(this: Record<string, unknown>) {\n  this.role = 'changed';\n}\nchange.call($O);",
  'bound this': "function change(this: Record<string, unknown>) {\n  this.role = 'changed';\n}\nchange.bind($O)();",
  'method put on it': `const named = $O as Record<string, unknown> & { change?: () => void };
named.change = function (this: Record<string, unknown>) {
  this.role = 'changed';
  delete this.change;
};
named.change();`,
  constructor: `class Change {
  constructor(one: Record<string, unknown>) {
    one.role = 'changed';
  }
}
---
new Change($O);`,
  'field of a holder': `class Holder {
  constructor(readonly one: Record<string, unknown>) {}
  change(): void {
    this.one.role = 'changed';
  }
}
---
new Holder($O).change();`,
  'setter of a holder': `class Holder {
  constructor(readonly one: Record<string, unknown>) {}
  set role(role: string) {
    this.one.role = role;
  }
}
---
new Holder($O).role = 'changed';`,
  'base class that returns it': `class Base {
  constructor(one: object) {
    return one;
  }
}
class Change extends Base {
  role = 'changed';
}
---
new Change($O);`,
  Proxy: "(new Proxy($O, {}) as Record<string, unknown>).role = 'changed';",
  'Reflect.apply': "Reflect.apply((one: Record<string, unknown>) => { one.role = 'changed'; }, undefined, [$O]);",
  'default parameter': "const change = (one: Record<string, unknown> = $O) => { one.role = 'changed'; };\nchange();",
  'tagged template': `const change = (_: TemplateStringsArray, one: Record<string, unknown>) => { one.role = 'changed'; };
change\`\${$O}\`;`,
  'keys in a loop': 'for (const name of Object.keys($O)) delete $O[name];',
  'keys by for in': 'for (const name in $O) delete $O[name];',
  'keys by forEach': 'Object.keys($O).forEach((name) => { delete $O[name]; });',
  'JSON.parse reviver': "JSON.parse('1', () => { $O.role = 'changed'; });",
  'sort comparator': "[2, 1].sort(() => { $O.role = 'changed'; return 0; });",
  getter: "const box = { get go() { $O.role = 'changed'; return 1; } };\nvoid box.go;",
  'unknown function': 'touch($O);',
  'unknown function gets a holder': 'touchInside({ a: [$O] });',
  'unknown function later': "later(() => { $O.role = 'changed'; });\nawait pause();",
  'nested object': "($O.prefs as Record<string, unknown>).theme = 'changed';",
  part: "const part = $O.prefs as Record<string, unknown>;\npart.theme = 'changed';",
  'part by a pattern': "const { prefs } = $O as { prefs: Record<string, unknown> };\nprefs.theme = 'changed';",
  'part by values':
    "for (const part of Object.values($O)) if (part !== null && typeof part === 'object') (part as Record<string, unknown>).theme = 'changed';",
  'part through a shallow copy': "const copy = { ...$O };\n(copy.prefs as Record<string, unknown>).theme = 'changed';",
  'push onto a list in it': "($O.tags as string[]).push('changed');",
  'sort of a list in it': '($O.tags as string[]).sort().reverse();',
  'length of a list in it': '($O.tags as string[]).length = 0;',
  'splice of a list in it': '($O.tags as string[]).splice(0, 1);',
  'index of a list in it': "($O.tags as string[])[0] = 'changed';",
});

/** What looks as if it changed the object, and doesn't. */
export const READERS: readonly Form[] = readForms({
  'copy changed': "const copy: Record<string, unknown> = { ...$O };\ncopy.role = 'changed';",
  'deep copy changed': "const copy = structuredClone($O);\ncopy.role = 'changed';",
  'JSON copy changed':
    "const copy = JSON.parse(JSON.stringify($O)) as Record<string, unknown>;\ncopy.role = 'changed';",
  'property read': 'const role = $O.role;\nvoid role;',
  'JSON.stringify': "log('seen', JSON.stringify($O));",
  'Object.keys': "log('seen', Object.keys($O).length);",
  'Object.entries': 'for (const [name, value] of Object.entries($O)) log(name, typeof value);',
  in: "if ('role' in $O) log('has');",
  typeof: 'void typeof $O.role;',
  comparison: "if ($O.role === 'admin') log('admin');",
  pattern: 'const { role } = $O;\nvoid role;',
  template: 'log(`${String($O.role)}`);',
  condition: "if ($O) log('there');",
  'function that reads': 'const read = (one: Record<string, unknown>) => one.role;\nvoid read($O);',
  'Object.hasOwn': "if (Object.hasOwn($O, 'role')) log('has');",
  'spread into a log': "log('seen', { ...$O });",
  console: 'console.debug($O);',
});
