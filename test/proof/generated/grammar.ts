import fc from 'fast-check';
import type { AnalyzeOptions } from '../../../transforms/index.ts';
import type { MetadataField } from '../../service/store.ts';
import { compile } from './execute.ts';
import { choose, mostly } from './choose.ts';
import { PARAMETERS } from './inputs.ts';
import { inStyle, layOut, withoutTypes, type Style } from './text-styles.ts';
import { IDIOMS, LOCALS } from './words-of-locals.ts';
import { element } from './words-of-metadata.ts';
import { paramEntries, paramsForm } from './words-of-params.ts';
import { between, inner, NO_AWAIT, NOT_AWAITED, outer, position } from './words-of-positions.ts';
import {
  BACKEND,
  backendReceiver,
  backendSubject,
  fetched,
  frontendReceiver,
  NEXT,
  signedIn,
  storedForm,
  type Receiver,
  type Subject,
} from './words-of-subjects.ts';

/**
 * The grammar of the programs. Its words are templates of program text; a word that starts with `$` stands for a part
 * that is chosen elsewhere: `$C` the call, `$R` what its method is called on, `$A` the same for reading, `$ID` the id,
 * `$U` the subject's variable, `$F` the metadata field, `$G` a general field, `$S` the stored value of the field as the
 * program gets at it, `$N` a new number for each effect.
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

const plainSubject = fc.constant(fetched('await $A.$GET(id)'));
const plainReceiver = fc.constantFrom<Receiver>(
  { module: BACKEND, prelude: '', receiver: 'client.$API' },
  { module: NEXT, prelude: 'const client = await clerkClient();', receiver: 'client.$API' },
);
const plainUser = fc.constant<Receiver>({
  module: "import { useUser } from '@clerk/react';",
  prelude: 'const { user } = useUser();',
  receiver: 'user',
});
const plainEntries: typeof paramEntries = fc.record({
  fields: fc.tuple(
    fc.record({
      field: fc.nat(2),
      value: fc.array(element, { minLength: 1, maxLength: 2 }).map((elements) => `{ ...$S, ${elements.join(', ')} }`),
      conditional: fc.constant(''),
    }),
  ),
  general: fc.oneof(fc.constant([]), fc.tuple(fc.tuple(fc.boolean(), fc.constantFrom("$G: 'New'", '$G: text')))),
});

const call = fc.record({
  receiver: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        surface: fc.constant<Surface>('users'),
        receiver: mostly(plainReceiver, backendReceiver),
        subject: mostly(
          plainSubject,
          fc.oneof({ weight: 8, arbitrary: backendSubject }, { weight: 2, arbitrary: signedIn }),
          3,
        ),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        surface: fc.constant<Surface>('organizations'),
        receiver: mostly(plainReceiver, backendReceiver),
        subject: mostly(plainSubject, backendSubject, 3),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        surface: fc.constant<Surface>('frontend'),
        receiver: mostly(plainUser, frontendReceiver),
        subject: fc.constant<Subject>({ prelude: '', variable: '$A', id: '' }),
      }),
    },
  ),
  fileName: fc.constantFrom('/app/src/program.ts', '/app/src/program.ts', '/app/src/program.js'),
  options: fc.constantFrom<Program['options']>(
    {},
    {},
    {},
    { exact: true },
    { frontendReplace: 'null-keys' },
    { exact: true, frontendReplace: 'null-keys' },
  ),
  stored: mostly(choose([3, '$U.$F'], 'const meta = $U.$F;\n=> meta', 'const { $F } = $U;\n=> $F'), storedForm),
  entries: mostly(plainEntries, paramEntries, 2),
  second: mostly(plainEntries, paramEntries),
  form: mostly(choose('$P'), paramsForm, 8),
  position: mostly(
    choose([4, 'await $C;'], 'return $C;', [2, 'return await $C;'], 'const result = await $C;\nreturn result;'),
    position,
    3,
  ),
  inner: mostly(choose('$B'), inner, 9),
  outer: mostly(choose('$B'), outer, 9),
  between: mostly(choose(''), between, 6),
  idioms: fc.record(IDIOMS),
  style: mostly(
    fc.constant<Style>('plain'),
    fc.constantFrom<Style>('no-semicolons', 'one-line', 'carriage-returns', 'comments'),
  ),
});

/** Whole programs; parts that don't go together (a name declared twice) are drawn again. */
export const program: fc.Arbitrary<Program> = call
  .map((parts) => assemble(parts))
  .filter(({ text }) => isProgram(text));

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

