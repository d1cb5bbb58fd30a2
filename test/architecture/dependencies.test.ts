import { dirname } from 'node:path/posix';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { type Import, parseModule, readModules, type SourceModule } from './imports.ts';

interface FolderRule {
  readonly folder: string;
  /** The folders that its files may import from, beside itself. A folder below another one follows both rules. */
  readonly mayImport: readonly string[];
  readonly why: string;
}

const FOLDER_RULES: readonly FolderRule[] = [
  { folder: 'transforms', mayImport: [], why: 'the engine knows nothing of its doors' },
  {
    folder: 'project',
    mayImport: ['transforms'],
    why: 'what the file system says of the surroundings is the same for every door',
  },
  { folder: 'cli', mayImport: ['transforms', 'project'], why: 'the command is a door to the engine' },
  { folder: 'eslint-plugin', mayImport: ['transforms', 'project'], why: 'the rules are a door to the engine' },
  { folder: 'integrations', mayImport: ['transforms', 'project'], why: 'they are doors to the engine' },
  { folder: 'site/engine', mayImport: ['transforms', 'project'], why: 'it runs in a browser' },
  {
    folder: 'site/playground',
    mayImport: ['transforms', 'site/engine', 'site/generated'],
    why: 'it runs in a browser, and talks to the engine by messages',
  },
];

/** The rooms of the engine: each imports only those before it, and files above them all. */
const ROOMS = [
  'knowledge',
  'components',
  'language',
  'flow',
  'types',
  'recognise',
  'values',
  'effects',
  'decide',
  'edit',
].map((room) => `transforms/${room}`);

/** Tables that everything reads and that read nothing. */
const DATA_TABLES = ['transforms/api-change.ts', 'transforms/reasons.ts'];

/** Files of the engine that only a build, or who installs the package, takes in. */
const WAYS_IN = ['transforms/index.ts'];

/** What the engine may take from packages: the compiler as ts-morph bundles it, never its wrapped nodes. */
const ENGINE_PACKAGES: Readonly<Record<string, readonly string[]>> = { 'ts-morph': ['ts'] };

/** The world outside, which comes to the engine only through ProjectView. */
const FOREIGN_GLOBALS = ['process', 'console', 'globalThis', 'fetch'];

const transforms = readModules('transforms');
const all = ['transforms', 'project', 'cli', 'eslint-plugin', 'integrations', 'site/engine', 'site/playground'].flatMap(
  readModules,
);

describe('the folders import only what they may', () => {
  for (const rule of FOLDER_RULES) {
    it(`${rule.folder} imports ${rule.mayImport.length === 0 ? 'no other folder' : `only ${rule.mayImport.join(', ')}`}`, () => {
      expect(breaksFolderRule(readModules(rule.folder), rule)).toEqual([]);
    });
  }

  it.each(ROOMS)('%s imports only the rooms before it', (room) => {
    expect(breaksOrder(transforms, room)).toEqual([]);
  });

  it('each folder of the engine is one of the rooms', () => {
    expect(new Set(transforms.map(({ path }) => roomOf(path)).filter((room) => room !== undefined))).toEqual(
      new Set(ROOMS),
    );
  });

  for (const path of DATA_TABLES) {
    it(`${path} imports nothing`, () => {
      const table = transforms.find((module) => module.path === path);
      expect(table, `${path} is gone; if it moved, say so in DATA_TABLES`).toBeDefined();
      expect(table?.imports.map((found) => complain(path, found, 'a data table imports nothing'))).toEqual([]);
    });
  }

  it('there are no import cycles', () => {
    expect(findCycles(all).map((cycle) => cycle.join(' → '))).toEqual([]);
  });

  it('somebody imports each file of the engine but the ways in', () => {
    const imported = new Set(all.flatMap(({ imports }) => imports.map(({ file }) => file)));
    expect(transforms.map(({ path }) => path).filter((path) => !imported.has(path))).toEqual(WAYS_IN);
  });

  it('the folders of the engine have none either', () => {
    expect(findCycles(asFolders(transforms)).map((cycle) => cycle.join(' → '))).toEqual([]);
  });
});

