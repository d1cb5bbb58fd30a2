import fc from 'fast-check';
import type { AnalyzeOptions } from '../../../transforms/index.ts';
import type { MetadataField } from '../../service/store.ts';
import { compile } from './execute.ts';
import { PARAMETERS } from './inputs.ts';

/**
 * The grammar of the programs. Its words are templates of program text; a word that starts with `$` stands for a part that is chosen elsewhere:
 * `$C` the call, `$R` what its method is called on, `$A` the same for reading, `$ID` the id, `$U` the subject's variable, `$F` the metadata field,
 * `$G` a general field, `$S` the stored value of the field as the program gets at it, `$N` a new number for each effect.
 */

export type Surface = 'users' | 'organizations' | 'frontend';

export interface Program {
  readonly surface: Surface;
  readonly fileName: string;
  readonly options: Pick<AnalyzeOptions, 'exact' | 'frontendReplace'>;
  readonly text: string;
  /** The names of the parameters of `run`. */
  readonly parameters: readonly string[];
  /** The field that parameters with metadata carry. */
  readonly field: MetadataField;
}

/** Alternatives by weight; the first is what a failing program shrinks to. */
function choose(...alternatives: readonly (string | readonly [number, string])[]): fc.Arbitrary<string> {
  return fc.oneof({ withCrossShrink: true }, ...alternatives.map((entry) => (typeof entry === 'string' ? { weight: 2, arbitrary: fc.constant(entry) } : { weight: entry[0], arbitrary: fc.constant(entry[1]) })));
}

// Values.

const primitive = choose(
  [6, "'admin'"], [3, '1'], 'true', '`${text}!`', [24, '`${$U.$G}!`'], [3, 'text'], 'count', 'flag', 'text.trim()', 'list.length',
  '-count', '!flag', 'count > 1', "text + '?'", 'options.name', 'options.label.text', 'title', 'String(loose)', 'counter++',
  "fx('v$N', text) as string", 'typeof loose', 'JSON.stringify(obj)', "text === 'a'", "flag ? 'on' : 'off'", 'date.toISOString()',
  'date', 'new Date(0)', 'list', '[1, text]', "[{ a: 1 }, { b: loose }]", 'list.map((item) => item)', 'shout', 'options["name"]',
  "maybe ?? 'none'", "maybe || 'none'", "nullable ?? 'none'", "maybe !== undefined ? maybe : 'none'",
  "nullable == null ? 'none' : nullable", "typeof unsure === 'string' ? unsure : 'none'", 'Array.isArray(loose) ? loose : []',
  "(text, 'comma')", "flag && 'yes'", 'maybe === undefined || maybe.length > 0',
);
const maybeUndefined = choose(
  [14, 'undefined'], [34, 'maybe'], 'void 0', 'text || undefined', "flag ? 'on' : undefined", "maybe && 'set'", 'maybe?.length', 'obj.y',
  'list[0]', "list.find((item) => item === 'a')", 'list.at(0)', 'nullable ?? undefined',
  "typeof unsure === 'string' ? unsure : undefined", "unsure instanceof Date ? unsure : undefined", 'alias', 'list.pop()',
  'maybe ? maybe : undefined', 'text[0]',
);
const hazard = choose(
  [16, 'null'], [5, '{}'], [8, "{ size: 1 }"], [14, 'loose'], [6, 'unsure'], [28, 'nullable'], 'obj', 'record',
  "{ role: 'inner', plan: { a: 1 } }", 'record.role', "flag ? { size: 1 } : 'none'", "flag && { size: 1 }", "fx('v$N', loose)",
  "fx('v$N', { size: 1 })", "maybe ?? null", 'nullable || null', '$Q?.plan', '$Q?.prefs', "loose ?? 'none'", "loose || 'none'",
  'loose && 1', "unsure === null ? 'none' : unsure", 'known', '() => 1', "typeof unsure === 'object' ? unsure : 1",
  "unsure ? unsure : 'none'", "(text as string)", "list.length ? null : 1", 'maybe! ?? null', "new Map([['a', 1]])",
  'Object.assign({}, obj)', '{ ...$Q?.prefs }', '{ get a() { return 1; } }',
);

