import { ts } from 'ts-morph';
import { memoizeBy } from '../memoize.ts';
import { nodesIn } from '../tree.ts';
import { isModule } from './modules.ts';
import type { Unit } from './unit.ts';

/** A type that files of the repository add to one of a package's or of the language's, and where. */
export interface Addition {
  readonly members: readonly ts.TypeElement[];
  /** Whether it has the members of other types, too. */
  readonly isExtending: boolean;
  readonly unit: Unit;
}

/**
 * What `declare module 'express' { interface Request { … } }`, `declare global` and scripts add to the types of that
 * name, in any file.
 *
 * @returns undefined where one of these files can't be read
 */
export const additionsTo = memoizeBy((name: string, unit: Unit) => [unit, name], findAdditions);

function findAdditions(name: string, unit: Unit): readonly Addition[] | undefined {
  const files = unit.graph.project.filesNaming?.([`interface ${name}`], unit.fileName) ?? [unit.fileName];
  const additions: Addition[] = [];
  for (const file of files) {
    const text = file === unit.fileName ? undefined : unit.graph.project.readModule(file);
    if (text !== undefined && !(text.includes(`interface ${name}`) && mayAdd(text))) continue;
    const other = unit.graph.load(file);
    if (other === undefined) return undefined;
    const isScript = !isModule(other.source);
    for (const node of nodesIn(other.source, ts.isInterfaceDeclaration))
      if (node.name.text === name && (ts.isModuleBlock(node.parent) || (isScript && ts.isSourceFile(node.parent))))
        additions.push({ members: [...node.members], isExtending: node.heritageClauses !== undefined, unit: other });
  }
  return additions;
}

/** Whether a text may add to what others declare: it holds a module's block, or is no module itself. */
function mayAdd(text: string): boolean {
  return HAS_BLOCK.test(text) || !BEGINS_AS_MODULE.test(text);
}

const COMMENT = String.raw`\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/`;

const STRING = String.raw`'[^'\n]*'|"[^"\n]*"`;

/** `declare module '…' {`, `namespace A.B {`, `global {`. */
const HAS_BLOCK = new RegExp(String.raw`\b(?:global|module|namespace)\b(?:[^'"/(){}=;]|${STRING}|${COMMENT})*\{`);

/** An import or export as the first statement, behind comments and directives. */
const BEGINS_AS_MODULE = new RegExp(String.raw`^(?:\s|${COMMENT}|${STRING}|;)*(?:export\b|import\b(?!\s*[(.]))`);

/**
 * Whether any file has a class or a literal that stands in for a type of a package's: what has that type may be the
 * repository's own.
 */
export const isImplemented = memoizeBy((name: string, unit: Unit) => [unit, name], hasImplementation);

function hasImplementation(name: string, { fileName, text, graph: { project } }: Unit): boolean {
  const words = ['implements ', `extends ${name}`, `: ${name} = {`, `satisfies ${name}`];
  const implementing = new RegExp(
    `\\bclass\\b[^{]{0,300}\\b(?:extends|implements)\\b[^{]{0,300}\\b${name}\\b|: ${name} = \\{|\\bsatisfies ${name}\\b`,
  );
  return (project.filesNaming?.(words, fileName) ?? [fileName]).some((file) =>
    implementing.test(file === fileName ? text : (project.readModule(file) ?? `satisfies ${name}`)),
  );
}
