import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createMarkdownRenderer, type MarkdownOptions, type Plugin } from 'vitepress';
import { REASONS } from '../../transforms/reasons.ts';
import type { ReasonHelp } from '../playground/reason-help.ts';
import { listRows, readShownCase } from './case-files.ts';
import { listExamples } from './examples.ts';
import { readReasonSections, REASONS_PAGE } from './reason-sections.ts';
import { type Publication, ROOT } from './site-pages.ts';

const REASONS_MODULE = 'virtual:reason-help';
const EXAMPLES_MODULE = 'virtual:examples';
const PUBLICATION_MODULE = 'virtual:publication';
const ROWS_FILE = 'cases/rows.json';

/** What the playground knows of the docs and the fixtures, as modules; and while serving, the fixtures as files. */
export function siteData(publication: Publication, markdown: MarkdownOptions, cases: ReadonlySet<string>): Plugin {
  const modules: Readonly<Record<string, () => unknown>> = {
    [REASONS_MODULE]: () => renderReasons(publication, markdown),
    [EXAMPLES_MODULE]: () => listExamples(),
    [PUBLICATION_MODULE]: () => ({ ...publication, bugs: bugsAddress() }),
  };
  return {
    name: 'site-data',
    resolveId: (id) => (Object.hasOwn(modules, id) ? `\0${id}` : undefined),
    load: async (id) => {
      const make = id.startsWith('\0') ? modules[id.slice(1)] : undefined;
      return make === undefined ? undefined : `export default ${JSON.stringify(await make())};`;
    },
    configureServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        const asked = (request.url ?? '').slice(publication.base.length);
        const name = /^cases\/(.+)\.json$/.exec(asked)?.[1];
        if (asked !== ROWS_FILE && (name === undefined || !cases.has(name))) {
          next();
          return;
        }
        response.setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify(asked === ROWS_FILE ? listRows() : readShownCase(name ?? '')));
      });
    },
  };
}

/** Writes a file for each fixture that the site shows, and the list of the rows that name them. */
export function writeCases(folder: string, cases: ReadonlySet<string>): void {
  const write = (path: string, value: unknown): void => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(value));
  };
  write(ROWS_FILE, listRows());
  for (const name of cases) write(`cases/${name}.json`, readShownCase(name));
}

async function renderReasons(
  { base }: Publication,
  markdown: MarkdownOptions,
): Promise<Readonly<Record<string, ReasonHelp>>> {
  const md = await createMarkdownRenderer(ROOT, markdown, base);
  const render = (text: string): Promise<string> =>
    md.renderAsync(text, { path: join(ROOT, REASONS_PAGE), relativePath: 'reasons.md', cleanUrls: true });
  const helps: Record<string, ReasonHelp> = {};
  for (const { code, text, todo, example } of readReasonSections()) {
    const { weight, message } = REASONS[code as keyof typeof REASONS];
    helps[code] = { weight, message, text: await render(text), todo: await render(todo), example };
  }
  return helps;
}

/** Where bugs are reported; null where package.json doesn't say. */
function bugsAddress(): string | null {
  const { bugs } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly bugs?: unknown };
  if (typeof bugs === 'string') return bugs;
  const url = typeof bugs === 'object' && bugs !== null ? (bugs as { readonly url?: unknown }).url : undefined;
  return typeof url === 'string' ? url : null;
}