/** Values that read the stored value at their own key belong to the key `prefs`. */
const nested = (value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(choose([6, '...$Q?.prefs, '], '...$Q?.plan, ', '', "role: 'first', ...$Q?.prefs, "), fc.array(fc.tuple(choose(
    'theme', 'role', 'size',
  ), value), { maxLength: 2 }), choose([6, ''], ', ...$Q?.prefs')).map(
    ([head, entries, tail]) => `{ ${head}${entries.map(([key, text]) => `${key}: ${text}`).join(', ')}${entries.length === 0 ? tail.replace(', ', '') : tail} }`,
  );
const deeplyNested = choose(
  "{ ...$Q?.prefs, prefs: { ...$Q?.prefs?.prefs, theme: 'deep' } }", "{ ...$Q?.prefs, prefs: { theme: 'deep' } }",
  "{ ...$Q?.prefs, prefs: { ...$Q?.prefs, theme: 'deep' } }", '{ ...$Q?.prefs, ...(flag && { theme: text }) }',
  '{ ...$Q?.prefs, theme: undefined }', '{ ...($Q?.prefs ?? {}), theme: maybe }',
);

const value = fc.oneof({ withCrossShrink: true }, { weight: 14, arbitrary: primitive }, { weight: 5, arbitrary: maybeUndefined }, { weight: 4, arbitrary: hazard });

// Elements of a metadata literal.

const key = choose([6, 'role'], [4, 'plan'], "'extra'", '[key]', "['extra']", '7', '`plan`'.length > 0 ? 'size' : '');
const property = fc.tuple(key, value).map(([name, text]) => `${name}: ${text}`);
const prefsProperty = fc.oneof({ weight: 3, arbitrary: nested(value) }, { weight: 2, arbitrary: deeplyNested }).map((text) => `prefs: ${text}`);
const shorthand = choose('text', 'maybe', 'count', 'flag', 'title', 'loose', 'nullable', 'list', 'obj', 'shout', 'alias', 'date');
const spread = fc.oneof(
  { weight: 3, arbitrary: property.map((entry) => `...(flag && { ${entry} })`) },
  { weight: 2, arbitrary: fc.tuple(property, property).map(([a, b]) => `...(flag ? { ${a} } : { ${b} })`) },
  { weight: 2, arbitrary: property.map((entry) => `...(flag ? { ${entry} } : {})`) },
  { weight: 1, arbitrary: value.map((text) => `...(maybe !== undefined && { role: maybe, plan: ${text} })`) },
  {
    weight: 3,
    arbitrary: choose(
      '...fixed', '...mixed', [32, '...changed'], [8, '...renamed'], '...flat', '...obj', '...record', '...(maybe && { role: maybe })',
      '...(nullable ? { role: nullable } : undefined)', '...(loose as object)', '...fx("v$N", { role: 1 }) as object', '...$S',
      '...(flag ? fixed : {})', '...{ plan: 1 }', '...leaky', '...(!flag || { role: maybe })',
      '...(maybe ? { role: { size: 1 } } : null)',
    ),
  },
);
const accessor = choose("get role() { return 'got'; }", 'plan() { return 1; }');
const element = fc.oneof(
  { withCrossShrink: true },
  { weight: 12, arbitrary: property }, { weight: 3, arbitrary: prefsProperty }, { weight: 3, arbitrary: shorthand }, { weight: 3, arbitrary: spread }, { weight: 1, arbitrary: accessor.map((text) => text) },
);

/** A literal with the stored value spread first, elsewhere, twice, or not at all. */
const literal = fc.tuple(choose([14, 'first'], [3, 'last'], [3, 'none'], 'twice', 'middle'), fc.array(element, { maxLength: 3 })).map(([where, elements]) => {
  const at = { first: ['...$S', ...elements], last: [...elements, '...$S'], none: elements, twice: ['...$S', ...elements, '...$S'], middle: [...elements.slice(0, 1), '...$S', ...elements.slice(1)] }[where] ?? elements;
  return at.length === 0 ? '{}' : `{ ${at.join(', ')} }`;
});
const metadataValue = fc.oneof(
  { withCrossShrink: true },
  { weight: 24, arbitrary: literal },
  { weight: 2, arbitrary: fc.array(element, { maxLength: 2 }).map((elements) => `Object.assign({}, $S, { ${elements.join(', ')} })`) },
  { weight: 1, arbitrary: literal.map((text) => `fx('v$N', ${text}) as object`) },
  { weight: 1, arbitrary: literal.map((text) => `(${text} as any)`) },
  { weight: 1, arbitrary: literal.map((text) => `flag ? ${text} : {}`) },
  { weight: 3, arbitrary: choose(
    '{}', 'given', 'undefined', 'record', '$S', 'record as any', '{ ...given }', 'flag ? given : undefined', 'maybe ? given : undefined',
  ) },
  { weight: 4, arbitrary: choose(
    'rest', 'restOnly', 'copy', 'rest', '{ ...rest, plan: text }', 'filtered', 'draft', 'copy', 'patch', 'patch',
  ) },
);

// The params around it.

const generalValue = choose(
  [6, "'New'"], [3, 'text'], 'options.name', 'title', "fx('v$N', 'Effect') as string", '`${text}.`', 'counter++ > 0 ? text : "b"',
  'options.label.text', '$U.$G', 'text.trim()', 'maybe', "touch($U) as string", "(await $OLD($IDW{ $F2: { plan: 'inner' } })).id",
  "(await $OLD($IDW{ $G: 'Inner', $F2: { plan: 'inner' } })).id",
);
const generalEntry = fc.oneof(
  { weight: 8, arbitrary: generalValue.map((text) => `$G: ${text}`) },
  { weight: 1, arbitrary: generalValue.map((text) => `...(flag && { $G: ${text} })`) },
  { weight: 1, arbitrary: generalValue.map((text) => `'$G2': ${text}`) },
  { weight: 1, arbitrary: choose('...onlyGeneral', '...(maybe ? { $G2: maybe } : {})') },
);

interface Field {
  readonly field: number;
  readonly value: string;
  readonly conditional: string;
}
const fieldEntry: fc.Arbitrary<Field> = fc.record({ field: fc.nat(2), value: metadataValue, conditional: choose(
  [14, ''], '...(flag && {})', '...(flag ? {} : {})',
) });

/** The elements of the params, general ones among the metadata. */
const paramEntries = fc.record({
  fields: fc.oneof({ weight: 7, arbitrary: fc.tuple(fieldEntry) }, { weight: 2, arbitrary: fc.tuple(fieldEntry, fieldEntry) }),
  general: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 4, arbitrary: fc.array(fc.tuple(fc.boolean(), generalEntry), { minLength: 1, maxLength: 2 }) }),
});

/** How the params reach the call; `$P` is their literal, `$PG` its general part, `$V` the first field's value. */
const paramsForm = choose(
  '$P', '($P)', '$P as any', [3, 'const params = $P;\n=> params'], [2, 'const params: any = { $PG };\nparams.$F = $V;\n=> params'],
  [2, 'const params: any = { $PG };\nif (flag) params.$F = $V;\n=> params'],
  'const params: any = { $PG };\nif (flag) {\n  params.$F = $V;\n  log("assigned$N");\n}\n=> params',
  'const params: any = {};\nparams.$G = text;\nparams.$F = $V;\nparams.$F.late = 1;\n=> params',
  'const params: any = $P;\nparams.$F = $V;\n=> params', 'const params: any = $P;\nlog("params$N", params);\n=> params',
  'const params: any = $P;\nif (maybe) params.$G2 = maybe;\n=> params', 'let params: any = $P;\nif (flag) params = { $PG };\n=> params',
  [2, 'input'], [2, 'onlyMetadata'], '{ ...input, $F: $V }', '{ ...onlyGeneral, $F: $V }', '{ $G: text, ...onlyMetadata }',
  'flag ? $P : { $PG }', 'fx("p$N", $P) as any', '{ ...(flag ? $P : { $PG }) }', 'onlyGeneral', '{ ...input }',
);

// Where the call stands. A position that starts with `sync:` makes `run` a plain function.

