import type { ts } from 'ts-morph';
import { exportsNamed } from './modules.ts';
import { EXPORTS } from './sdk-shapes.ts';
import { sdk } from './sdk-values.ts';
import type { Tracing } from './tracing.ts';
import type { Unit } from './unit.ts';
import type { Value } from './value.ts';

const MODULE = '@clerk/nuxt';

/** What Nuxt's module of the SDK gives to every file without an import. Source: the module's `addImportsDir` of its composables. */
const COMPOSABLES: ReadonlySet<string> = new Set(['useAuth', 'useClerk', 'useOrganization', 'useSession', 'useSignIn', 'useSignUp', 'useUser']);

/** Where Nuxt looks for an application's own composables, which go before those of modules. */
const OWN_FOLDERS: readonly string[] = ['composables', 'utils', 'app/composables', 'app/utils', 'src/composables', 'src/utils'];

/**
 * What a composable that nothing declares stands for: the SDK's, where the file's package asks for its Nuxt module and has no composable
 * of that name; undefined otherwise.
 */
export function valueOfAutoImport(node: ts.Identifier, unit: Unit, { graph }: Tracing): Value | undefined {
  const { text: name } = node;
  if (!COMPOSABLES.has(name) || graph.project.resolveModule(MODULE, unit.fileName).kind !== 'package') return undefined;
  return hasOwnComposable(name, unit, graph) ? undefined : sdk(EXPORTS[MODULE]?.[name], node, unit);
}

function hasOwnComposable(name: string, unit: Unit, graph: Tracing['graph']): boolean {
  const depth = unit.fileName.split('/').length - 2;
  const above = Array.from({ length: Math.max(0, depth) + 1 }, (_, level) => (level === 0 ? './' : '../'.repeat(level)));
  return above.some((up) =>
    OWN_FOLDERS.some((folder) => {
      const own = graph.project.resolveModule(`${up}${folder}/${name}`, unit.fileName);
      if (own.kind === 'file') return own.fileName !== unit.fileName;
      const index = graph.project.resolveModule(`${up}${folder}`, unit.fileName);
      const module = index.kind === 'file' ? graph.load(index.fileName) : undefined;
      return module !== undefined && exportsNamed(module, name).length > 0;
    }),
  );
}
