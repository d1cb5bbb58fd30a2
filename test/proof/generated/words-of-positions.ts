/** Where the call stands, and what is around it and before it. */
import { choose } from './choose.ts';

// Where the call stands. A position that starts with `sync:` makes `run` a plain function.

export const position = choose(
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
  [9, "const perhaps = flag ? $A : undefined;\nreturn await perhaps?.$M($IDW{ $G: text, $F: { n: fx('n$N', 1) } });"],
  'const earlier = await $C;\nawait $C2;\nreturn earlier;', 'await (flag ? $C : $C2);',
  'return (await Promise.allSettled([$C])).map((settled) => settled.status);', [2, 'sync:return $C;'],
  'sync:try {\n  return $C;\n} catch {\n  log("caught$N");\n}', 'sync:$C;\nlog("sent$N");',
  'sync:const save = () => $C;\nreturn save();', 'sync:return flag ? $C : null;', 'sync:return [$C, fx("e$N", 1)][0];',
  'sync:return $C.then((result) => result.id);', 'sync:if (flag) return $C;\nreturn null;', 'sync:return Promise.all([$C]);',
  'sync:const promise = $C;\nreturn promise;', 'sync:return fx("a$N", $C);',
);

/** What stands around everything behind the subject's reading, `$B`. */
export const inner = choose(
  '$B', 'if (flag) {\n$B\n}', 'for (const step of [1, 2]) {\n$B\n}', 'try {\n$B\n} catch (error) {\n  log("outer$N", String(error));\n}',
  'const later = async () => {\n$B\n};\nreturn await later();', '{\n$B\n}', 'if (typeof unsure === "string") {\n$B\n}',
  'if (maybe) {\n$B\n} else log("else$N");', 'if (nullable === null) {\nlog("null$N");\n} else {\n$B\n}',
  'const later = async () => {\n$B\n};\nawait later();\nreturn await later();',
  'switch (flag) {\n  case true: {\n$B\n  }\n  default:\n    log("default$N");\n}', 'do {\n$B\n} while (counter++ < 1);',
);
/** What stands around the subject's reading too. */
export const outer = choose(
  '$B', 'for (const id of ids) {\n$B\n}', 'if (flag) {\n$B\n}', 'try {\n$B\n} finally {\n  log("finally$N");\n}',
  'const work = async () => {\n$B\n};\nreturn await work();', 'await Promise.all(ids.map(async (id) => {\n$B\n}));',
  'class Service {\n  async work(id: string) {\n$B\n  }\n}\nreturn await new Service().work(id);', 'for (const id of [other]) {\n$B\n}',
  'while (counter++ < 2) {\n$B\n}', 'const work = async function (id: string) {\n$B\n};\nreturn await work(other);',
  'for (let index = 0; index < ids.length; index += 1) {\n  const id = ids[index];\n$B\n}',
);

/** What happens between the reading and the call. */
export const between = choose(
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

/** Positions that leave the request to itself. */
export const NOT_AWAITED: ReadonlySet<string> = new Set(['$C;', 'flag && $C;', 'if (flag) $C;', 'void $C;', 'try {\n  $C;\n} catch {\n  log("caught$N");\n}', 'sync:$C;\nlog("sent$N");', 'return flag ? $C : undefined;']);

/** Positions in which an `await` inside the call would be no program. */
export const NO_AWAIT = /sync:|\(saved = \$C|result = \$C;\n\}|^function\* |\(\) => \$C|\{ return \$C; \}|new Promise\(/;