describe('the engine is pure', () => {
  it('of packages it takes only `ts` from ts-morph, and nothing of node', () => {
    expect(transforms.flatMap(breaksPackageRule)).toEqual([]);
  });

  it('it builds no program, and the lint rules build none: they ask the one that the parser has', () => {
    const builders = /\bcreate(?:\w*Program|LanguageService|SolutionBuilder\w*)\b|\bnew Project\(/;
    const rules = readModules('eslint-plugin');
    expect([...transforms, ...rules].filter(({ tree }) => builders.test(tree.text)).map(({ path }) => path)).toEqual(
      [],
    );
    expect(rules.flatMap(({ imports }) => imports.map(({ specifier }) => specifier))).not.toContain('ts-morph');
    expect(readModules('cli').some(({ tree }) => builders.test(tree.text))).toBe(true);
  });

  it(`it doesn't touch ${FOREIGN_GLOBALS.join(', ')}`, () => {
    expect(transforms.flatMap(touchesForeignGlobals)).toEqual([]);
  });
});

describe('the rules see what they are for', () => {
  const module = parseModule(
    'transforms/recognise/a.ts',
    [
      "import type { Edit } from '../edit/apply.ts';",
      "export { b } from './b.ts';",
      "const cli = await import('../../cli/main.ts');",
      "import { ts, Project } from 'ts-morph';",
      "import { readFileSync } from 'node:fs';",
      'console.log(process.argv);',
    ].join('\n'),
  );

  it('type imports, re-exports and dynamic imports', () => {
    expect(module.imports.map(({ file, specifier }) => file ?? specifier)).toEqual([
      'transforms/edit/apply.ts',
      'transforms/recognise/b.ts',
      'cli/main.ts',
      'ts-morph',
      'node:fs',
    ]);
  });

  it('breaches of each kind', () => {
    const [folderRule] = FOLDER_RULES;
    expect(folderRule && breaksFolderRule([module], folderRule)).toHaveLength(1);
    expect(breaksOrder([module], 'transforms/recognise')).toHaveLength(1);
    expect(breaksPackageRule(module)).toHaveLength(2);
    expect(touchesForeignGlobals(module)).toHaveLength(2);
  });

  it('a cycle over several files', () => {
    const circle = [
      parseModule('transforms/a.ts', "import './b.ts';"),
      parseModule('transforms/b.ts', "import './c.ts';"),
      parseModule('transforms/c.ts', "import type { A } from './a.ts';"),
    ];
    expect(findCycles(circle)).toEqual([['transforms/a.ts', 'transforms/b.ts', 'transforms/c.ts', 'transforms/a.ts']]);
  });

  it('a cycle of folders, where no file is in one', () => {
    const circle = [
      parseModule('transforms/a/one.ts', "import '../b/one.ts';"),
      parseModule('transforms/b/two.ts', "import '../a/two.ts';"),
    ];
    expect(findCycles(circle)).toEqual([]);
    expect(findCycles(asFolders(circle))).toEqual([['transforms/a', 'transforms/b', 'transforms/a']]);
  });
});

function breaksFolderRule(modules: readonly SourceModule[], rule: FolderRule): string[] {
  const allowed = [rule.folder, ...rule.mayImport];
  return eachImport(modules).flatMap(([module, found]) =>
    found.file === null || allowed.some((folder) => isIn(folder, found.file ?? ''))
      ? []
      : [complain(module.path, found, rule.why)],
  );
}

function breaksOrder(modules: readonly SourceModule[], room: string): string[] {
  const later = ROOMS.slice(ROOMS.indexOf(room) + 1);
  return eachImport(modules.filter(({ path }) => isIn(room, path))).flatMap(([module, found]) =>
    later.includes(roomOf(found.file ?? '') ?? '') ? [complain(module.path, found, `${room} comes before it`)] : [],
  );
}

/** The folder of `transforms/` that a file is in, at whatever depth; undefined for the files of the chain. */
function roomOf(path: string): string | undefined {
  return /^transforms\/[^/]+(?=\/)/.exec(path)?.[0];
}

/** The modules of each folder as one. The files of the chain stay as they are. */
function asFolders(modules: readonly SourceModule[]): SourceModule[] {
  const folderOf = (path: string): string => (roomOf(path) === undefined ? path : dirname(path));
  return modules.map((module) => ({
    ...module,
    path: folderOf(module.path),
    imports: eachImport(modules.filter(({ path }) => folderOf(path) === folderOf(module.path))).flatMap(
      ([from, { file, ...found }]) =>
        file === null || folderOf(file) === folderOf(from.path) ? [] : [{ ...found, file: folderOf(file) }],
    ),
  }));
}

function breaksPackageRule(module: SourceModule): string[] {
  return module.imports.flatMap((found) => {
    if (found.file !== null) return [];
    const allowed = ENGINE_PACKAGES[found.specifier];
    if (allowed === undefined)
      return [complain(module.path, found, `the engine may import only ${Object.keys(ENGINE_PACKAGES).join(', ')}`)];
    return found.names.every((name) => allowed.includes(name))
      ? []
      : [complain(module.path, found, `of it the engine may use only ${allowed.join(', ')}`)];
  });
}

function touchesForeignGlobals(module: SourceModule): string[] {
  const touched: string[] = [];
  const visit = (node: ts.Node): void => {
    const root =
      ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) || ts.isCallExpression(node)
        ? node.expression
        : undefined;
    if (root !== undefined && ts.isIdentifier(root) && FOREIGN_GLOBALS.includes(root.text)) {
      const { line } = module.tree.getLineAndCharacterOfPosition(root.getStart());
      touched.push(`${module.path}:${String(line + 1)} uses ${root.text}: ask for it through ProjectView or an option`);
    }
    ts.forEachChild(node, visit);
  };
  visit(module.tree);
  return touched;
}

/** Each cycle once, from its first file in the order of the paths, which is also its last. */
function findCycles(modules: readonly SourceModule[]): string[][] {
  const importsOf = new Map(
    modules.map((module) => [module.path, [...new Set(module.imports.flatMap(({ file }) => file ?? []))]]),
  );
  const cycles: string[][] = [];
  const done = new Set<string>();
  const walk = (path: string, trail: readonly string[]): void => {
    const seenAt = trail.indexOf(path);
    if (seenAt >= 0) cycles.push([...trail.slice(seenAt), path]);
    if (seenAt >= 0 || done.has(path)) return;
    for (const next of importsOf.get(path) ?? []) walk(next, [...trail, path]);
    done.add(path);
  };
  for (const path of importsOf.keys()) walk(path, []);
  return cycles;
}

function eachImport(modules: readonly SourceModule[]): [SourceModule, Import][] {
  return modules.flatMap((module) => module.imports.map((found): [SourceModule, Import] => [module, found]));
}

function isIn(folder: string, path: string): boolean {
  return path.startsWith(`${folder}/`);
}

function complain(path: string, found: Import, why: string): string {
  return `${path}:${String(found.line)} imports ${found.names.join(', ')} from '${found.specifier}': ${why}`;
}
