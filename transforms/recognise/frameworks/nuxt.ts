import type { ts } from 'ts-morph';
import { exportsNamed } from '../../language/modules.ts';
import { EXPORTS } from '../../knowledge/sdk-types.ts';
import { sdk } from '../sdk/sdk-values.ts';
import { exportedValue } from '../sdk/imported-values.ts';
import type { Evaluation } from '../sdk/evaluation.ts';
import type { Unit } from '../../language/unit.ts';
import { UNKNOWN, type Value } from '../sdk/value.ts';

/**
 * Packages with a Nuxt module that gives their composables to every file without an import. Source: what the modules
 * hand to `addImports` and `addImportsDir`.
 */
const MODULES: readonly string[] = ['@clerk/nuxt', 'vue-clerk'];

const COMPOSABLES: ReadonlySet<string> = new Set([
  'useAuth',
  'useClerk',
  'useOrganization',
  'useSession',
  'useSignIn',
  'useSignUp',
  'useUser',
]);

/** Where Nuxt and its module for Pinia look for an application's own functions, which go before those of modules. */
const OWN_FOLDERS: readonly string[] = ['composables', 'utils', 'stores', 'shared/utils'];
const SOURCE_FOLDERS: readonly string[] = ['', 'app/', 'src/'];

/**
 * What a composable that nothing declares, or `#imports` gives, stands for, where the file's package asks for Nuxt and
 * for a package with such a module: the package's own of that name, else the SDK's; undefined otherwise.
 */
export function valueOfAutoImport(name: string, node: ts.Node, evaluation: Evaluation): Value | undefined {
  const isPackage = (specifier: string): boolean =>
    evaluation.unit.graph.project.resolveModule(specifier, evaluation.unit.fileName).kind === 'package';
  if (!/^use[A-Z]/.test(name) || !isPackage('nuxt')) return undefined;
  const module = MODULES.find(isPackage);
  if (module === undefined) return undefined;
  const roots = foldersAbove(evaluation.unit.fileName);
  if (roots.some((root) => hasOwnImports(root, evaluation.unit))) return UNKNOWN;
  const own = ownFunction(name, roots, evaluation);
  return own ?? (COMPOSABLES.has(name) ? sdk(EXPORTS[module]?.[name], node, evaluation.unit) : undefined);
}

/** The folders around a file, the root's last, each with its slash. */
function foldersAbove(fileName: string): string[] {
  const names = fileName.split('/').slice(0, -1);
  return names.map((_, index) => `${names.slice(0, names.length - index).join('/')}/`);
}

/** Whether the application says itself what is imported, or builds on another that may. */
function hasOwnImports(root: string, { fileName, graph: { project } }: Unit): boolean {
  const depth = fileName.slice(root.length).split('/').length - 1;
  const config = project.resolveModule(`./${'../'.repeat(depth)}nuxt.config`, fileName);
  const text = config.kind === 'file' ? project.readModule(config.fileName) : undefined;
  return text !== undefined && /\b(?:imports|extends)['"]?\s*:/.test(text);
}

/** What a file of the application exports by that name from where Nuxt looks; undefined where none does. */
function ownFunction(name: string, roots: readonly string[], evaluation: Evaluation): Value | undefined {
  const { project, load } = evaluation.unit.graph;
  const folders = roots.flatMap((root) =>
    SOURCE_FOLDERS.flatMap((source) => OWN_FOLDERS.map((folder) => `${root}${source}${folder}`)),
  );
  for (const folder of folders) {
    for (const fileName of project.sourceFiles(folder)) {
      const module = fileName === evaluation.unit.fileName ? undefined : load(fileName);
      // A default export goes by its file's name.
      const stem = fileName.slice(folder.length + 1).replace(/(?:\/index)?\.[^/]*$/, '');
      const exported = [name, ...(camelCase(stem) === name ? ['default'] : [])].find(
        (candidate) => module !== undefined && exportsNamed(module, candidate).length > 0,
      );
      if (module !== undefined && exported !== undefined) return exportedValue(module, exported, evaluation);
    }
  }
  return undefined;
}

function camelCase(text: string): string {
  return text.replace(/[-_./](\w)/g, (_, letter: string) => letter.toUpperCase());
}