function assemble({
  receiver: { surface, receiver, subject },
  fileName,
  options,
  stored,
  entries,
  second,
  form,
  position: where,
  inner: within,
  outer: around,
  between: meanwhile,
  idioms,
  style,
}: Parts): Program {
  const fields = FIELDS_OF[surface];
  const needsTypes = receiver.module.includes('import type') || subject.id.startsWith('given_user');
  const isTypeScript = needsTypes || fileName.endsWith('.ts');
  const main = fieldAt(fields, entries.fields[0].field);
  const [storedPrelude, storedText] = split(stored);

  const method = surface === 'frontend' ? 'update' : surface === 'users' ? 'updateUser' : 'updateOrganization';
  const names: Readonly<Record<string, string>> = {
    $API: surface,
    $GET: surface === 'organizations' ? 'getOrganization' : 'getUser',
    $LITERAL: surface === 'organizations' ? 'o1' : 'u1',
    $G2: surface === 'organizations' ? 'slug' : 'lastName',
    $G: surface === 'organizations' ? 'name' : 'firstName',
    $F2: surface === 'frontend' ? 'publicMetadata' : (fields.find((field) => field !== main) ?? main),
    $F: main,
    $IDW: surface === 'frontend' ? '' : 'id, ',
    $IDO: surface === 'frontend' ? '' : 'one, ',
    $WRITE:
      surface === 'frontend'
        ? '$R.updateMetadata'
        : surface === 'users'
          ? '$A.updateUserMetadata'
          : '$A.updateOrganizationMetadata',
    $OLD: surface === 'frontend' ? '$R.update' : surface === 'users' ? '$A.updateUser' : '$A.updateOrganization',
    $M: method,
    $ID: subject.id,
    $U: subject.variable,
    $R: receiver.receiver.replace(/[?!]$/, ''),
    $A: (receiver.reader ?? receiver.receiver).replace(/[?!]$/, ''),
  };
  const link = /[?!]$/.exec(receiver.receiver)?.[0] ?? '';
  const needsParentheses = /^\(|^[\w.$]+!?$/.test(storedText) ? storedText : `(${storedText})`;
  const callOf = (params: string): string => `$R${link}.${method}(${surface === 'frontend' ? '' : '$ID, '}${params})`;

  const render = (
    { fields: metadata, general }: Parts['entries'],
    isMain: boolean,
  ): { whole: string; general: string; value: string } => {
    const seen = new Set<string>();
    const written = metadata.flatMap(({ field, value: text, conditional }) => {
      const name = isMain && seen.size === 0 ? main : fieldAt(fields, field);
      if (seen.has(name)) return [];
      seen.add(name);
      const own =
        name === main
          ? text
          : text
              .replaceAll(/\b(rest|restOnly|copy|filtered|draft|patch)\b/g, 'given')
              .replaceAll('$S', `${subject.variable}.${name}`)
              .replaceAll('$Q', `${subject.variable}.${name}`);
      return [conditional.replace('{}', `{ ${name}: ${own} }`) || `${name}: ${own}`];
    });
    const [first, ...others] = general;
    const apart =
      first === undefined
        ? []
        : [
            first,
            ...others.map(
              ([goesFirst, text]) =>
                [
                  goesFirst,
                  text.replaceAll('$G2', '$G').replaceAll('$G', first[1].includes('$G2') ? '$G' : '$G2'),
                ] as const,
            ),
          ];
    const before = apart.filter(([goesFirst]) => goesFirst).map(([, text]) => text);
    const after = apart.filter(([goesFirst]) => !goesFirst).map(([, text]) => text);
    return {
      whole: `{ ${[...before, ...written, ...after].join(', ')} }`,
      general: [...before, ...after].join(', '),
      value: metadata[0].value,
    };
  };
  const params = render(entries, true);
  const fill = (text: string): string =>
    text.replaceAll('$PG', params.general).replaceAll('$P', params.whole).replaceAll('$V', params.value);
  const [formPrelude, formText] = split(form);
  const mainCall = callOf(fill(formText));
  const allowed =
    NO_AWAIT.test(where) &&
    /\bawait\b|\$A\b/.test(
      expandedEarly(mainCall + second.fields.map(({ value: text }) => text).join(''), subject, receiver, stored),
    )
      ? 'await $C;'
      : where;
  const isSync = allowed.startsWith('sync:');
  const place = allowed
    .replace('sync:', '')
    .replaceAll('$C2', callOf(render(second, false).whole))
    .replaceAll('$C', mainCall);
  const idiomText = Object.entries(idioms)
    .flatMap(([name, text]) => (new RegExp(`\\b${name}\\b`).test(fill(formPrelude) + place) ? [text] : []))
    .join('\n');

  const taken = subject.prelude.includes('userId') ? meanwhile.replaceAll('userId', 'firstName') : meanwhile;
  // What nobody waits for has no order beside what comes later.
  const once =
    NOT_AWAITED.has(where) && /for \(|while|later\(\);\n/.test(within + around)
      ? { within: '$B', around: '$B' }
      : { within, around };
  const rest = [storedPrelude, taken, idiomText, fill(formPrelude), place].filter((text) => text !== '').join('\n');
  // Requests for one subject at the same time have no order to keep.
  const apart =
    once.around.includes('Promise.all') &&
    (surface === 'frontend' || !/\bid\b(?!:)/.test(subject.id) || /options|user/.test(subject.id))
      ? '$B'
      : once.around;
  const body = apart.replace('$B', () =>
    [receiver.prelude, subject.prelude, once.within.replace('$B', () => rest)].filter((text) => text !== '').join('\n'),
  );
  let number = 0;
  const expanded = (text: string): string => {
    let current = text.replaceAll('$Q', () => needsParentheses).replaceAll('$S', () => storedText);
    // A replacement may hold further words.
    for (let turn = 0; turn < 3; turn += 1) current = current.replaceAll(WORDS, (word) => names[word] ?? word);
    return current
      .replaceAll(/getOrganization\(([^()]*)\)/g, 'getOrganization({ organizationId: $1 })')
      .replaceAll('$N', () => String((number += 1)));
  };
  const text = expanded(body);
  const module = expanded(receiver.module);
  const locals: string[] = [];
  const mentions = (name: string): boolean => new RegExp(`\\b${name}\\b`).test([...locals, text].join('\n'));
  for (const [name, declaration] of LOCALS) if (mentions(name)) locals.push(declaration);
  const parameters = [
    ...Object.keys(PARAMETERS),
    'id',
    'other',
    'ids',
    'given_user',
    ...(module.includes('import type { ClerkClient') ? ['client'] : []),
  ].filter(mentions);
  const types = new Map<string, string>([
    ...Object.entries(PARAMETERS).map(
      ([name, { type }]) => [name, expanded(type.replace('$GENERAL', '$G').replace('$FIELD', '$F'))] as const,
    ),
    ['id', 'string'],
    ['other', 'string'],
    ['ids', 'string[]'],
    ['client', 'ClerkClient'],
    ['given_user', surface === 'frontend' ? 'UserResource' : surface === 'users' ? 'User' : 'Organization'],
  ]);
  const isAsync = !isSync || /\bawait\b/.test(text);
  const header = ["import { fx, log, touch } from './effects.js';", module];
  if (mentions('given_user') && surface !== 'frontend')
    header.push(`import type { ${types.get('given_user') ?? ''} } from '@clerk/backend';`);
  const signature = parameters.map((name) => (isTypeScript ? `${name}: ${types.get(name) ?? 'any'}` : name)).join(', ');
  const whole = `${header.join('\n')}\n\nexport ${isAsync ? 'async ' : ''}function run(${signature}) {\n${[...locals, text].join('\n')}\n}\n`;
  return {
    surface,
    fileName: isTypeScript ? '/app/src/program.ts' : fileName,
    options,
    text: inStyle(layOut(isTypeScript ? whole : withoutTypes(whole)), style),
    parameters,
    field: main,
  };
}

function fieldAt(fields: readonly MetadataField[], index: number): MetadataField {
  return fields[index % fields.length] ?? 'unsafeMetadata';
}

/** Text in which each `await` that a part will bring already shows. */
function expandedEarly(text: string, subject: Subject, receiver: Receiver, stored: string): string {
  const brings = [subject.variable, receiver.receiver, stored].some((part) => part.includes('await'));
  return brings ? `await ${text}` : text;
}

const WORDS = /\$(?:API|GET|LITERAL|G2|G|F2|F|IDW|IDO|ID|M|WRITE|OLD|U|R|A)(?![a-z])/g;

/** What stands before `=>` in a form, and behind it. */
function split(form: string): [prelude: string, text: string] {
  const [first = '', second] = form.split('\n=> ');
  return second === undefined ? ['', first] : [first, second];
}
