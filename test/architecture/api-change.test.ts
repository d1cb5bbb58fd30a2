/**
 * Holds the table of the API change against the declarations of the SDK that is installed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';

import {
  FIRST_VERSIONS,
  METADATA_FIELDS,
  SDK_SIDES,
  type Surface,
  type SurfaceChange,
  SUCCESSORS,
  SURFACES,
} from '../../transforms/api-change.ts';
import { EXPORTS } from '../../transforms/knowledge/sdk-types.ts';
import { ROOT } from './imports.ts';

/** Where the declarations keep the object that a surface's methods belong to. */
const DECLARED_IN: Readonly<Record<Surface, string>> = {
  users: "import('@clerk/backend').ClerkClient['users']",
  organizations: "import('@clerk/backend').ClerkClient['organizations']",
  frontend: "import('@clerk/shared/types').UserResource",
};

const PROBE = join(ROOT, 'test/architecture/probe.ts');

let checker: ts.TypeChecker;
let probe: ts.SourceFile;

beforeAll(() => {
  const text = Object.entries(DECLARED_IN)
    .map(([surface, type]) => `export declare const ${surface}: ${type};`)
    .join('\n');
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (fileName, ...rest) =>
    fileName === PROBE
      ? ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true)
      : getSourceFile(fileName, ...rest);
  const program = ts.createProgram([PROBE], options, host);
  const file = program.getSourceFile(PROBE);
  if (file === undefined) throw new Error('the probe is not part of its own program');
  const problems = program
    .getSemanticDiagnostics(file)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  if (problems.length > 0) throw new Error(`the SDK's declarations can't be read: ${problems.join('; ')}`);
  checker = program.getTypeChecker();
  probe = file;
});

for (const [surface, change] of Object.entries(SURFACES) as [Surface, SurfaceChange][]) {
  describe(surface, () => {
    const targets = change.replace === null ? [change.merge] : [change.merge, change.replace];

    it(`has ${change.method}, whose metadata fields are ${change.fields.join(', ')}, all deprecated`, () => {
      expect(metadataParams(surface, change.method)).toEqual(
        change.fields.map((field) => ({ field, deprecated: true })),
      );
    });

    for (const method of targets) {
      it(`has ${method}, which takes the same fields`, () => {
        expect(metadataParams(surface, method)).toEqual(change.fields.map((field) => ({ field, deprecated: false })));
      });
    }

    it(
      change.replace === null
        ? 'has no method that replaces metadata'
        : 'has no other method that updates or replaces metadata',
      () => {
        const methods = checker.getPropertiesOfType(surfaceType(surface)).map(({ name }) => name);
        expect(
          methods.filter((name) => /^(?:update|replace)(?:User|Organization)?Metadata$/.test(name)).sort(),
        ).toEqual([...targets].sort());
      },
    );

    it(change.takesId ? 'takes the id before the params' : 'takes the params alone', () => {
      for (const method of [change.method, ...targets]) {
        const types = parameters(surface, method).map((type) =>
          (type.flags & ts.TypeFlags.String) === 0 ? 'params' : 'id',
        );
        expect(types, method).toEqual(change.takesId ? ['id', 'params'] : ['params']);
      }
    });
  });
}

describe('packages', () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const installed = Object.keys(manifest.devDependencies).filter((name) => typeof FIRST_VERSIONS[name] === 'string');

  it('the SDKs that are installed here are new enough to have the methods', () => {
    const tooOld = installed.filter((name) => !isAtLeast(installedVersion(name), FIRST_VERSIONS[name] ?? ''));
    expect(
      tooOld.map((name) => `${name} ${installedVersion(name)} is older than ${String(FIRST_VERSIONS[name])}`),
    ).toEqual([]);
    expect(installed).not.toEqual([]);
  });

  it('what has only one side is a package of the table', () => {
    expect(Object.keys(SDK_SIDES).filter((name) => !Object.hasOwn(FIRST_VERSIONS, name))).toEqual([]);
  });

  it('a successor is a package of the table, and none has a successor in turn', () => {
    for (const [name, successor] of Object.entries(SUCCESSORS)) {
      expect(FIRST_VERSIONS, `${name} is in FIRST_VERSIONS`).toHaveProperty([name], null);
      expect(FIRST_VERSIONS, `${successor}, which follows ${name}, is in FIRST_VERSIONS`).toHaveProperty([successor]);
      expect(SUCCESSORS, successor).not.toHaveProperty([successor]);
    }
  });
});

function surfaceType(surface: Surface): ts.Type {
  const symbol = checker
    .getExportsOfModule(checker.getSymbolAtLocation(probe) ?? fail('the probe is no module'))
    .find(({ name }) => name === surface);
  return checker.getTypeOfSymbol(symbol ?? fail(`the probe doesn't declare ${surface}`));
}

/** The types of the method's parameters, without the `undefined` of optional ones. */
function parameters(surface: Surface, method: string): ts.Type[] {
  const property =
    checker.getPropertyOfType(surfaceType(surface), method) ?? fail(`the SDK has no ${surface} method ${method}`);
  const [signature, ...overloads] = checker.getTypeOfSymbol(property).getCallSignatures();
  if (signature === undefined || overloads.length > 0)
    fail(`${method} has ${String(overloads.length + 1)} signatures; one was expected`);
  return signature.getParameters().map((parameter) => checker.getNonNullableType(checker.getTypeOfSymbol(parameter)));
}

/** The metadata fields in the method's last parameter, and whether their declarations say `@deprecated`. */
function metadataParams(surface: Surface, method: string): { field: string; deprecated: boolean }[] {
  const params = parameters(surface, method).at(-1) ?? fail(`${method} takes no parameters`);
  return METADATA_FIELDS.flatMap((field) => {
    const declarations = propertyDeclarations(params, field);
    return declarations.length === 0
      ? []
      : [
          {
            field,
            deprecated: declarations.every((declaration) => ts.getJSDocDeprecatedTag(declaration) !== undefined),
          },
        ];
  });
}

/** A union is asked part by part: what only some of its parts have is no property of the whole. */
function propertyDeclarations(type: ts.Type, name: string): ts.Declaration[] {
  const parts = type.isUnion() ? type.types : [type];
  return parts.flatMap((part) => checker.getPropertyOfType(part, name)?.getDeclarations() ?? []);
}

function installedVersion(name: string): string {
  return (JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')) as { version: string })
    .version;
}

function isAtLeast(version: string, least: string): boolean {
  return version.localeCompare(least, 'en', { numeric: true }) >= 0;
}

function fail(message: string): never {
  throw new Error(message);
}

/** Types and helpers for the other packages: nobody installs them for their methods. */
const WITHOUT_METHODS = ['@clerk/shared', '@clerk/types'];

it('every package of the SDK has a first version, and exports that are known', () => {
  expect(
    Object.keys(EXPORTS)
      .filter((name) => !WITHOUT_METHODS.includes(name))
      .sort(),
  ).toEqual(Object.keys(FIRST_VERSIONS).sort());
});