const position = choose(
  'await $C;', [4, '$C;'], [2, 'return $C;'], 'return await $C;', 'const result = await $C;\nreturn result;',
  'const promise = $C;\nlog("between$N");\nreturn await promise;', 'let result;\nresult = await $C;\nreturn result;',
  'const { id: got } = await $C;\nreturn got;', 'const save = () => $C;\nreturn save();',
  'const save = async () => await $C;\nreturn await save();', 'const save = async () => {\n  await $C;\n};\nawait save();',
  'const save = () => { return $C; };\nreturn save();', 'async function save() {\n  return $C;\n}\nreturn await save();',
  "return await Promise.all([$C, fx('e$N', 1)]);", "return await Promise.all([fx('e$N', 1), $C]);",
  'return $C.then((result) => result.id);', 'return $C.then(() => log("then$N"), (error) => log("failed$N", String(error)));',
  'return $C.catch((error: unknown) => { log("caught$N", String(error)); });', 'return $C.finally(() => { log("finally$N"); });',
  'return (await $C).id;', 'return flag ? await $C : null;', 'return flag ? $C : undefined;', 'return flag && (await $C);',
  'return maybe ?? (await $C);', 'return flag || (await $C);', 'flag && (await $C);', 'flag && $C;',
  'flag ? await $C : log("skipped$N");', 'log("given$N", await $C);', "log(fx('e$N', 'order') as string, await $C);",
  'return `${(await $C).id}!`;', "return { a: fx('e$N', 1), b: await $C, c: fx('e$N', 2) };",
  "return [fx('e$N', 1), await $C, fx('e$N', 2)];", 'if (flag) await $C;', 'if (flag) $C;', 'if (flag) log("if$N");\nelse await $C;',
  'if (flag) return $C;\nelse return $C2;', 'for (const item of list) await $C;', 'for (let turn = 0; turn < 2; turn += 1) await $C;',
  'let turns = 2;\nwhile (turns-- > 0) await $C;', 'let turns = 1;\ndo await $C; while (turns-- > 0);',
  "switch (text) {\n  case 'alpha':\n    await $C;\n    break;\n  default:\n    log('default$N');\n}",
  "switch (text) {\n  case 'alpha': return $C;\n  default: await $C2;\n}", 'label: await $C;',
  'label: {\n  if (flag) break label;\n  await $C;\n}', 'try {\n  await $C;\n} catch (error) {\n  log("caught$N", String(error));\n}',
  'try {\n  return $C;\n} catch {\n  log("caught$N");\n  return null;\n}',
  'try {\n  return await $C;\n} catch {\n  log("caught$N");\n  return null;\n} finally {\n  log("finally$N");\n}',
  'try {\n  log("try$N");\n} finally {\n  await $C;\n}', 'try {\n  fx("t$N", 1);\n} catch {\n  await $C;\n}',
  'try {\n  $C;\n} catch {\n  log("caught$N");\n}', 'function* steps() {\n  yield $C;\n}\nreturn await steps().next().value;',
  'async function* steps() {\n  yield await $C;\n}\nfor await (const step of steps()) log("step$N", step);',
  'async function* steps() {\n  yield $C;\n}\nfor await (const step of steps()) log("step$N", step);',
  'async function* steps() {\n  const got = yield 1;\n  await $C;\n  return got;\n}\nconst stepper = steps();\nawait stepper.next();\nreturn await stepper.next("sent");',
  'class Saver {\n  result = $C;\n}\nreturn await new Saver().result;',
  'class Saver {\n  async save() {\n    await $C;\n  }\n}\nawait new Saver().save();',
  'const inner = async (saved = $C) => await saved;\nreturn await inner();', 'return (log("first$N"), await $C);',
  'const holder: any = {};\nholder.saved = await $C;\nreturn holder.saved.id;',
  '(fx("h$N", options) as any).saved = await $C;\nreturn "saved";', "let joined = 'x';\njoined += (await $C).id;\nreturn joined;",
  "const before = fx('e$N', 1), after = await $C;\nreturn [before, after];",
  "const after = await $C, later = fx('e$N', 1);\nreturn [later, after];", 'if (await $C) log("truthy$N");',
  'if ((await $C).id === id) log("same$N");', 'for (const name in await $C) log("key$N", name);',
  'for (let saved: any = await $C; saved; saved = null) log("loop$N");', 'while ((await $C) && counter++ < 1) log("while$N");',
  'return (await $C)!;', 'void $C;', 'return void (await $C);', 'throw new Error((await $C).id);', 'return typeof (await $C);',
  'return (await $C).$F;',
  'const run2 = async () => {\n  try {\n    return $C;\n  } catch {\n    log("caught$N");\n  }\n};\nreturn await run2();',
  'return await ids.reduce(async (previous) => { await previous; return $C; }, Promise.resolve(null as any));',
  'return await new Promise((resolve, reject) => { $C.then(resolve, reject); });', 'return new Promise((resolve) => resolve($C));',
  'await $C; await $C2;', [6, 'const updated: any = await $C;\nreturn await $OLD($IDW{ $F: { ...updated.$F, plan: text } });'],
  [6, 'await $C;\nreturn await $OLD($IDW{ $F: { ...$U.$F, plan: text } });'],
  'const updated: any = await $C;\nconst { role, ...others } = updated.$F;\nreturn await $OLD($IDW{ $F: others });',
  [5, 'const promise = $OLD($IDW{ $G: text, $F: draft });\ndraft.late = true;\nawait promise;\nreturn await $C;'],
  [3, 'const draft: any = { n: 0 };\nawait Promise.all(ids.map(async (one) => {\n  draft.n += 1;\n  await $OLD($IDO{ $G: text, $F: draft });\n}));\nreturn await $C;'],
  'const earlier = await $C;\nawait $C2;\nreturn earlier;', 'await (flag ? $C : $C2);',
  'return (await Promise.allSettled([$C])).map((settled) => settled.status);', [2, 'sync:return $C;'],
  'sync:try {\n  return $C;\n} catch {\n  log("caught$N");\n}', 'sync:$C;\nlog("sent$N");',
  'sync:const save = () => $C;\nreturn save();', 'sync:return flag ? $C : null;', 'sync:return [$C, fx("e$N", 1)][0];',
  'sync:return $C.then((result) => result.id);', 'sync:if (flag) return $C;\nreturn null;', 'sync:return Promise.all([$C]);',
  'sync:const promise = $C;\nreturn promise;', 'sync:return fx("a$N", $C);',
);

