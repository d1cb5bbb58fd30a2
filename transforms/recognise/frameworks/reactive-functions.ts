import { ts } from 'ts-morph';
import { accessOf, unwrap } from '../../syntax.ts';
import { importOf } from '../../language/modules.ts';
import type { Unit } from '../../language/unit.ts';

/** Modules that give Vue's own functions; Nuxt and its kin also give them without any import. */
const VUE_MODULES: ReadonlySet<string> = new Set([
  'vue',
  '@vue/reactivity',
  '@vue/runtime-core',
  '@vue/composition-api',
  'vue-demi',
  '#imports',
  '#app',
  'nuxt/app',
]);

/** The name of the function of Vue's that an expression means; undefined for every other. */
export function vueFunction(callee: ts.Expression, unit: Unit): string | undefined {
  return functionOf(VUE_MODULES, callee, unit);
}

/** The name of what some modules give, with an import or without. */
export function functionOf(modules: ReadonlySet<string>, callee: ts.Expression, { scope }: Unit): string | undefined {
  const node = unwrap(callee);
  if (!ts.isIdentifier(node)) return undefined;
  const binding = scope.bindingOf(node);
  if (binding === undefined) return node.text;
  const source = importOf(binding.declaration);
  return source !== undefined && modules.has(source.specifier) ? source.name : undefined;
}

/** Whether a file's text is Svelte's to compile: a component, or a script with runes. */
function isSvelte({ fileName }: Unit): boolean {
  return /\.svelte(?:\.[cm]?[jt]s)?$/i.test(fileName);
}

/** The rune that an expression names: `$derived`, `$derived.by`; undefined for everything else. */
export function runeOf(callee: ts.Expression, unit: Unit): string | undefined {
  const node = unwrap(callee);
  const access = accessOf(node);
  const rune = access === undefined ? node : access.object;
  if (
    !ts.isIdentifier(rune) ||
    !rune.text.startsWith('$') ||
    !isSvelte(unit) ||
    unit.scope.bindingOf(rune) !== undefined
  )
    return undefined;
  return access === undefined ? rune.text : `${rune.text}.${access.name}`;
}

/** The name of the function of Vue's or the rune of Svelte's that an expression means; undefined for every other. */
export function reactiveFunction(callee: ts.Expression, unit: Unit): string | undefined {
  return vueFunction(callee, unit) ?? runeOf(callee, unit);
}
