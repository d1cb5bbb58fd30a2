import { expect, it } from 'vitest';
import { analyze, type Finding, type ProjectView } from '../../transforms/index.ts';
import { projectInMemory } from '../fixtures/project-in-memory.ts';

function findingsIn(text: string, fileName: string, project?: ProjectView): readonly Finding[] {
  const analysis = analyze(text, fileName, project === undefined ? {} : { project });
  if (analysis.kind !== 'analyzed') throw new Error(analysis.kind);
  expect(analysis.findings.map(({ verdict }) => verdict)).toEqual(['exact']);
  return analysis.findings;
}

function hasCopy(findings: readonly Finding[]): boolean {
  return findings.some(({ edits }) => edits.some((edit) => edit.text.includes('JSON.parse(')));
}

/** Whether the metadata of a split call is copied, with some code of the file and some before the call. */
function isCopied(file: string, before: string): boolean {
  const text = `import { clerkClient } from '@clerk/express';
import { track, queue, sql } from 'some-package';
import { ownSave } from './not-in-sight';
const keep = (form) => { setTimeout(() => { form.tags.push('x'); }); };
const show = (form) => { console.log(form.tags); };
${file}
export async function save(id, name, isOpen) {
  const form = { name, tags: [] };
  ${before}
  await clerkClient.users.updateUser(id, { firstName: name, publicMetadata: { tags: form.tags } });
}`;
  return hasCopy(findingsIn(text, '/app/a.js'));
}

/** The same where another file calls the function with some options. */
function isCopiedFor(options: string): boolean {
  const text = `import { clerkClient } from '@clerk/express';
export async function save(id, form, options = {}) {
  options.onStart?.(form);
  await clerkClient.users.updateUser(id, { firstName: 'x', publicMetadata: { tags: form.tags } });
}`;
  const files = new Map([
    ['/app/package.json', '{ "dependencies": { "@clerk/express": "^2", "some-package": "^1" } }'],
    ['/app/a.js', text],
    [
      '/app/b.js',
      `import { save } from './a';\nimport { logger } from 'some-package';\nsave('u', { tags: [] }, ${options});`,
    ],
  ]);
  return hasCopy(findingsIn(text, '/app/a.js', projectInMemory(files)));
}

it.each([
  ['a function by its name', '', 'await track(form, keep);'],
  ['one of two', '', 'await track(form, isOpen ? show : keep);'],
  ['what a package makes of one', '', 'await track(form, queue(keep));'],
  ['a method beside it', '', 'await track({ form, run() { this.form.tags.push(1); } });'],
  ['what is chosen by a name', 'const handlers = { keep };', "handlers['keep'](form);"],
  ['a package’s function that is replaced', 'let put = track;\nput = keep;', 'put(form);'],
  ['a package’s function, or a default', 'const { put = keep } = queue;', 'put(form);'],
  ['a tag of the file’s own', 'const tag = (texts, form) => keep(form);', 'tag`save ${form}`;'],
  ['a function of a file that isn’t in sight', '', 'ownSave(form);'],
  ['each of what such a file lists', '', 'for (const one of ownSave.all) one(form);'],
  [
    'a variable’s function that others choose',
    'let hook;\nexport const setHook = (to) => { hook = to; };',
    'hook(form);',
  ],
  ['a parameter’s function that goes on', 'const call = (form, then) => { then(form); };', 'call(form, keep);'],
  [
    'a class that a parameter has',
    'class Keeper {}\nconst call = (form, to) => { new to(form); };',
    'call(form, Keeper);',
  ],
  [
    'a function at once, and once more when the code has gone on',
    "const fill = (form) => { form.tags.push('x'); };\nconst later = async (form) => { await track(); fill(form); };",
    'fill(form);\nlater(form);',
  ],
  ['a function that is kept with it', '', 'form.list = () => form;\nqueue.last = form.list;'],
  [
    'a function that fills it later by the language’s own',
    "const mark = async (form) => { await track(); Reflect.set(form.tags, 0, 'x'); };",
    'mark(form);',
  ],
])('an object is copied that %s gets', (_name, file, before) => {
  expect(isCopied(file, before)).toBe(true);
});

