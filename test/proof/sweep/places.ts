import { fill, type Form } from './form.ts';
import { calledAtOnce, joined, mentions, parametersText } from './sweep-program.ts';
import { PARAMETERS } from './situations.ts';

/** Where a form stands. */
export const PLACES = [
  'before',
  'between',
  'in the arguments',
  'after',
  'in a function',
  'in a function of the module',
  'in a callback',
] as const;
export type Place = (typeof PLACES)[number];

/** A value that a form has carried: the statements for it, and the expression. */
export interface Carried {
  readonly module: string;
  readonly statements: string;
  readonly out: string;
}

/**
 * Carries a value through a form that stands somewhere.
 *
 * @param value what goes in
 * @param type its type
 * @returns the statements belong where the place says: before the fetch for `before`, else behind it
 */
export function carry(form: Form, value: string, type: string, place: Place): Carried {
  const through = (name: string): { setup: string; out: string; module: string } => {
    const holes = { $V: name, $T: type };
    return { setup: fill(form.setup, holes), out: fill(form.out, holes), module: fill(form.module, holes) };
  };
  const direct = through(value);
  switch (place) {
    case 'before':
    case 'between':
    case 'after':
      return { module: direct.module, statements: direct.setup, out: direct.out };
    case 'in the arguments':
      return {
        module: direct.module,
        statements: '',
        out: direct.setup === '' ? direct.out : calledAtOnce(direct.setup, direct.out, form.isAsync),
      };
    case 'in a function': {
      const { module, setup, out } = through('value');
      const given = form.isAsync ? `(await carry(${value}))` : `carry(${value})`;
      return {
        module,
        statements: `const carry = ${form.isAsync ? 'async ' : ''}(value: ${type}) => {\n${joined(setup, `return ${out};`)}\n};`,
        out: given,
      };
    }
    case 'in a function of the module': {
      const { module, setup, out } = through('value');
      const body = joined(setup, `return ${out};`);
      const more = Object.keys(PARAMETERS).filter((name) => mentions(body, name));
      const call = `carry(${[value, ...more].join(', ')})`;
      const parameters = [`value: ${type}`, ...(more.length === 0 ? [] : [parametersText(more)])].join(', ');
      return {
        module: joined(module, `${form.isAsync ? 'async ' : ''}function carry(${parameters}) {\n${body}\n}`),
        statements: '',
        out: form.isAsync ? `(await ${call})` : call,
      };
    }
    case 'in a callback': {
      const { module, setup, out } = through('value');
      const callback = `${form.isAsync ? 'async ' : ''}(value: ${type}) => {\n${joined(setup, `return ${out};`)}\n}`;
      return {
        module,
        statements: '',
        out: form.isAsync ? `(await Promise.all([${value}].map(${callback})))[0]` : `[${value}].map(${callback})[0]`,
      };
    }
  }
}

/** Where statements stand that do something. */
export const ACTION_PLACES = [
  'before',
  'between',
  'in the id',
  'in a general value',
  'in the patch',
  'after',
  'in a function',
  'in a function of the module',
  'in a callback',
  'called later',
  'in a loop',
] as const;
export type ActionPlace = (typeof ACTION_PLACES)[number];

/** The parts of a program with statements in them. */
export interface Placed {
  readonly module: string;
  readonly start: string;
  readonly between: string;
  readonly after: string;
  /**
   * An expression instead of the id, the general value `'main'`, the patch's value `'main'`; undefined where it is
   * that.
   */
  readonly id: string | undefined;
  readonly general: string | undefined;
  readonly mark: string | undefined;
  readonly isTwice: boolean;
}

const NOWHERE: Placed = {
  module: '',
  start: '',
  between: '',
  after: '',
  id: undefined,
  general: undefined,
  mark: undefined,
  isTwice: false,
};

/**
 * Puts statements somewhere.
 *
 * @param locals what they mention of the function around them, with the types
 */
export function putStatements(
  statements: string,
  isAsync: boolean,
  place: ActionPlace,
  locals: Readonly<Record<string, string>>,
): Placed {
  const asynchronously = isAsync ? 'async ' : '';
  const awaited = isAsync ? 'await ' : '';
  switch (place) {
    case 'before':
      return { ...NOWHERE, start: statements };
    case 'between':
      return { ...NOWHERE, between: statements };
    case 'after':
      return { ...NOWHERE, after: statements };
    case 'in a loop':
      return { ...NOWHERE, after: statements, isTwice: true };
    case 'in the id':
      return { ...NOWHERE, id: calledAtOnce(statements, 'id', isAsync) };
    case 'in a general value':
      return { ...NOWHERE, general: calledAtOnce(statements, "'main'", isAsync) };
    case 'in the patch':
      return { ...NOWHERE, mark: calledAtOnce(statements, "'main'", isAsync) };
    case 'in a function':
      return {
        ...NOWHERE,
        between: `const perform = ${asynchronously}() => {\n${statements}\n};\n${awaited}perform();`,
      };
    case 'in a callback':
      return {
        ...NOWHERE,
        between: isAsync
          ? `await Promise.all([1].map(async () => {\n${statements}\n}));`
          : `[1].forEach(() => {\n${statements}\n});`,
      };
    case 'called later':
      return { ...NOWHERE, between: `later(${asynchronously}() => {\n${statements}\n});\nawait pause();` };
    case 'in a function of the module': {
      const known: Readonly<Record<string, string>> = { ...PARAMETERS, ...locals };
      const used = Object.keys(known).filter((name) => mentions(statements, name.split('.')[0] ?? name));
      const parameters = used.map((name) => `${name}: ${known[name] ?? 'unknown'}`).join(', ');
      return {
        ...NOWHERE,
        module: `${asynchronously}function perform(${parameters}) {\n${statements}\n}`,
        between: `${awaited}perform(${used.join(', ')});`,
      };
    }
  }
}
