import { CARRIERS, COPIES, TEXT_CARRIERS } from './forms/carriers.ts';
import { AROUND_EXPRESSIONS, AROUND_STATEMENTS } from './forms/holders-of-calls.ts';
import { ASSIGNERS } from './forms/assigners.ts';
import { CHANGERS, READERS } from './forms/changers.ts';
import { RUNNERS } from './forms/runners.ts';
import { ELEMENTS, VALUES } from './forms/value-forms.ts';
import { fill, type Form } from './form.ts';
import { ACTION_PLACES, carry, PLACES, putStatements, type ActionPlace, type Place, type Placed } from './places.ts';
import { RECEIVER_ROLES } from './receivers.ts';
import { assemble, joined, type Draft, type Mode, type SweepProgram } from './sweep-program.ts';
import { SURFACES, type Surface, type WriteKind } from './surfaces.ts';

/** What the update is given, where it isn't the usual. */
interface UpdateParts {
  readonly id?: string | undefined;
  readonly general?: string | undefined;
  readonly mark?: string | undefined;
  readonly spread?: string;
  /** More elements of the patch, and what they are by hand. */
  readonly more?: string;
  readonly mergedMore?: string;
}

/** The update with a patch of the stored value. */
function patchOf(
  surface: Surface,
  mode: Mode,
  { spread = surface.stored, mark = "'main'", more, mergedMore = more }: UpdateParts = {},
): string {
  const elements = [`mark: ${mark}`, mode === 'old' ? more : mergedMore]
    .filter((element) => element !== undefined)
    .join(', ');
  return mode === 'old' ? `{ ...${spread}, ${elements} }` : `{ ${elements} }`;
}

function updateOf(surface: Surface, mode: Mode, parts: UpdateParts = {}): string {
  const general = parts.general === undefined ? '' : `firstName: ${parts.general}, `;
  const params = `{ ${general}${surface.field}: ${patchOf(surface, mode, parts)} }`;
  return `await ${(mode === 'old' ? surface.update : surface.merge)(parts.id ?? 'id', params)};`;
}

/** The programs of one table of forms in one role. */
export interface Role {
  readonly name: string;
  readonly forms: readonly Form[];
  readonly places: readonly string[];
  /** undefined where form, place and surface don't go together. */
  readonly draft: (form: Form, place: never, surface: Surface) => Draft | undefined;
}

interface CarryRole {
  readonly name: string;
  readonly forms?: readonly Form[];
  readonly places?: readonly Place[];
  readonly value: (surface: Surface) => string;
  readonly type: (surface: Surface) => string;
  /** Whether the value is there only behind the fetch. */
  readonly isFetched?: boolean;
  readonly surfaces?: readonly Surface['name'][];
  /** What is done with what came out. */
  readonly use: (
    surface: Surface,
    out: string,
  ) => Draft & { readonly action?: string; /** Declarations before the carrying. */ readonly first?: string };
}

/** What isn't there is nothing that a non-null assertion may be made of. */
function withoutNonNull(form: Form): Form {
  const cut = (text: string): string => text.replaceAll(/(?<=[\w)\]])!(?=[;)\n]|$)/g, '');
  return { ...form, setup: cut(form.setup), out: cut(form.out) };
}