/** What stands around everything behind the subject's reading, `$B`. */
const inner = choose(
  '$B', 'if (flag) {\n$B\n}', 'for (const step of [1, 2]) {\n$B\n}', 'try {\n$B\n} catch (error) {\n  log("outer$N", String(error));\n}',
  'const later = async () => {\n$B\n};\nreturn await later();', '{\n$B\n}', 'if (typeof unsure === "string") {\n$B\n}',
  'if (maybe) {\n$B\n} else log("else$N");', 'if (nullable === null) {\nlog("null$N");\n} else {\n$B\n}',
  'const later = async () => {\n$B\n};\nawait later();\nreturn await later();',
  'switch (flag) {\n  case true: {\n$B\n  }\n  default:\n    log("default$N");\n}', 'do {\n$B\n} while (counter++ < 1);',
);
/** What stands around the subject's reading too. */
const outer = choose(
  '$B', 'for (const id of ids) {\n$B\n}', 'if (flag) {\n$B\n}', 'try {\n$B\n} finally {\n  log("finally$N");\n}',
  'const work = async () => {\n$B\n};\nreturn await work();', 'await Promise.all(ids.map(async (id) => {\n$B\n}));',
  'class Service {\n  async work(id: string) {\n$B\n  }\n}\nreturn await new Service().work(id);', 'for (const id of [other]) {\n$B\n}',
  'while (counter++ < 2) {\n$B\n}', 'const work = async function (id: string) {\n$B\n};\nreturn await work(other);',
  'for (let index = 0; index < ids.length; index += 1) {\n  const id = ids[index];\n$B\n}',
);

/** What happens between the reading and the call. */
const between = choose(
  '', 'log("between$N");', "title = title + '!';", [4, 'touch($U);'], 'touch($S);', "if ($S) ($S as any).role = 'changed';",
  'if ($U) delete $U.$F.role;', "await $WRITE($IDW{ $F: { plan: 'written' } });", "await $WRITE($IDW{ $F2: { plan: 'written' } });",
  "await $OLD($IDW{ $F: { plan: 'written' } });", "await $OLD($IDW{ $G: 'Earlier' });",
  "if (flag) await $WRITE($IDW{ $F: { role: 'written' } });", 'options.name = "renamed";', [10, 'options.id = other;'],
  'if (!flag) return "early";', 'if (maybe === undefined) return "early";', 'if (!maybe) return;',
  'if (typeof unsure !== "string") return "early";', 'if (nullable === null) throw new Error("null");', 'counter += 1;',
  'touch(options);', "const userId = 'taken';\nlog(userId);", '$U.$F = { role: "assigned" };',
  'const again = { ...$S };\nagain.role = "elsewhere";\nlog("again$N", again);', 'touch({ ...$S });', 'log("seen$N", $S);',
  'Object.assign($S as any, { role: "assigned" });', 'const params2 = { deep: $S };\ntouch(params2.deep);',
  'const saveLater = async () => { await $WRITE($IDW{ $F: { plan: "later" } }); };\nawait saveLater();', 'id = other;', 'id = `${id}`;',
  'loose = "assigned";',
);

// Whose call it is.

interface Receiver {
  readonly module: string;
  readonly prelude: string;
  readonly receiver: string;
  /** What methods that read are called on; undefined: the same. */
  readonly reader?: string;
}

const NEXT = "import { auth, clerkClient, currentUser } from '@clerk/nextjs/server';";
const BACKEND = "import { createClerkClient } from '@clerk/backend';\nconst client = createClerkClient({ secretKey: 'sk_test_x' });";
const backendReceiver: fc.Arbitrary<Receiver> = fc.constantFrom(
  { module: "import { clerkClient } from '@clerk/express';", prelude: '', receiver: 'clerkClient.$API' },
  { module: BACKEND, prelude: '', receiver: 'client.$API' },
  { module: NEXT, prelude: 'const client = await clerkClient();', receiver: 'client.$API' },
  { module: NEXT, prelude: 'const client = await clerkClient();', receiver: 'client.$API' },
  { module: NEXT, prelude: '', receiver: '(await clerkClient()).$API' },
  { module: NEXT, prelude: 'const { $API } = await clerkClient();', receiver: '$API' },
  { module: NEXT, prelude: 'const { $API: api } = await clerkClient();', receiver: 'api' },
  { module: `${BACKEND}\nconst getClient = () => {\n  log('client');\n  return client;\n};`, prelude: '', receiver: 'getClient().$API', reader: 'client.$API' },
  { module: BACKEND, prelude: '', receiver: 'client?.$API', reader: 'client.$API' },
  { module: BACKEND, prelude: '', receiver: 'client.$API?', reader: 'client.$API' },
  { module: BACKEND, prelude: '', receiver: "client['$API']" },
  { module: BACKEND, prelude: 'let service = client.$API;', receiver: 'service' },
  { module: BACKEND, prelude: 'const perhaps = flag ? client : undefined;', receiver: 'perhaps?.$API', reader: 'client.$API' },
  { module: BACKEND, prelude: 'const connect = async () => {\n  log("connect");\n  return flag ? client : undefined;\n};', receiver: '(await connect())?.$API', reader: 'client.$API' },
  { module: "import type { ClerkClient } from '@clerk/backend';", prelude: '', receiver: 'client.$API' },
);
const frontendReceiver: fc.Arbitrary<Receiver> = fc.constantFrom(
  { module: "import { useUser } from '@clerk/nextjs';", prelude: 'const { user } = useUser();', receiver: 'user' },
  { module: "import { useUser } from '@clerk/nextjs';", prelude: 'const { user } = useUser();', receiver: 'user!' },
  { module: "import { useUser } from '@clerk/react';", prelude: 'const { user } = useUser();', receiver: 'user?' },
  { module: "import { useUser } from '@clerk/react';", prelude: 'const { user: me } = useUser();', receiver: 'me' },
  { module: "import { useClerk } from '@clerk/react';", prelude: 'const clerk = useClerk();', receiver: 'clerk.user' },
  { module: "import { useClerk } from '@clerk/react';", prelude: 'const clerk = useClerk();', receiver: 'clerk?.user?', reader: 'clerk.user' },
  { module: "import { useSession } from '@clerk/react';", prelude: 'const { session } = useSession();', receiver: 'session.user' },
  { module: "import type { UserResource } from '@clerk/shared/types';", prelude: '', receiver: 'given_user' },
  { module: "import { useUser } from '@clerk/react';", prelude: 'const user = useUser().user;', receiver: 'user' },
  { module: "import { useUser } from '@clerk/react';\nconst getUser = (user: any) => {\n  log('user');\n  return user;\n};", prelude: 'const { user } = useUser();', receiver: 'user' },
);

