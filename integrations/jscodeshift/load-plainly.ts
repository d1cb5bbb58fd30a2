import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';

type Loader = (module: { _compile: (code: string, fileName: string) => void }, fileName: string) => void;

/** How node loads a CommonJS file, without anybody's hook. */
const loadUncompiled: Loader = (module, fileName) => {
  module._compile(readFileSync(fileName, 'utf8'), fileName);
};

/**
 * Requires a CommonJS file of ours, and all that it requires, as they are. jscodeshift's `@babel/register` compiles
 * whatever is required, packages too: that takes TypeScript's compiler ten seconds, and breaks ts-morph.
 *
 * @param specifier relative to the built file that this is part of
 */
export function requirePlainly(specifier: string): unknown {
  // Not part of node's documented surface, and what every require hook relies on.
  const loaders = (Module as unknown as { _extensions: Record<string, Loader | undefined> })._extensions;
  const hooked = { '.js': loaders['.js'], '.cjs': loaders['.cjs'] };
  Object.assign(loaders, { '.js': loadUncompiled, '.cjs': loadUncompiled });
  try {
    return createRequire(import.meta.url)(specifier);
  } finally {
    for (const [extension, loader] of Object.entries(hooked)) {
      if (loader === undefined) Reflect.deleteProperty(loaders, extension);
      else loaders[extension] = loader;
    }
  }
}
