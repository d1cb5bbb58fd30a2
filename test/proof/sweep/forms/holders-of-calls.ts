import { readForms, type Form } from '../form.ts';

/**
 * Every kind of expression and statement with an expression in it, `$E`: what `$E` does happens once, whatever comes
 * out.
 */
export const AROUND_EXPRESSIONS: readonly Form[] = readForms({
  statement: '$E;',
  variable: 'const got = $E;\nvoid got;',
  assignment: 'let got: unknown;\ngot = $E;\nvoid got;',
  'property assignment': 'const box: Record<string, unknown> = {};\nbox.a = $E;',
  'compound assignment': "let got = '';\ngot += String($E);\nvoid got;",
  'logical assignment': 'let got: unknown;\ngot ??= $E;\nvoid got;',
  array: 'void [1, $E];',
  'array spread': 'void [...[$E]];',
  object: 'void { a: $E };',
  'object spread': 'void { ...{ a: $E } };',
  'computed key': 'void { [String($E)]: 1 };',
  parentheses: 'void ($E);',
  comma: 'void ($E, 1);',
  'conditional, its condition': 'void ($E ? 1 : 2);',
  'conditional, a branch': 'void (flag ? $E : 1);',
  'conditional, the other branch': 'void (flag ? 1 : $E);',
  and: 'void (flag && $E);',
  or: 'void (flag || $E);',
  nullish: 'void (maybe ?? $E);',
  'left of and': 'void ($E && 1);',
  not: 'void !$E;',
  minus: 'void -Number($E);',
  tilde: 'void ~Number($E);',
  typeof: 'void typeof $E;',
  void: 'void $E;',
  await: 'await $E;',
  addition: "void ('' + String($E));",
  equation: 'void ($E === undefined);',
  in: "void ('a' in { a: $E });",
  instanceof: 'void (Object($E) instanceof Object);',
  as: 'void ($E as unknown);',
  satisfies: 'void ($E satisfies unknown);',
  'non-null': 'void ($E)!;',
  'angle brackets': 'void (<unknown>$E);',
  template: 'void `${String($E)}`;',
  'tagged template': 'const tag = (_: TemplateStringsArray, ...values: unknown[]) => values.length;\ntag`a${$E}b`;',
  argument: "log('argument', typeof $E);",
  'argument spread': "log('argument', ...[typeof $E]);",
  'optional call':
    'const give: ((value: unknown) => void) | undefined = flag ? () => undefined : undefined;\ngive?.($E);',
  new: 'void new Map([[1, $E]]);',
  'element access': 'void (bag as Record<string, unknown>)[String($E)];',
  'optional element access':
    'const box = flag ? (bag as Record<string, unknown>) : undefined;\nvoid box?.[String($E)];',
  delete: 'const box: Record<string, unknown> = { a: 1 };\ndelete box[String($E)];',
  if: 'if ($E) void 0;',
  switch: 'switch ($E) {\n  default:\n    break;\n}',
  case: 'switch (1 as unknown) {\n  case $E:\n    break;\n  default:\n}',
  while: 'let turns = 0;\nwhile (turns++ < 1 && $E);',
  do: 'do void 0; while (!$E && false);',
  'for, first': 'for (let got = $E, turns = 0; turns < 1; turns += 1) void got;',
  'for, condition': 'for (let turns = 0; turns < 1 && ($E, true); turns += 1);',
  'for, last': 'for (let turns = 0; turns < 1; turns += 1, $E);',
  'for of': 'for (const one of [$E]) void one;',
  'for in': 'for (const name in { a: $E }) void name;',
  throw: 'try {\n  throw $E;\n} catch {\n  void 0;\n}',
  'array pattern': 'const [got] = [$E];\nvoid got;',
  'object pattern': 'const { got } = { got: $E };\nvoid got;',
  label: 'outer: {\n  void $E;\n  break outer;\n}',
  try: 'try {\n  $E;\n} catch {\n  void 0;\n}',
  catch: "try {\n  throw new Error('none');\n} catch {\n  $E;\n}",
  finally: 'try {\n  void 0;\n} finally {\n  $E;\n}',
  'JSX attribute': 'void <p title={String($E)} />;',
  'JSX child': 'void <p>{String($E)}</p>;',
  'JSX spread': 'void <p {...{ title: String($E) }} />;',
  'JSX fragment': 'void <>{String($E)}</>;',
});