/** How the program gets at the subject, and by which id the call names it. */
interface Subject {
  readonly prelude: string;
  readonly variable: string;
  readonly id: string;
}
const fetched = (expression: string, id = 'id', variable = 'user'): Subject => ({ prelude: `const ${variable} = ${expression};`, variable, id });
function repeated<T>(times: number, entry: T): T[] {
  return Array.from({ length: times }, () => entry);
}
const backendSubject: fc.Arbitrary<Subject> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(fetched('await $A.$GET(id)')) },
  {
    weight: 14,
    arbitrary: fc.constantFrom(
      fetched('await $A.$GET(id)', "fx('id$N', id) as string"), fetched('await $A.$GET(id)', 'user.id'),
      ...repeated(3, fetched('await $A.$GET(options.id)', 'options.id')),
      ...repeated(9, { prelude: 'const user = await $A.$GET(options.id);\noptions.id = other;', variable: 'user', id: 'options.id' }),
      ...repeated(6, fetched('await $A.$GET(other)', 'id')), fetched('await $A.$GET(other)', 'other'),
      fetched("await $A.$GET('$LITERAL')", "'$LITERAL'"), fetched('await $A.$GET(id)', 'same'), fetched('await $A.$GET(id)', '`${id}`'),
      fetched('await $A.$GET(ids[0])', 'ids[0]'), fetched('await $A.$GET(id)', 'ids[counter++]'),
      { prelude: 'let user = await $A.$GET(id);', variable: 'user', id: 'id' },
      { prelude: 'let user = await $A.$GET(id);\nuser = await $A.$GET(other);', variable: 'user', id: 'id' },
      { prelude: 'let user = await $A.$GET(id);\nif (flag) user = await $A.$GET(other);', variable: 'user', id: 'id' },
      { prelude: 'let user;\nuser = await $A.$GET(id);', variable: 'user', id: 'id' },
      { prelude: 'let user: any;\nif (flag) user = await $A.$GET(id);\nelse user = await $A.$GET(other);', variable: 'user', id: 'id' },
      { prelude: 'const [user, second] = await Promise.all([$A.$GET(id), $A.$GET(other)]);', variable: 'user', id: 'id' },
      { prelude: 'const [second, user] = await Promise.all([$A.$GET(id), $A.$GET(other)]);', variable: 'user', id: 'id' },
      { prelude: 'const load = async () => $A.$GET(id);\nconst user = await load();', variable: 'user', id: 'id' },
      { prelude: 'const load = async (which: string) => await $A.$GET(which);\nconst user = await load(id);', variable: 'user', id: 'id' },
      fetched("await $WRITE(id, { $F: { plan: 'before' } })"), fetched("await $OLD(id, { $G: 'Before' })"),
      { prelude: 'const found = (await $A.$GETList()).data;\nconst user = found[0];', variable: 'user', id: 'user.id' },
      { prelude: 'const found = (await $A.$GETList()).data;\nconst user = found[0];', variable: 'user', id: 'id' },
      { prelude: 'const found = (await $A.$GETList()).data;\nconst user = found.find((one) => one.id === id);', variable: 'user', id: 'id' },
      { prelude: '', variable: 'given_user', id: 'given_user.id' }, { prelude: '', variable: '(await $A.$GET(id))', id: 'id' },
      { prelude: '', variable: '(await $A.$GET(other))', id: 'id' },
      { prelude: 'const user = flag ? await $A.$GET(id) : await $A.$GET(other);', variable: 'user', id: 'id' },
      { prelude: 'const user = await $A.$GET(id);\nconst userId = user.id;', variable: 'user', id: 'userId' },
      { prelude: 'const { id: userId, ...user } = await $A.$GET(id);', variable: 'user', id: 'userId' },
    ),
  },
);
const signedIn: fc.Arbitrary<Subject> = fc.constantFrom(
  { prelude: 'const { userId } = await auth();\nconst user = await currentUser();', variable: 'user!', id: 'userId!' },
  { prelude: 'const user = await currentUser();', variable: 'user', id: 'user.id' },
  { prelude: 'const { userId } = await auth();\nconst user = await $A.$GET(userId);', variable: 'user', id: 'userId' },
  { prelude: 'const user = await currentUser();', variable: 'user', id: 'id' },
  { prelude: 'const { userId, sessionClaims } = await auth();\nconst user = { $F: sessionClaims.metadata, $F2: {}, $G: "claim" } as any;', variable: 'user', id: 'userId' },
);

/** How the program reads the stored value of a field; before `=>` what it does for it. */
const storedForm = choose(
  '$U.$F', '$U?.$F', '$U!.$F', "$U['$F']", '($U.$F as any)', '$U.$F ?? {}', '$U.$F || {}', '($U.$F)', 'const meta = $U.$F;\n=> meta',
  'const meta = $U.$F ?? {};\n=> meta', 'const { $F } = $U;\n=> $F', 'const { $F: meta } = $U;\n=> meta',
  'const { $F: meta = {} } = $U;\n=> meta', 'const first = $U.$F;\nconst meta = first;\n=> meta', 'let meta = $U.$F;\n=> meta',
  [10, "let meta: any = $U.$F;\nmeta = { role: 'reassigned' };\n=> meta"],
  [6, "let meta: any = $U.$F;\nif (flag) meta = { role: 'reassigned' };\n=> meta"],
  "const meta: any = $U.$F;\nif (meta) meta.role = 'mutated';\n=> meta",
  'const meta: any = $U.$F;\nif (meta) delete meta.role;\n=> meta', 'const meta = $U.$F;\ntouch(meta);\n=> meta',
  'const meta = { ...$U.$F };\n=> meta', 'const meta: any = { ...$U.$F };\nmeta.role = text;\n=> meta',
  'const meta = JSON.parse(JSON.stringify($U.$F ?? {}));\n=> meta', 'const meta = structuredClone($U.$F);\n=> meta', [24, '$U.$F2'],
  [3, 'flag ? $U.$F : {}'], '(flag && $U.$F)', "(fx('s$N', $U.$F) as object)", "const $F = { role: 'local' };\n=> $F",
  'const meta = flag ? $U.$F : {};\n=> meta', 'Object.assign({}, $U.$F)', '{ ...$U.$F }',
  'const meta: any = Object.assign({}, $U.$F);\n=> meta',
  'const meta: any = $U.$F;\nconst inside = meta?.prefs;\nif (inside) inside.theme = "inside";\n=> meta',
  'const store = new Map([["one", $U.$F]]);\n=> store.get("one")', 'const bag = { meta: $U.$F };\n=> bag.meta',
  'const [meta] = [$U.$F];\n=> meta', '(log("reading$N"), $U.$F)', 'given',
);

