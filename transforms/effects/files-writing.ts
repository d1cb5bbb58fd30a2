import { ts } from 'ts-morph';
import type { ModuleGraph } from '../language/modules.ts';
import type { Unit } from '../language/unit.ts';
import { isWriteTarget } from '../language/scope.ts';
import { accessOf, nameText, walk } from '../syntax.ts';

/** Where files name a word other than harmlessly. */
export interface Naming {
  readonly units: readonly Unit[];
  /** Whether there are such places that can't be read. */
  readonly isOpen: boolean;
}

/**
 * The files that may do more with a name than is harmless, the one that asks included.
 *
 * @param words all that is going to be asked about together: the files are read once
 * @returns undefined where it can't be told which files there are
 */
export function filesWriting(
  name: string,
  words: readonly string[],
  { fileName }: Unit,
  graph: ModuleGraph,
  isHarmless: (name: string, text: string) => boolean,
): Naming | undefined {
  const { project, load } = graph;
  const asked = askedOf.get(graph) ?? new Set<string>();
  askedOf.set(graph, asked);
  if (asked.add(words.join()).size > MOST_QUESTIONS) return { units: [], isOpen: true };
  const files = project.filesNaming?.(words, fileName);
  if (files === undefined) return undefined;
  const writing = files.filter((file) => {
    const text = project.readModule(file);
    return text === undefined || !isHarmless(name, text);
  });
  if (writing.length > MOST_FILES) return { units: [], isOpen: true };
  const units = writing.flatMap((file) => load(file) ?? []);
  return { units, isOpen: units.length < writing.length };
}

/** Each question reads all files of the repository. After so many, anything may be put anywhere. */
const MOST_QUESTIONS = 8;

const askedOf = new WeakMap<ModuleGraph, Set<string>>();

/** Of a name that more files have, nobody waits until all are parsed: then it may be put anywhere. */
const MOST_FILES = 10;

/** So far blanks around a name are looked past. */
const FAR = 100;

/** What comes behind the name of a property that isn't assigned to: a call, a property of it, the end. */
const READ = /^\s*(?:\(|\?\.|[.;])/;

/** What stands around a variable that goes into no object by its own name. */
const DECLARING = /\b(?:const|let|var|function)\s+$/;
const VARIABLE = /^\s*(?:\?\.|[.)\]])/;

/** Whether a text names a property only to call it, or to read something of it, or a variable. */
export function isOnlyRead(name: string, text: string): boolean {
  return everyMention(name, text, (before, after) =>
    /\.\s*$/.test(before) ? READ.test(after) : DECLARING.test(before) || VARIABLE.test(after),
  );
}

/** Whether a text names an object only to import it, and to call its methods. */
export function isOnlyCalled(name: string, text: string): boolean {
  const withoutImports = text.replace(/^\s*import\s*\{[\w$\s,]*\}\s*from/gm, (names) =>
    /\bas\b/.test(names) ? names : '',
  );
  return everyMention(name, withoutImports, (_, after) => /^\s*(?:\?\.|\.)\s*[\w$]+\s*(?:\?\.)?\(/.test(after));
}

function everyMention(name: string, text: string, isHarmless: (before: string, after: string) => boolean): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    const end = at + name.length;
    if (isWordAt(at, end, text) && !isHarmless(text.slice(Math.max(0, at - FAR), at), text.slice(end, end + FAR)))
      return false;
  }
  return true;
}

function isWordAt(start: number, end: number, text: string): boolean {
  return !/[\w$]/.test(text.charAt(start - 1)) && !/[\w$]/.test(text.charAt(end));
}

/** The mentions in a file of a name as what may be put somewhere, sorted by what is there. */
export interface Mentions {
  readonly writes: readonly ts.Expression[];
  /** Members of classes. */
  readonly members: readonly ts.Node[];
  /** Members of literals and of markup. */
  readonly elements: readonly ts.Node[];
  /** The name as a text, where a call gets it. */
  readonly given: readonly (ts.CallExpression | ts.NewExpression)[];
}

const known = new WeakMap<ts.SourceFile, Map<string, Mentions>>();

/**
 * Every place of a file that names a word other than to read a property: what isn't a property of that name is none.
 */
export function mentionsOf(name: string, { source }: Unit): Mentions {
  const ofSource = known.get(source) ?? new Map<string, Mentions>();
  known.set(source, ofSource);
  const answered = ofSource.get(name);
  if (answered !== undefined) return answered;
  const writes: ts.Expression[] = [];
  const members: ts.Node[] = [];
  const elements: ts.Node[] = [];
  const given: (ts.CallExpression | ts.NewExpression)[] = [];
  walk(source, (node) => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return 'skip';
    if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
      if (accessOf(node)?.name === name && isWriteTarget(node)) writes.push(node);
    } else if (ts.isClassElement(node) || ts.isParameterPropertyDeclaration(node, node.parent)) {
      if (nameText(node.name) === name) members.push(node);
    } else if (ts.isObjectLiteralElementLike(node) || ts.isJsxAttribute(node)) {
      if (!ts.isSpreadAssignment(node) && nameText(node.name as ts.PropertyName) === name) elements.push(node);
    } else if (ts.isStringLiteralLike(node) && node.text === name) {
      const call = ts.findAncestor(
        node,
        (around) => ts.isCallExpression(around) || ts.isNewExpression(around) || ts.isStatement(around),
      );
      if (call !== undefined && (ts.isCallExpression(call) || ts.isNewExpression(call))) given.push(call);
    }
    return undefined;
  });
  const mentions = { writes, members, elements, given };
  ofSource.set(name, mentions);
  return mentions;
}