/** What decides whether statements run, and how often: `$S` stands for them. */
export const AROUND_STATEMENTS: readonly Form[] = readForms({
  block: '{\n  $S\n}',
  if: 'if (flag) {\n  $S\n}',
  else: "if (flag) log('then');\nelse {\n  $S\n}",
  'if without braces around a block': 'if (text) if (flag) {\n  $S\n}',
  'else if': "if (text === 'beta') log('beta');\nelse if (flag) {\n  $S\n}",
  'switch case': "switch (text) {\n  case 'alpha': {\n    $S\n    break;\n  }\n  default:\n    log('default');\n}",
  'switch with fall-through': `switch (text) {
  case 'beta':
    log('beta');
  case 'alpha': {
    $S
  }
  default:
    log('default');
}`,
  'switch default': "switch (text) {\n  case 'alpha':\n    log('alpha');\n    break;\n  default: {\n    $S\n  }\n}",
  try: "try {\n  $S\n} catch (error) {\n  log('caught', String(error));\n}",
  catch: "try {\n  if (flag) throw new Error('thrown');\n} catch {\n  $S\n}",
  finally: "try {\n  log('try');\n} finally {\n  $S\n}",
  'try with finally': "try {\n  $S\n} finally {\n  log('finally');\n}",
  'for of': 'for (const one of list) {\n  log(one);\n  $S\n}',
  for: 'for (let turn = 0; turn < 2; turn += 1) {\n  $S\n}',
  'for in': 'for (const name in bag) {\n  log(name);\n  $S\n}',
  while: 'let turns = 0;\nwhile (turns < count) {\n  turns += 1;\n  $S\n}',
  do: 'let turns = 0;\ndo {\n  turns += 1;\n  $S\n} while (turns < 2);',
  'for await': 'for await (const one of list) {\n  log(one);\n  $S\n}',
  'label with break':
    'outer: for (const one of list) {\n  for (const two of list) {\n    if (one !== two) break outer;\n    $S\n  }\n}',
  'label with continue': `outer: for (const one of list) {
  for (const two of list) {
    if (one !== two) continue outer;
    $S
  }
}`,
  'labelled block': 'skip: {\n  if (flag) break skip;\n  $S\n}',
  'after an early return': "if (flag) return 'early';\n$S",
  'after an early throw': "if (!flag) throw new Error('early');\n$S",
  'after an early break': 'for (const one of list) {\n  if (flag) break;\n  log(one);\n  $S\n}',
  'async IIFE': 'await (async () => {\n  $S\n})();',
  'function that is called': 'const step = async () => {\n  $S\n};\nawait step();',
  'function that is called twice': 'const step = async () => {\n  $S\n};\nawait step();\nawait step();',
  'function that is called under a condition': 'const step = async () => {\n  $S\n};\nif (flag) await step();',
  'callback in sequence': 'await list.reduce(async (before) => {\n  await before;\n  $S\n}, Promise.resolve());',
  then: 'await Promise.resolve().then(async () => {\n  $S\n});',
  'class method': 'class Job {\n  async go() {\n    $S\n  }\n}\nawait new Job().go();',
  getter: 'const job = {\n  get go() {\n    return (async () => {\n      $S\n    })();\n  },\n};\nawait job.go;',
  'async generator': 'async function* steps() {\n  $S\n  yield 1;\n}\nfor await (const _ of steps());',
});