/** Variables that programs may use; each is declared where it is mentioned. */
const LOCALS: readonly (readonly [name: string, declaration: string])[] = [
  ['title', 'let title = text;\nif (flag) title = `${title}!`;'],
  ['counter', 'let counter = 0;'],
  ['shout', 'const shout = text.toUpperCase();'],
  ['alias', 'const alias = maybe;'],
  ['same', 'const same = id;'],
  ['fixed', "const fixed = { role: 'fixed', size: 2 };"],
  ['mixed', "const mixed = { role: text, plan: { z: 1 } };"],
  ['leaky', "const leaky = { role: maybe, size: undefined };"],
  ['changed', "const changed: any = { role: 'fixed' };\nif (flag) changed.plan = { z: 1 };"],
  ['renamed', "const renamed = { role: 'fixed' as unknown };\nrenamed.role = { z: 1 };"],
  ['known', "const known = loose;"],
];

/** What depends on the stored value: the idioms that take a key out. */
const IDIOMS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  rest: choose(
    [3, 'const { role, ...rest } = $S;'], 'const { role, ...rest } = $S;\nlog("removed$N", role);',
    'const { role: gone, plan: alsoGone, ...rest } = $Q ?? {};', 'const { [key]: removed, ...rest } = $S;',
    'const { role, ...rest } = $S;\nlog("rest$N", rest);', 'const { role, ...rest } = $S;\n(rest as any).plan = text;',
    'const { role, ...rest } = $S;\ntouch(rest);', 'const { role = 1, ...rest } = $S;',
    'const { prefs: { theme } = {} as any, ...rest } = $S;', 'let { role, ...rest } = $S;\nif (flag) rest = {};',
    'const { role, ...rest } = $S;\nlog("removed$N", role);', 'const { ...rest } = $S;',
  ),
  restOnly: choose('const { role: _role, ...restOnly } = $S;'),
  copy: choose(
    [3, 'const copy: any = { ...$S };\ndelete copy.role;'], 'const copy: any = { ...$S };\nif (flag) delete copy.role;',
    'const copy: any = { ...$S };\ndelete copy[key];', "const copy: any = { ...$S };\ndelete copy.role;\ncopy.plan = text;",
    "const copy: any = { ...$S };\ncopy.plan = text;\ndelete copy.plan;", 'const copy: any = { ...$S };\ncopy.role = undefined;',
    'const copy: any = structuredClone($S);\ndelete copy.role;', 'const copy: any = $S;\ndelete copy.role;',
    'const copy: any = { ...$S, plan: text };\ndelete copy.role;\ndelete copy["extra"];',
    'const copy: any = { ...$S };\ndelete copy.role;\ntouch(copy);', 'const copy: any = { ...$S };\ndelete copy.prefs?.theme;',
    'const copy: any = { ...$S };\nconst second = copy;\ndelete copy.role;\nsecond.plan = 1;',
    'const copy: any = Object.assign({}, $S);\ndelete copy.role;', 'const copy: any = { plan: 1, ...$S };\ndelete copy.role;',
    'const copy: any = { ...$S };\ndelete copy.role;\nlog("copy$N", copy);', 'const copy: any = { ...$S };\ncopy.role = { z: 1 };',
    'const copy: any = { ...$S };\nfor (const name of list) delete copy[name];',
  ),
  filtered: choose(
    "const filtered = Object.fromEntries(Object.entries($Q ?? {}).filter(([name]) => name !== 'role'));",
    "const filtered = Object.fromEntries(Object.entries($Q ?? {}).filter(([name]) => name !== key));",
    "const filtered = Object.fromEntries(Object.entries($Q ?? {}).filter(([, entry]) => entry !== null));",
    "const filtered = Object.fromEntries(Object.entries($Q ?? {}).filter(([name]) => name === 'role'));",
  ),
  draft: choose(
    'const draft: any = {};\ndraft.role = text;', 'const draft: any = { role: text };\nif (flag) draft.plan = { z: 1 };',
    'const draft: any = { ...$S };\ndraft.role = text;',
  ),
  patch: choose(
    [3, 'const patch = { ...$S, role: text };'], 'const patch = { ...$S, role: maybe };',
    "const patch: any = { ...$S, role: text };\npatch.plan = { z: 1 };", 'const patch = { ...$S, role: loose };',
    'const patch = { ...$S, role: text };\nlog("patch$N", patch);',
    'let patch: any = { ...$S, role: text };\nif (flag) patch = { role: text };', 'const patch = Object.assign({}, $S, { role: text });',
    'const patch = { ...$S, role: title };\ntitle = "later";',
  ),
};

/** Mostly as in any program, and now and then odd: what is odd shows best where little else is. */
function mostly<T>(plain: fc.Arbitrary<T>, odd: fc.Arbitrary<T>, weight = 5): fc.Arbitrary<T> {
  return fc.oneof({ withCrossShrink: true }, { weight, arbitrary: plain }, { weight: 2, arbitrary: odd });
}

const plainSubject = fc.constant(fetched('await $A.$GET(id)'));
const plainReceiver = fc.constantFrom<Receiver>(
  { module: BACKEND, prelude: '', receiver: 'client.$API' },
  { module: NEXT, prelude: 'const client = await clerkClient();', receiver: 'client.$API' },
);
const plainUser = fc.constant<Receiver>({ module: "import { useUser } from '@clerk/react';", prelude: 'const { user } = useUser();', receiver: 'user' });
const plainEntries: typeof paramEntries = fc.record({
  fields: fc.tuple(fc.record({ field: fc.nat(2), value: fc.array(element, { minLength: 1, maxLength: 2 }).map((elements) => `{ ...$S, ${elements.join(', ')} }`), conditional: fc.constant('') })),
  general: fc.oneof(fc.constant([]), fc.tuple(fc.tuple(fc.boolean(), fc.constantFrom("$G: 'New'", '$G: text')))),
});

