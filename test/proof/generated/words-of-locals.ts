/** What programs declare for themselves. */
import type fc from 'fast-check';
import { choose } from './choose.ts';

/** Variables that programs may use; each is declared where it is mentioned. */
export const LOCALS: readonly (readonly [name: string, declaration: string])[] = [
  ['title', 'let title = text;\nif (flag) title = `${title}!`;'],
  ['counter', 'let counter = 0;'],
  ['shout', 'const shout = text.toUpperCase();'],
  ['alias', 'const alias = maybe;'],
  ['same', 'const same = id;'],
  ['fixed', "const fixed = { role: 'fixed', size: 2 };"],
  ['mixed', 'const mixed = { role: text, plan: { z: 1 } };'],
  ['leaky', 'const leaky = { role: maybe, size: undefined };'],
  ['changed', "const changed: any = { role: 'fixed' };\nif (flag) changed.plan = { z: 1 };"],
  ['renamed', "const renamed = { role: 'fixed' as unknown };\nrenamed.role = { z: 1 };"],
  ['known', 'const known = loose;'],
];

/** What depends on the stored value: the idioms that take a key out. */
export const IDIOMS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  rest: choose(
    [3, 'const { role, ...rest } = $S;'],
    'const { role, ...rest } = $S;\nlog("removed$N", role);',
    'const { role: gone, plan: alsoGone, ...rest } = $Q ?? {};',
    'const { [key]: removed, ...rest } = $S;',
    'const { role, ...rest } = $S;\nlog("rest$N", rest);',
    'const { role, ...rest } = $S;\n(rest as any).plan = text;',
    'const { role, ...rest } = $S;\ntouch(rest);',
    'const { role = 1, ...rest } = $S;',
    'const { prefs: { theme } = {} as any, ...rest } = $S;',
    'let { role, ...rest } = $S;\nif (flag) rest = {};',
    'const { role, ...rest } = $S;\nlog("removed$N", role);',
    'const { ...rest } = $S;',
  ),
  restOnly: choose('const { role: _role, ...restOnly } = $S;'),
  copy: choose(
    [3, 'const copy: any = { ...$S };\ndelete copy.role;'],
    'const copy: any = { ...$S };\nif (flag) delete copy.role;',
    'const copy: any = { ...$S };\ndelete copy[key];',
    'const copy: any = { ...$S };\ndelete copy.role;\ncopy.plan = text;',
    'const copy: any = { ...$S };\ncopy.plan = text;\ndelete copy.plan;',
    'const copy: any = { ...$S };\ncopy.role = undefined;',
    'const copy: any = structuredClone($S);\ndelete copy.role;',
    'const copy: any = $S;\ndelete copy.role;',
    'const copy: any = { ...$S, plan: text };\ndelete copy.role;\ndelete copy["extra"];',
    'const copy: any = { ...$S };\ndelete copy.role;\ntouch(copy);',
    'const copy: any = { ...$S };\ndelete copy.prefs?.theme;',
    'const copy: any = { ...$S };\nconst second = copy;\ndelete copy.role;\nsecond.plan = 1;',
    'const copy: any = Object.assign({}, $S);\ndelete copy.role;',
    'const copy: any = { plan: 1, ...$S };\ndelete copy.role;',
    'const copy: any = { ...$S };\ndelete copy.role;\nlog("copy$N", copy);',
    'const copy: any = { ...$S };\ncopy.role = { z: 1 };',
    'const copy: any = { ...$S };\nfor (const name of list) delete copy[name];',
  ),
  filtered: choose(
    "const filtered = Object.fromEntries(Object.entries($Q ?? {}).filter(([name]) => name !== 'role'));",
    'const filtered = Object.fromEntries(Object.entries($Q ?? {}).filter(([name]) => name !== key));',
    'const filtered = Object.fromEntries(Object.entries($Q ?? {}).filter(([, entry]) => entry !== null));',
    "const filtered = Object.fromEntries(Object.entries($Q ?? {}).filter(([name]) => name === 'role'));",
  ),
  draft: choose(
    'const draft: any = {};\ndraft.role = text;',
    'const draft: any = { role: text };\nif (flag) draft.plan = { z: 1 };',
    'const draft: any = { ...$S };\ndraft.role = text;',
  ),
  patch: choose(
    [3, 'const patch = { ...$S, role: text };'],
    'const patch = { ...$S, role: maybe };',
    'const patch: any = { ...$S, role: text };\npatch.plan = { z: 1 };',
    'const patch = { ...$S, role: loose };',
    'const patch = { ...$S, role: text };\nlog("patch$N", patch);',
    'let patch: any = { ...$S, role: text };\nif (flag) patch = { role: text };',
    'const patch = Object.assign({}, $S, { role: text });',
    'const patch = { ...$S, role: title };\ntitle = "later";',
  ),
};