/** The compiler forgets what it knows of a variable inside of declarations. */
function notForgotten(value: string, { setup }: Form, { name }: Surface): string {
  return name === 'frontend' &&
    value === 'user' &&
    /\bclass |\bfunction\*? \w+\(|[{;] get \w|\w\(\) \{ return/.test(setup)
    ? 'user!'
    : value;
}

/** A value is carried through a form, and then used. */
function carryRole({
  name,
  forms = CARRIERS,
  places = PLACES,
  value,
  type,
  isFetched = false,
  surfaces,
  use,
}: CarryRole): Role {
  const draft = (form: Form, place: Place, surface: Surface): Draft | undefined => {
    if (surfaces?.includes(surface.name) === false || (place === 'before' && isFetched)) return undefined;
    const carried = carry(form, notForgotten(value(surface), form, surface), type(surface), place);
    const { action, first, ...used } = use(surface, carried.out);
    if (place === 'after' && action === undefined) return undefined;
    const module = joined(used.module, carried.module);
    const isAsync = form.isAsync || action?.includes('await') === true;
    const rest = { ...used, module, isTsx: form.isTsx };
    const isBefore = place === 'before';
    const start = joined(used.start, isFetched ? '' : first, isBefore ? carried.statements : '');
    const early = joined(isFetched ? first : '', isBefore ? '' : carried.statements);
    if (place === 'after')
      return { ...rest, start, between: isFetched ? (first ?? '') : '', after: joined(carried.statements, action) };
    if (action !== undefined && place === 'in the arguments') {
      return {
        ...rest,
        start,
        between: early,
        update: (mode) => updateOf(surface, mode, { mark: calledFor(action, isAsync) }),
      };
    }
    return { ...rest, start, between: joined(early, used.between, action) };
  };
  return { name, forms, places, draft };
}

function calledFor(action: string, isAsync: boolean): string {
  return isAsync
    ? `(await (async () => {\n${action}\nreturn 'main';\n})())`
    : `(() => {\n${action}\nreturn 'main';\n})()`;
}

/** Whether the function that writes is one of the module, or stands in the function with the update. */
type Site = 'module' | 'local';

interface Declared {
  readonly module?: string;
  readonly first: string;
}

/** A function `wipe` that writes in between. */
function writer(surface: Surface, kind: WriteKind, site: Site): Declared {
  const statement = surface.writes[kind] ?? '';
  const declared = (body: string): string =>
    `const wipe = async (${body.includes('who') ? 'who' : '_who'}: string): Promise<void> => {\n${body}\n};`;
  if (site === 'local') return { first: declared(statement) };
  if (surface.name === 'users') return { module: declared(statement), first: '' };
  return {
    module: joined(surface.current.module, declared(statement.replace('user.', 'current?.'))),
    first: surface.current.start,
  };
}

const WRITER_TYPE = '((who: string) => Promise<void>)';

function surfacesWith(kind: WriteKind): readonly Surface['name'][] {
  return SURFACES.filter(({ writes }) => writes[kind] !== undefined).map(({ name }) => name);
}

function writerRole(kind: WriteKind, site: Site): CarryRole {
  return {
    name: `a function ${site === 'module' ? 'of the module ' : ''}that writes (${kind})`,
    value: () => 'wipe',
    type: () => WRITER_TYPE,
    surfaces: surfacesWith(kind),
    use: (surface, out) => ({
      ...writer(surface, kind, site),
      action: `await ${out}(${kind === 'other user' ? 'other' : 'id'});`,
      update: (mode) => updateOf(surface, mode),
    }),
  };
}

const paramsLiteral = (surface: Surface, mode: Mode, general = ''): string =>
  `{ ${general}${surface.field}: ${patchOf(surface, mode)} }`;

/**
 * Roles of what is carried. A part that is written by hand as a merge is known only where the form doesn't hold it
 * itself.
 */
const CARRY_ROLES: readonly CarryRole[] = [
  {
    name: 'the stored object, spread',
    isFetched: true,
    value: ({ stored }) => stored,
    type: ({ storedType }) => storedType,
    use: (surface, out) => ({ update: (mode) => updateOf(surface, mode, { spread: out }) }),
  },
  {
    name: 'the stored object, copied and spread',
    forms: COPIES,
    isFetched: true,
    value: ({ stored }) => stored,
    type: ({ storedType }) => storedType,
    use: (surface, out) => ({ update: (mode) => updateOf(surface, mode, { spread: out }) }),
  },
  {
    name: 'the stored object, changed',
    isFetched: true,
    value: ({ stored }) => stored,
    type: ({ storedType }) => storedType,
    use: (surface, out) => ({ action: `${out}.role = 'changed';`, update: (mode) => updateOf(surface, mode) }),
  },
  {
    name: 'a copy of the stored object, changed',
    forms: COPIES,
    isFetched: true,
    value: ({ stored }) => stored,
    type: ({ storedType }) => storedType,
    use: (surface, out) => ({
      action: `const own = ${out} as Record<string, unknown>;\nown.role = 'changed';`,
      update: (mode) => updateOf(surface, mode),
    }),
  },
  {
    name: 'the stored object, shown',
    isFetched: true,
    value: ({ stored }) => stored,
    type: ({ storedType }) => storedType,
    use: (surface, out) => ({
      action: `log('seen', JSON.stringify(${out}));`,
      update: (mode) => updateOf(surface, mode),
    }),
  },
  {
    name: 'the user',
    isFetched: true,
    value: () => 'user',
    type: ({ userType }) => userType,
    use: (surface, out) => ({ update: (mode) => updateOf(surface, mode, { spread: `${out}.${surface.field}` }) }),
  },
  writerRole('merge', 'module'),
  writerRole('merge', 'local'),
  writerRole('replace', 'module'),
  writerRole('other field', 'module'),
  writerRole('other user', 'module'),
  {
    name: 'the params, only metadata',
    isFetched: true,
    places: ['between', 'in the arguments', 'in a function', 'in a function of the module', 'in a callback'],
    value: (surface) => `(${paramsLiteral(surface, 'old')})`,
    type: ({ field, storedType }) => `{ ${field}: ${storedType} }`,
    use: (surface, out) => ({ mayMerge: 'in the text', update: () => `await ${surface.update('id', out)};` }),
  },
  {
    name: 'the params, by their whole type',
    isFetched: true,
    places: ['between', 'in the arguments', 'in a function', 'in a function of the module'],
    value: (surface) => `(${paramsLiteral(surface, 'old')})`,
    type: ({ paramsType }) => paramsType,
    use: (surface, out) => ({ mayMerge: 'in the text', update: () => `await ${surface.update('id', out)};` }),
  },
  {
    name: 'the params, with general fields',
    isFetched: true,
    places: ['between', 'in the arguments', 'in a function', 'in a function of the module'],
    value: (surface) => `(${paramsLiteral(surface, 'old', "firstName: 'main', ")})`,
    type: ({ field, storedType }) => `{ firstName: string; ${field}: ${storedType} }`,
    use: (surface, out) => ({ mayMerge: false, update: () => `await ${surface.update('id', out)};` }),
  },
  {
    name: 'the params, none of them metadata',
    places: ['between', 'in the arguments', 'in a function', 'in a function of the module'],
    value: () => "({ firstName: 'main' })",
    type: () => '{ firstName: string }',
    use: (surface, out) => ({
      mayMerge: false,
      carriesMetadata: false,
      update: () => `await ${surface.update('id', out)};`,
    }),
  },
  {
    name: 'the params, changed',
    isFetched: true,
    places: ['between', 'after', 'in a function', 'in a function of the module', 'in a callback'],
    value: () => 'params',
    type: ({ field, storedType }) => `{ ${field}: ${storedType} }`,
    use: (surface, out) => ({
      first: `const params: { ${surface.field}: ${surface.storedType} } = ${paramsLiteral(surface, 'old')};`,
      action: `${out}.${surface.field} = { role: { changed: true }, mark: 'main' };`,
      mayMerge: false,
      update: () => `await ${surface.update('id', 'params')};`,
    }),
  },
  {
    name: 'the params, their metadata changed',
    isFetched: true,
    places: ['between', 'in a function', 'in a function of the module', 'in a callback'],
    value: () => 'params.$FIELD',
    type: ({ storedType }) => storedType,
    use: (surface, out) => ({
      first: `const params: { ${surface.field}: ${surface.storedType} } = ${paramsLiteral(surface, 'old')};`,
      action: `${out}.role = { changed: true };`,
      mayMerge: false,
      update: () => `await ${surface.update('id', 'params')};`,
    }),
  },
  {
    name: 'the params, none of them metadata, shown',
    places: ['between', 'in a function', 'in a function of the module', 'in a callback'],
    value: () => 'params',
    type: () => '{ firstName: string }',
    use: (surface, out) => ({
      first: "const params = { firstName: 'main' };",
      action: `log('seen', ${out});`,
      mayMerge: false,
      carriesMetadata: false,
      update: () => `await ${surface.update('id', 'params')};`,
    }),
  },
  {
    name: 'the id of the call',
    forms: [...CARRIERS, ...TEXT_CARRIERS],
    surfaces: ['users'],
    value: () => 'id',
    type: () => 'string',
    use: (surface, out) => ({ update: (mode) => updateOf(surface, mode, { id: out }) }),
  },
  {
    name: 'the id of the fetch',
    forms: [...CARRIERS, ...TEXT_CARRIERS],
    surfaces: ['users'],
    places: ['before', 'in the arguments', 'in a function of the module', 'in a callback'],
    value: () => 'id',
    type: () => 'string',
    use: (surface, out) => ({ fetchedBy: out, update: (mode) => updateOf(surface, mode) }),
  },
  {
    name: "another user's id",
    surfaces: ['users'],
    value: () => 'other',
    type: () => 'string',
    use: (surface, out) => ({ mayMerge: false, update: (mode) => updateOf(surface, mode, { id: out }) }),
  },
  ...SURFACES.flatMap((from) =>
    from.receivers.flatMap(({ name, value, type, update }): readonly CarryRole[] => {
      const receiverRole = (kind: string, general: string, mayMerge: boolean): CarryRole => ({
        name: `the receiver, ${name}${kind}`,
        surfaces: [from.name],
        isFetched: value === 'user',
        places: [
          'before',
          'between',
          'in the arguments',
          'in a function',
          'in a function of the module',
          'in a callback',
        ],
        value: () => value,
        type: () => type,
        use: (surface, out) => {
          const call = (mode: Mode): string =>
            update(out, 'id', `{ ${general}${surface.field}: ${patchOf(surface, mode)} }`);
          const merged = (text: string): string =>
            text
              .replace(/\.updateUser\((?!.*\.updateUser\()/s, '.updateUserMetadata(')
              .replace(/\.update\((?!.*\.update\()/s, '.updateMetadata(');
          return { mayMerge, update: (mode) => `await ${mode === 'old' ? call(mode) : merged(call(mode))};` };
        },
      });
      return [receiverRole('', '', true), receiverRole(', with general fields', "firstName: 'main', ", false)];
    }),
  ),
  {
    name: 'a value that is text',
    forms: [...CARRIERS, ...TEXT_CARRIERS],
    value: () => 'text',
    type: () => 'string',
    use: (surface, out) => ({ update: (mode) => updateOf(surface, mode, { more: `role: ${out}` }) }),
  },
  {
    name: 'a value that may be undefined',
    // An event's detail is null where it was undefined, whatever its type says.
    forms: CARRIERS.filter(({ name }) => name !== 'non-null' && name !== 'custom event').map(withoutNonNull),
    value: () => 'maybe',
    type: () => '(string | undefined)',
    use: (surface, out) => ({
      update: (mode) => updateOf(surface, mode, { more: `role: ${out}`, mergedMore: `role: (${out}) ?? null` }),
    }),
  },
  {
    name: 'a value that is an object',
    value: () => 'bag',
    type: () => '{ size: number; label?: string }',
    use: (surface, out) => ({ mayMerge: false, update: (mode) => updateOf(surface, mode, { more: `role: ${out}` }) }),
  },
  {
    name: 'a value of any type',
    value: () => 'loose',
    type: () => 'any',
    use: (surface, out) => ({ mayMerge: false, update: (mode) => updateOf(surface, mode, { more: `role: ${out}` }) }),
  },
  {
    name: 'the metadata',
    isFetched: true,
    places: ['between', 'in the arguments', 'in a function', 'in a function of the module'],
    value: (surface) => `(${patchOf(surface, 'old')})`,
    type: ({ storedType }) => storedType,
    use: (surface, out) => ({
      mayMerge: 'in the text',
      update: () => `await ${surface.update('id', `{ ${surface.field}: ${out} }`)};`,
    }),
  },
];

/** Statements that do something, somewhere around the update. */
interface ActionRole {
  readonly name: string;
  readonly forms: readonly Form[];
  readonly places?: readonly ActionPlace[];
  readonly surfaces?: readonly Surface['name'][];
  /** What goes into the form's holes. */
  readonly holes: (surface: Surface) => Readonly<Record<string, string>>;
  /** Declarations before all. */
  readonly first?: (surface: Surface) => string;
  /** The same, with declarations of the module. */
  readonly declared?: (surface: Surface) => Declared;
  /** Declarations behind the fetch. */
  readonly second?: (surface: Surface) => string;
  /** What the form mentions of the function around it. */
  readonly locals?: (surface: Surface) => Readonly<Record<string, string>>;
  /** Whether it mentions what was fetched. */
  readonly isFetched?: boolean;
  readonly update?: (surface: Surface, mode: Mode, placed: Placed) => string;
  readonly mayMerge?: boolean | 'in the text';
  readonly carriesMetadata?: boolean;
  readonly isAsync?: boolean;
}

function actionRole({
  name,
  forms,
  places = ACTION_PLACES,
  surfaces,
  holes,
  first,
  declared,
  second,
  locals,
  isFetched = false,
  update,
  mayMerge = true,
  carriesMetadata = true,
  isAsync = false,
}: ActionRole): Role {
  const draft = (form: Form, place: ActionPlace, surface: Surface): Draft | undefined => {
    if (
      surfaces?.includes(surface.name) === false ||
      (place === 'before' && isFetched) ||
      (place === 'in the id' && surface.name !== 'users')
    )
      return undefined;
    const given = holes(surface);
    const statements = fill(form.setup, given);
    // What leaves the whole program stands in the program itself.
    if (/^(?:\w.*\) )?return\b/m.test(statements) && place !== 'between') return undefined;
    const placed = putStatements(statements, isAsync || form.isAsync, place, locals?.(surface) ?? {});
    if (place === 'in a function of the module' && locals === undefined) return undefined;
    return {
      module: joined(declared?.(surface).module, fill(form.module, given), placed.module),
      start: joined(declared?.(surface).first, first?.(surface), placed.start),
      between: joined(second?.(surface), placed.between),
      after: placed.after,
      isTwice: placed.isTwice,
      update: (mode) => update?.(surface, mode, placed) ?? updateOf(surface, mode, placed),
      mayMerge: placed.general === undefined && mayMerge,
      carriesMetadata,
      isTsx: form.isTsx,
    };
  };
  return { name, forms, places, draft };
}

const ACT_TYPE = '(..._: unknown[]) => Promise<void>';
const TELL_TYPE = '() => Promise<unknown>';

/** Functions `act`, which takes anything, and `tell`, which gives something: each writes in between. */
function acting(surface: Surface, kind: WriteKind, site: Site): Declared {
  const { module, first } = writer(surface, kind, site);
  const functions = (id: string): string =>
    `const act = async (..._: unknown[]): Promise<void> => {\nawait wipe(${id});\n};`;
  if (site === 'local') return { first: joined(first, functions(kind === 'other user' ? 'other' : 'id')) };
  const { current } = surface;
  return {
    module: joined(surface.name === 'users' ? current.module : '', module, functions(current.id)),
    first: surface.name === 'users' ? current.start : first,
  };
}

function telling(surface: Surface, site: Site): Declared {
  const { module, first } = acting(surface, 'merge', site);
  const tell = 'const tell = async (): Promise<unknown> => {\nawait act();\nreturn 1;\n};';
  return site === 'local' ? { first: joined(first, tell) } : { module: joined(module, tell), first };
}

function runRole(kind: WriteKind, site: Site): ActionRole {
  return {
    name: `a function ${site === 'module' ? 'of the module ' : ''}that writes (${kind}), run`,
    forms: RUNNERS,
    surfaces: surfacesWith(kind),
    holes: () => ({ $F: 'act' }),
    declared: (surface) => acting(surface, kind, site),
    locals: () => ({ act: ACT_TYPE }),
  };
}

const reading = (surface: Surface): Readonly<Record<string, string>> => ({
  [surface.stored.split('.')[0] ?? '']: surface.name === 'users' ? surface.userType : surface.storedType,
});

const ACTION_ROLES: readonly ActionRole[] = [
  runRole('merge', 'module'),
  runRole('merge', 'local'),
  runRole('replace', 'module'),
  runRole('other field', 'module'),
  runRole('other user', 'local'),
  {
    name: 'a call that writes',
    forms: AROUND_EXPRESSIONS,
    holes: () => ({ $E: '(await tell())' }),
    declared: (surface) => telling(surface, 'module'),
    locals: () => ({ tell: TELL_TYPE }),
    isAsync: true,
  },
  {
    name: 'a call that nobody waits for',
    forms: AROUND_EXPRESSIONS,
    holes: () => ({ $E: '(tell() as unknown)' }),
    declared: (surface) => telling(surface, 'module'),
    locals: () => ({ tell: TELL_TYPE }),
  },
  {
    name: 'a change of the stored object, in an expression',
    forms: AROUND_EXPRESSIONS,
    isFetched: true,
    holes: ({ stored }) => ({ $E: `(${stored}.role = 'changed')` }),
    locals: reading,
  },
  {
    name: 'an assignment of the id, in an expression',
    forms: AROUND_EXPRESSIONS,
    surfaces: ['users'],
    mayMerge: false,
    holes: () => ({ $E: '(id = other)' }),
  },
  {
    name: 'a statement that writes',
    forms: AROUND_STATEMENTS,
    holes: () => ({ $S: 'await act();' }),
    declared: (surface) => acting(surface, 'merge', 'module'),
    locals: () => ({ act: ACT_TYPE }),
    isAsync: true,
  },
  {
    name: 'a statement that changes the stored object',
    forms: AROUND_STATEMENTS,
    isFetched: true,
    holes: ({ stored }) => ({ $S: `${stored}.role = 'changed';` }),
    locals: reading,
  },
  {
    name: 'a statement that assigns the id',
    forms: AROUND_STATEMENTS,
    surfaces: ['users'],
    mayMerge: false,
    holes: () => ({ $S: 'id = other;' }),
  },
  {
    name: 'the update itself',
    forms: AROUND_STATEMENTS,
    places: ['between'],
    mayMerge: 'in the text',
    holes: (surface) => ({ $S: updateOf(surface, 'old') }),
    isAsync: true,
    update: () => '',
  },
  {
    name: 'the update itself, with general fields',
    forms: AROUND_STATEMENTS,
    places: ['between'],
    mayMerge: false,
    holes: (surface) => ({ $S: updateOf(surface, 'old', { general: "'main'" }) }),
    isAsync: true,
    update: () => '',
  },
  {
    name: 'the stored object, changed by',
    forms: CHANGERS,
    isFetched: true,
    holes: ({ stored }) => ({ $O: stored }),
    locals: reading,
  },
  {
    name: 'the stored object, read by',
    forms: READERS,
    isFetched: true,
    holes: ({ stored }) => ({ $O: stored }),
    locals: reading,
  },
  {
    name: 'the metadata to send, changed by',
    forms: CHANGERS,
    places: ['between', 'after', 'in a function', 'in a callback', 'called later', 'in a loop'],
    isFetched: true,
    mayMerge: false,
    holes: () => ({ $O: 'changes' }),
    second: (surface) =>
      `const changes: Record<string, unknown> = ${patchOf(surface, 'old', { more: "role: 'sent', prefs: { theme: 'sent' }, tags: ['sent'], size: 5" })};`,
    update: (surface) => `await ${surface.update('id', `{ ${surface.field}: changes }`)};`,
  },
  {
    name: 'the metadata to send, read by',
    forms: READERS,
    places: ['between', 'in a function'],
    isFetched: true,
    mayMerge: 'in the text',
    holes: () => ({ $O: 'changes' }),
    second: (surface) =>
      `const changes: Record<string, unknown> = ${patchOf(surface, 'old', { more: "role: 'sent'" })};`,
    update: (surface) => `await ${surface.update('id', `{ ${surface.field}: changes }`)};`,
  },
  {
    name: 'the params, read by',
    forms: READERS,
    places: ['between', 'in a function', 'in a callback'],
    mayMerge: false,
    carriesMetadata: false,
    holes: () => ({ $O: 'params' }),
    second: () => "const params: { firstName: string; role?: string } = { firstName: 'main' };",
    update: (surface) => `await ${surface.update('id', 'params')};`,
  },
  {
    name: 'the params, metadata put in by',
    forms: CHANGERS.filter(
      ({ name }) =>
        !/ in it$|part|nested|keys|size|increment|decrement|exponent|addition|touch|unknown function gets/.test(name),
    ),
    places: ['between', 'in a function', 'in a callback'],
    mayMerge: false,
    holes: () => ({ $O: 'params.held' }),
    second: (surface) => `const params: { held: Record<string, unknown> } = { held: {} };\nvoid ${surface.stored};`,
    update: (surface) => `await ${surface.update('id', `{ ${surface.field}: params.held }`)};`,
  },
  {
    name: 'the id, assigned by',
    forms: ASSIGNERS,
    surfaces: ['users'],
    mayMerge: false,
    holes: () => ({ $X: 'id', $E: 'other', $T: 'string' }),
  },
  {
    name: 'a value, assigned by',
    forms: ASSIGNERS,
    mayMerge: false,
    holes: () => ({ $X: 'value', $E: '({ z: 1 } as unknown)', $T: 'unknown' }),
    first: () => "let value: unknown = 'text';",
    update: (surface, mode, placed) => updateOf(surface, mode, { ...placed, more: 'role: value' }),
  },
  {
    name: 'a value, made undefined by',
    forms: ASSIGNERS,
    holes: () => ({ $X: 'value', $E: 'maybe', $T: 'string | undefined' }),
    first: () => 'let value: string | undefined = text;',
    update: (surface, mode, placed) =>
      updateOf(surface, mode, { ...placed, more: 'role: value', mergedMore: 'role: value ?? null' }),
  },
  {
    name: 'the stored object, assigned by',
    forms: ASSIGNERS,
    isFetched: true,
    mayMerge: false,
    holes: ({ storedType }) => ({ $X: 'kept', $E: `({ role: 'assigned' } as ${storedType})`, $T: storedType }),
    second: ({ stored }) => `let kept = ${stored};`,
    update: (surface, mode, placed) => updateOf(surface, mode, { ...placed, spread: 'kept' }),
  },
  {
    name: 'the user, assigned by',
    forms: ASSIGNERS,
    surfaces: ['users'],
    isFetched: true,
    mayMerge: false,
    holes: () => ({ $X: 'kept', $E: 'second', $T: 'User' }),
    second: () => 'let kept = user;\nconst second = await client.users.getUser(other);',
    update: (surface, mode, placed) => updateOf(surface, mode, { ...placed, spread: 'kept.publicMetadata' }),
  },
  {
    name: 'the params, assigned by',
    forms: ASSIGNERS,
    isFetched: true,
    mayMerge: false,
    places: ['between', 'after', 'in a function', 'in a callback', 'called later', 'in a loop'],
    holes: (surface) => ({
      $X: 'params',
      $E: `({ ${surface.field}: { role: { z: 1 }, mark: 'main' } } as { ${surface.field}: ${surface.storedType} })`,
      $T: `{ ${surface.field}: ${surface.storedType} }`,
    }),
    second: (surface) => `let params: { ${surface.field}: ${surface.storedType} } = ${paramsLiteral(surface, 'old')};`,
    update: (surface) => `await ${surface.update('id', 'params')};`,
  },
  {
    name: 'the receiver, assigned by',
    forms: ASSIGNERS,
    surfaces: ['users'],
    mayMerge: true,
    places: [
      'before',
      'between',
      'in a general value',
      'in the patch',
      'after',
      'in a function',
      'in a callback',
      'called later',
    ],
    holes: () => ({ $X: 'service', $E: "createClerkClient({ secretKey: 'sk_test_y' })", $T: 'ClerkClient' }),
    first: () => 'let service = client;',
    update: (surface, mode, placed) =>
      updateOf(surface, mode, placed).replace('await client.users.', 'await service.users.'),
  },
];

/** Values and elements of the patch. */
const VALUE_PLACES = [
  'in the patch',
  'before',
  'between',
  'in a function',
  'in a function of the module',
  'in a callback',
  'beside a general field',
] as const;
type ValuePlace = (typeof VALUE_PLACES)[number];

const valueRole: Role = {
  name: 'a value of the patch',
  forms: VALUES,
  places: VALUE_PLACES,
  draft: (form, place: ValuePlace, surface) => {
    const value = (
      out: string,
      statements: { start?: string; between?: string; module?: string; general?: string } = {},
    ): Draft => ({
      module: joined(form.module, statements.module),
      start: statements.start ?? '',
      between: statements.between ?? '',
      isTsx: form.isTsx,
      mayMerge: statements.general === undefined,
      update: (mode) =>
        updateOf(surface, mode, {
          more: `role: ${out}`,
          mergedMore: `role: (${out}) ?? null`,
          ...(statements.general !== undefined && { general: statements.general }),
        }),
    });
    const inner = joined(form.setup, `return ${form.out};`);
    const leaves = /^(?:\w.*\) )?return\b/m.test(form.setup);
    const [asynchronously, awaited] = form.isAsync ? ['async ', 'await '] : ['', ''];
    switch (place) {
      case 'in the patch':
        return value(form.out, { between: form.setup });
      case 'beside a general field':
        return value(form.out, { between: form.setup, general: "'main'" });
      case 'before':
        return value('value', { start: joined(form.setup, `const value = ${form.out};`) });
      case 'between':
        return value('value', { between: joined(form.setup, `const value = ${form.out};`) });
      case 'in a function':
        return leaves
          ? undefined
          : value(`${awaited}give()`, { between: `const give = ${asynchronously}() => {\n${inner}\n};` });
      case 'in a function of the module': {
        const placed = putStatements(inner, form.isAsync, 'in a function of the module', {});
        return leaves ? undefined : value(placed.between.replace(/;$/, ''), { module: placed.module });
      }
      case 'in a callback':
        return leaves || form.isAsync ? undefined : value(`[1].map(() => {\n${inner}\n})[0]`);
    }
  },
};

const elementRole: Role = {
  name: 'an element of the patch',
  forms: ELEMENTS,
  places: ['in the patch', 'before', 'between', 'beside a general field'],
  draft: (form, place: 'in the patch' | 'before' | 'between' | 'beside a general field', surface) => {
    const holes = { $M: surface.stored };
    const [setup, element] = [fill(form.setup, holes), fill(form.out, holes)];
    if ((place === 'before' || place === 'between') && setup === '') return undefined;
    if (place === 'in the patch' && setup !== '') return undefined;
    if (place === 'before' && setup.includes(surface.stored)) return undefined;
    return {
      module: form.module,
      start: place === 'before' ? setup : '',
      between: place === 'before' ? '' : setup,
      mayMerge: place !== 'beside a general field',
      update: (mode) =>
        updateOf(surface, mode, { more: element, ...(place === 'beside a general field' && { general: "'main'" }) }),
    };
  },
};

export const ROLES: readonly Role[] = [
  ...RECEIVER_ROLES,
  ...CARRY_ROLES.map(carryRole),
  ...ACTION_ROLES.map(actionRole),
  valueRole,
  elementRole,
];

/** A program that has yet to be put together. */
export interface Combination {
  readonly name: string;
  /** undefined where the parts don't go together. */
  readonly make: () => SweepProgram | undefined;
}

/** All combinations of form, role, place and surface. */
export function* combinations(): Generator<Combination> {
  for (const { name: role, forms, places, draft } of ROLES) {
    for (const form of forms) {
      for (const place of places) {
        for (const surface of SURFACES) {
          const make = (): SweepProgram | undefined => {
            const parts = draft(form, place as never, surface);
            return parts === undefined
              ? undefined
              : assemble({ form: form.name, role, place }, surface, withField(parts, surface));
          };
          yield { name: `${form.name} × ${role} × ${place} × ${surface.name}`, make };
        }
      }
    }
  }
}

/** The field's name, where a role said only that it is one. */
function withField(draft: Draft, surface: Surface): Draft {
  const named = (text: string | undefined): string => (text ?? '').replaceAll('$FIELD', surface.field);
  return {
    ...draft,
    start: named(draft.start),
    between: named(draft.between),
    after: named(draft.after),
    update: (mode) => named(draft.update(mode)),
  };
}