const call = fc.record({
  receiver: fc.oneof(
    { weight: 4, arbitrary: fc.record({ surface: fc.constant<Surface>('users'), receiver: mostly(plainReceiver, backendReceiver), subject: mostly(plainSubject, fc.oneof({ weight: 8, arbitrary: backendSubject }, { weight: 2, arbitrary: signedIn }), 3) }) },
    { weight: 1, arbitrary: fc.record({ surface: fc.constant<Surface>('organizations'), receiver: mostly(plainReceiver, backendReceiver), subject: mostly(plainSubject, backendSubject, 3) }) },
    { weight: 3, arbitrary: fc.record({ surface: fc.constant<Surface>('frontend'), receiver: mostly(plainUser, frontendReceiver), subject: fc.constant<Subject>({ prelude: '', variable: '$A', id: '' }) }) },
  ),
  fileName: fc.constantFrom('/app/src/program.ts', '/app/src/program.ts', '/app/src/program.js'),
  options: fc.constantFrom<Program['options']>({}, {}, {}, { exact: true }, { frontendReplace: 'null-keys' }, { exact: true, frontendReplace: 'null-keys' }),
  stored: mostly(choose([3, '$U.$F'], 'const meta = $U.$F;\n=> meta', 'const { $F } = $U;\n=> $F'), storedForm),
  entries: mostly(plainEntries, paramEntries, 2),
  second: mostly(plainEntries, paramEntries),
  form: mostly(choose('$P'), paramsForm, 8),
  position: mostly(choose([4, 'await $C;'], 'return $C;', [2, 'return await $C;'], 'const result = await $C;\nreturn result;'), position, 3),
  inner: mostly(choose('$B'), inner, 9),
  outer: mostly(choose('$B'), outer, 9),
  between: mostly(choose(''), between, 6),
  idioms: fc.record(IDIOMS),
  style: mostly(fc.constant<Style>('plain'), fc.constantFrom<Style>('no-semicolons', 'one-line', 'carriage-returns', 'comments')),
});

/** How a program is laid out: it means the same, but edits have to fit in. */
type Style = 'plain' | 'no-semicolons' | 'one-line' | 'carriage-returns' | 'comments';

/** Whole programs; parts that don't go together (a name declared twice) are drawn again. */
export const program: fc.Arbitrary<Program> = call.map((parts) => assemble(parts)).filter(({ text }) => isProgram(text));

function isProgram(text: string): boolean {
  try {
    compile(text);
    return true;
  } catch {
    return false;
  }
}

type Parts = typeof call extends fc.Arbitrary<infer T> ? T : never;

const FIELDS_OF: Readonly<Record<Surface, readonly MetadataField[]>> = {
  users: ['publicMetadata', 'privateMetadata', 'unsafeMetadata'],
  organizations: ['publicMetadata', 'privateMetadata'],
  frontend: ['unsafeMetadata'],
};

