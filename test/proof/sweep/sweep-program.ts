import { layOut } from '../generated/text-styles.ts';
import { PARAMETERS } from './situations.ts';
import type { Surface } from './surfaces.ts';

/** One program of the sweep. */
export interface SweepProgram {
  /** Form, role, place and surface. */
  readonly name: string;
  readonly form: string;
  readonly role: string;
  readonly place: string;
  readonly surface: string;
  readonly text: string;
  /**
   * The program as somebody would have written it by hand, if a merge does: what the rewrite might be; undefined where
   * nobody could.
   */
  readonly merged: string | undefined;
  readonly isTsx: boolean;
  /** The names of the parameters of `run`. */
  readonly parameters: readonly string[];
  /** Whether the update carries metadata; else nothing may be found. */
  readonly carriesMetadata: boolean;
  /** Whether what it leaves under way may fail unseen. */
  readonly mayFailUnseen: boolean;
}

/** `merged`: the update is written as a merge, without the stored value. */
export type Mode = 'old' | 'merged';

/** The parts of a program; each but the update may be empty. */
export interface Draft {
  readonly module?: string;
  /** Before the user is fetched. */
  readonly start?: string;
  /** What the user is fetched by. */
  readonly fetchedBy?: string;
  readonly between?: string;
  /** The update's statement. */
  readonly update: (mode: Mode) => string;
  readonly after?: string;
  /** Whether the update and what comes after it are done twice. */
  readonly isTwice?: boolean;
  /**
   * Whether somebody could write a merge by hand. `in the text`: by taking the spread of the stored value out of it,
   * wherever it stands.
   */
  readonly mayMerge?: boolean | 'in the text';
  readonly carriesMetadata?: boolean;
  readonly isTsx?: boolean;
  /** In place of the surface's. */
  readonly imports?: string;
  readonly fetch?: string;
  /** Whether it is a method of a class that holds the client as `clerk`. */
  readonly isMethod?: boolean;
}

/** Puts the parts together. */
export function assemble(
  names: Pick<SweepProgram, 'form' | 'role' | 'place'>,
  surface: Surface,
  draft: Draft,
): SweepProgram {
  const [old, merged] = (['old', 'merged'] as const).map((mode) => textOf(surface, draft, mode));
  const { text, parameters } = old ?? { text: '', parameters: [] };
  return {
    ...names,
    surface: surface.name,
    name: `${names.form} × ${names.role} × ${names.place} × ${surface.name}`,
    // A function that replaces the metadata in between has a method for it.
    text,
    parameters,
    merged:
      draft.mayMerge === false ? undefined : merged?.text.replaceAll('.updateUser(who', '.replaceUserMetadata(who'),
    isTsx: draft.isTsx === true,
    carriesMetadata: draft.carriesMetadata !== false,
    mayFailUnseen: /\bact\b|\bwipe\b|\bvoid \w*\W*(?:user|client|\w+\()|later\(/.test(text),
  };
}

/** The same parts without the spread of the stored value. */
function mergedInText(surface: Surface, draft: Draft): Draft {
  const stripped = (text: string | undefined): string => (text ?? '').replaceAll(`{ ...${surface.stored}, `, '{ ');
  const merging = (text: string): string =>
    stripped(text).replace('.updateUser(', '.updateUserMetadata(').replace('.update(', '.updateMetadata(');
  const update = draft.update('old');
  // It may be a part of what stands in between.
  const between = update === '' ? merging(draft.between ?? '') : stripped(draft.between);
  return {
    ...draft,
    start: stripped(draft.start),
    between,
    after: stripped(draft.after),
    update: () => merging(update),
  };
}

function textOf(surface: Surface, given: Draft, mode: Mode): { text: string; parameters: readonly string[] } {
  const draft = mode === 'merged' && given.mayMerge === 'in the text' ? mergedInText(surface, given) : given;
  const update = draft.update(mode);
  const last =
    draft.isTwice === true
      ? `for (const turn of [1, 2]) {\nvoid turn;\n${joined(update, draft.after)}\n}`
      : joined(update, draft.after);
  const isOwn = draft.imports !== undefined;
  const body = joined(
    isOwn ? '' : surface.start,
    draft.start,
    draft.fetch ?? surface.fetch(draft.fetchedBy ?? 'id'),
    draft.between,
    last,
  );
  const module = joined(isOwn ? '' : surface.module, draft.module);
  const parameters = Object.keys(PARAMETERS).filter((name) => mentions(body, name));
  const effects = ['fx', 'later', 'log', 'pause', 'touch', 'touchInside'].filter((name) =>
    mentions(joined(module, body), name),
  );
  const imports = joined(
    draft.imports ?? surface.imports,
    effects.length === 0 ? '' : `import { ${effects.join(', ')} } from './effects.js';`,
  );
  const functions =
    draft.isMethod === true
      ? `class Service {\nconstructor(private readonly clerk: ClerkClient) {}\nasync save(${parametersText(parameters)}) {\n${body}\n}\n}\nexport async function run(${parametersText(parameters)}) {\nreturn await new Service(client).save(${parameters.join(', ')});\n}`
      : `export async function run(${parametersText(parameters)}) {\n${body}\n}`;
  const text = `${imports}\n\n${joined(module, functions)}\n`;
  return { text: layOut(unusedImports(text)), parameters };
}

/** Imports of what isn't used are taken out, as they would have been. */
function unusedImports(text: string): string {
  return text.replaceAll(
    /^import (type )?\{ ([^}]*) \} from ('[^']*');\n/gm,
    (_, type: string | undefined, names: string, from: string) => {
      const used = names.split(', ').filter((name) => timesNamed(text, name.replace('type ', '')) > 1);
      return used.length === 0 ? '' : `import ${type ?? ''}{ ${used.join(', ')} } from ${from};\n`;
    },
  );
}

function timesNamed(text: string, name: string): number {
  return text.split(new RegExp(`(?<![\\w$])${name.replace('$', '\\$')}(?![\\w$])`)).length - 1;
}

export function parametersText(names: readonly string[]): string {
  return names.map((name) => `${name}: ${PARAMETERS[name] ?? 'unknown'}`).join(', ');
}

const MENTIONS = new Map<string, RegExp>();

/** Whether a program's text has a name in it; a property's doesn't count. */
export function mentions(text: string, name: string): boolean {
  const known = MENTIONS.get(name) ?? new RegExp(`(?<![\\w'-]|(?<!\\.\\.)\\.)${name}(?![\\w'])(?!:(?! ))`);
  MENTIONS.set(name, known);
  return known.test(text);
}

/** Pieces of text, one below the other. */
export function joined(...pieces: readonly (string | undefined)[]): string {
  return pieces.filter((piece) => piece !== undefined && piece !== '').join('\n');
}

/** A function that is called at once. */
export function calledAtOnce(statements: string, result: string, isAsync: boolean): string {
  const body = joined(statements, `return ${result};`);
  return isAsync ? `(await (async () => {\n${body}\n})())` : `(() => {\n${body}\n})()`;
}