it.each([
  ['a package', '', 'await track(form);'],
  ['a function that only reads', '', 'await track(form, show);'],
  ['a parameter’s function, given in sight', 'const call = (form, then) => { then(form); };', 'call(form, show);'],
  ['what a package makes of it', '', 'await track(form, queue(show));'],
  ['a builder of a package', '', "await queue.update('forms').set(form).where(1);"],
  ['a tag of a package', '', 'await track(sql`save ${form.tags}`);'],
  ['who catches it', '', "if (name === '') throw new Error('no name', { cause: form });"],
])('an object isn’t copied that %s gets', (_name, file, before) => {
  expect(isCopied(file, before)).toBe(false);
});

/** The same with some code while the two requests are under way. */
function isCopiedMeanwhile(meanwhile: string): boolean {
  const text = `import { clerkClient } from '@clerk/express';
import { createQueue, debounce, track } from 'some-package';
import { ownSave } from './not-in-sight';
const show = (form) => { console.log(form.tags); };
const queue = createQueue({ run: (form) => { form.tags.push('x'); } });
const tag = debounce((text, form) => { form.tags.push('x'); });
const { send } = createQueue((form) => { form.tags.push('x'); });
const fill = (form) => { form.tags.push('x'); };
export async function save(id, name, reply) {
  const form = { name, tags: [] };
  const saved = clerkClient.users.updateUser(id, { firstName: name, publicMetadata: { tags: form.tags } });
  ${meanwhile}
  await saved;
}`;
  return hasCopy(findingsIn(text, '/app/a.js'));
}

it.each([
  ['a function of the file that changes it', 'fill(form);'],
  ['a function that isn’t in sight', 'ownSave(form);'],
  ['a package, with a function of the file', 'track(form, fill);'],
  ['the language, which changes it', "Object.defineProperty(form.tags, '0', { value: 'x' });"],
  ['what a package made of a function', 'debounce(fill)(form);'],
  ['what it made with an object of functions', 'queue.run(form);'],
  ['what is taken out of what it made', 'send(form);'],
  ['a tag that it made', 'tag`${form}`;'],
  ['a callback of the language', 'Object.groupBy([form], (one) => one.tags.push(1));'],
  ['a replacer of the language', "JSON.stringify(form, (key, value) => { value.tags?.push('x'); return value; });"],
])('an object is copied that %s gets while the requests are under way', (_name, meanwhile) => {
  expect(isCopiedMeanwhile(meanwhile)).toBe(true);
});

it.each([
  ['a function of the file that only reads it', 'show(form);'],
  ['a package', 'await track(form);'],
  ['what callers have given', 'reply.json(form);'],
  ['a response', 'reply.body = Response.json(form);'],
])('an object isn’t copied that %s gets while the requests are under way', (_name, meanwhile) => {
  expect(isCopiedMeanwhile(meanwhile)).toBe(false);
});

it('an object is copied that callers of another file get by a method of their own', () => {
  expect(isCopiedFor('{ onStart: (form) => { setInterval(() => form.tags.push(1), 5); } }')).toBe(true);
  expect(isCopiedFor('{ onStart: (form) => { console.log(form.tags); } }')).toBe(false);
  expect(isCopiedFor('logger')).toBe(false);
});

it.each([
  ['a function', 'keep', 'keep', 'keep(form);'],
  ['a method', '{ keep }', 'context', 'context.keep(form);'],
  ['a part', '{ keep }', 'context', 'const { keep } = context;\n  keep(form);'],
])(
  'an object is copied where a function of the file gives a callback %s that gets it',
  (_name, given, parameter, before) => {
    const text = `import { clerkClient } from '@clerk/express';
function withForm(run) {
  const keep = (form) => { setInterval(() => form.tags.push(1), 5); };
  run({ tags: [] }, ${given});
}
withForm(async (form, ${parameter}) => {
  ${before}
  await clerkClient.users.updateUser('user_1', { firstName: 'x', publicMetadata: { tags: form.tags } });
});`;
    expect(hasCopy(findingsIn(text, '/app/a.js'))).toBe(true);
  },
);