function assemble({ receiver: { surface, receiver, subject }, fileName, options, stored, entries, second, form, position: where, inner: within, outer: around, between: meanwhile, idioms, style }: Parts): Program {
  const fields = FIELDS_OF[surface];
  const needsTypes = receiver.module.includes('import type') || subject.id.startsWith('given_user');
  const isTypeScript = needsTypes || fileName.endsWith('.ts');
  const main = fieldAt(fields, entries.fields[0].field);
  const [storedPrelude, storedText] = split(stored);

  const names: Readonly<Record<string, string>> = {
    $API: surface, $GET: surface === 'organizations' ? 'getOrganization' : 'getUser', $LITERAL: surface === 'organizations' ? 'o1' : 'u1',
    $G2: surface === 'organizations' ? 'slug' : 'lastName', $G: surface === 'organizations' ? 'name' : 'firstName',
    $F2: surface === 'frontend' ? 'publicMetadata' : (fields.find((field) => field !== main) ?? main), $F: main,
    $IDW: surface === 'frontend' ? '' : 'id, ', $IDO: surface === 'frontend' ? '' : 'one, ',
    $WRITE: surface === 'frontend' ? '$R.updateMetadata' : surface === 'users' ? '$A.updateUserMetadata' : '$A.updateOrganizationMetadata',
    $OLD: surface === 'frontend' ? '$R.update' : surface === 'users' ? '$A.updateUser' : '$A.updateOrganization',
    $ID: subject.id, $U: subject.variable, $R: receiver.receiver.replace(/[?!]$/, ''), $A: (receiver.reader ?? receiver.receiver).replace(/[?!]$/, ''),
  };
  const link = /[?!]$/.exec(receiver.receiver)?.[0] ?? '';
  const needsParentheses = /^\(|^[\w.$]+!?$/.test(storedText) ? storedText : `(${storedText})`;
  const method = surface === 'frontend' ? 'update' : surface === 'users' ? 'updateUser' : 'updateOrganization';
  const callOf = (params: string): string => `$R${link}.${method}(${surface === 'frontend' ? '' : '$ID, '}${params})`;

  const render = ({ fields: metadata, general }: Parts['entries'], isMain: boolean): { whole: string; general: string; value: string } => {
    const seen = new Set<string>();
    const written = metadata.flatMap(({ field, value: text, conditional }) => {
      const name = isMain && seen.size === 0 ? main : fieldAt(fields, field);
      if (seen.has(name)) return [];
      seen.add(name);
      const own = name === main ? text : text.replaceAll(/\b(rest|restOnly|copy|filtered|draft|patch)\b/g, 'given').replaceAll('$S', `${subject.variable}.${name}`).replaceAll('$Q', `${subject.variable}.${name}`);
      return [conditional.replace('{}', `{ ${name}: ${own} }`) || `${name}: ${own}`];
    });
    const [first, ...others] = general;
    const apart = first === undefined ? [] : [first, ...others.map(([goesFirst, text]) => [goesFirst, text.replaceAll('$G2', '$G').replaceAll('$G', first[1].includes('$G2') ? '$G' : '$G2')] as const)];
    const before = apart.filter(([goesFirst]) => goesFirst).map(([, text]) => text);
    const after = apart.filter(([goesFirst]) => !goesFirst).map(([, text]) => text);
    return { whole: `{ ${[...before, ...written, ...after].join(', ')} }`, general: [...before, ...after].join(', '), value: metadata[0].value };
  };
  const params = render(entries, true);
  const fill = (text: string): string => text.replaceAll('$PG', params.general).replaceAll('$P', params.whole).replaceAll('$V', params.value);
  const [formPrelude, formText] = split(form);
  const mainCall = callOf(fill(formText));
  const allowed = NO_AWAIT.test(where) && /\bawait\b|\$A\b/.test(expandedEarly(mainCall + second.fields.map(({ value: text }) => text).join(''), subject, receiver, stored)) ? 'await $C;' : where;
  const isSync = allowed.startsWith('sync:');
  const place = allowed.replace('sync:', '').replaceAll('$C2', callOf(render(second, false).whole)).replaceAll('$C', mainCall);
  const idiomText = Object.entries(idioms).flatMap(([name, text]) => (new RegExp(`\\b${name}\\b`).test(fill(formPrelude) + place) ? [text] : [])).join('\n');

  const taken = subject.prelude.includes('userId') ? meanwhile.replaceAll('userId', 'firstName') : meanwhile;
  // What nobody waits for has no order beside what comes later.
  const once = NOT_AWAITED.has(where) && /for \(|while|later\(\);\n/.test(within + around) ? { within: '$B', around: '$B' } : { within, around };
  const rest = [storedPrelude, taken, idiomText, fill(formPrelude), place].filter((text) => text !== '').join('\n');
  // Requests for one subject at the same time have no order to keep.
  const apart = once.around.includes('Promise.all') && (surface === 'frontend' || !/\bid\b(?!:)/.test(subject.id) || /options|user/.test(subject.id)) ? '$B' : once.around;
  const body = apart.replace('$B', () => [receiver.prelude, subject.prelude, once.within.replace('$B', () => rest)].filter((text) => text !== '').join('\n'));
  let number = 0;
  const expanded = (text: string): string => {
    let current = text.replaceAll('$Q', () => needsParentheses).replaceAll('$S', () => storedText);
    // A replacement may hold further words.
    for (let turn = 0; turn < 3; turn += 1) current = current.replaceAll(WORDS, (word) => names[word] ?? word);
    return current.replaceAll(/getOrganization\(([^()]*)\)/g, 'getOrganization({ organizationId: $1 })').replaceAll('$N', () => String((number += 1)));
  };
  const text = expanded(body);
  const module = expanded(receiver.module);
  const locals: string[] = [];
  const mentions = (name: string): boolean => new RegExp(`\\b${name}\\b`).test([...locals, text].join('\n'));
  for (const [name, declaration] of LOCALS) if (mentions(name)) locals.push(declaration);
  const parameters = [...Object.keys(PARAMETERS), 'id', 'other', 'ids', 'given_user', ...(module.includes('import type { ClerkClient') ? ['client'] : [])].filter(mentions);
  const types = new Map<string, string>([
    ...Object.entries(PARAMETERS).map(([name, { type }]) => [name, expanded(type.replace('$GENERAL', '$G').replace('$FIELD', '$F'))] as const),
    ['id', 'string'], ['other', 'string'], ['ids', 'string[]'], ['client', 'ClerkClient'],
    ['given_user', surface === 'frontend' ? 'UserResource' : surface === 'users' ? 'User' : 'Organization'],
  ]);
  const isAsync = !isSync || /\bawait\b/.test(text);
  const header = ["import { fx, log, touch } from './effects.js';", module];
  if (mentions('given_user') && surface !== 'frontend') header.push(`import type { ${types.get('given_user') ?? ''} } from '@clerk/backend';`);
  const signature = parameters.map((name) => (isTypeScript ? `${name}: ${types.get(name) ?? 'any'}` : name)).join(', ');
  const whole = `${header.join('\n')}\n\nexport ${isAsync ? 'async ' : ''}function run(${signature}) {\n${[...locals, text].join('\n')}\n}\n`;
  return { surface, fileName: isTypeScript ? '/app/src/program.ts' : fileName, options, text: inStyle(layOut(isTypeScript ? whole : withoutTypes(whole)), style), parameters, field: main };
}

function fieldAt(fields: readonly MetadataField[], index: number): MetadataField {
  return fields[index % fields.length] ?? 'unsafeMetadata';
}

/** Positions that leave the request to itself. */
const NOT_AWAITED: ReadonlySet<string> = new Set(['$C;', 'flag && $C;', 'if (flag) $C;', 'void $C;', 'try {\n  $C;\n} catch {\n  log("caught$N");\n}', 'sync:$C;\nlog("sent$N");', 'return flag ? $C : undefined;']);

/** Positions in which an `await` inside the call would be no program. */
const NO_AWAIT = /sync:|\(saved = \$C|result = \$C;\n\}|^function\* |\(\) => \$C|\{ return \$C; \}|new Promise\(/;

/** Text in which each `await` that a part will bring already shows. */
function expandedEarly(text: string, subject: Subject, receiver: Receiver, stored: string): string {
  const brings = [subject.variable, receiver.receiver, stored].some((part) => part.includes('await'));
  return brings ? `await ${text}` : text;
}

const WORDS = /\$(?:API|GET|LITERAL|G2|G|F2|F|IDW|IDO|ID|WRITE|OLD|U|R|A)(?![a-z])/g;

/** What stands before `=>` in a form, and behind it. */
function split(form: string): [prelude: string, text: string] {
  const [first = '', second] = form.split('\n=> ');
  return second === undefined ? ['', first] : [first, second];
}

/** Only the types that the templates write. */
function withoutTypes(text: string): string {
  return text
    .replaceAll(/import type .*\n/g, '')
    .replaceAll(/ as (any|object|string|const|unknown)\b/g, '')
    .replaceAll(/\b(\w+): (any|string|unknown)([,)= ;])/g, '$1$3')
    .replaceAll(/(\w|\))!([.),; ])(?!=)/g, '$1$2');
}

function inStyle(text: string, style: Style): string {
  switch (style) {
    case 'plain':
      return text;
    case 'no-semicolons':
      // Where the next line could be taken for a part of this one, nobody leaves it out.
      return text.replaceAll(/;$(?!\n\s*[(\[`])/gm, '');
    case 'one-line': {
      const at = text.indexOf('export ');
      return text.slice(0, at) + text.slice(at).replaceAll(/\n\s*/g, ' ');
    }
    case 'carriage-returns':
      return text.replaceAll('\n', '\r\n').replaceAll('  ', '\t');
    case 'comments':
      return text.replaceAll(', firstName', ', /* the name */ firstName').replaceAll(';\n', '; // so it is\n').replaceAll('{ ...', '{ /* as it was */ ...').replaceAll(', role', ',\n// the role\nrole');
  }
}

/** Indents by the braces, so that a failing program is readable. */
function layOut(text: string): string {
  let depth = 0;
  return text
    .split('\n')
    .map((line) => {
      const code = line.trim();
      const closes = /^[}\])]+/.exec(code)?.[0].length ?? 0;
      const indented = `${'  '.repeat(Math.max(0, depth - (closes > 0 ? 1 : 0)))}${code}`;
      depth += code.split('{').length - code.split('}').length;
      return code === '' ? '' : indented;
    })
    .join('\n');
}
