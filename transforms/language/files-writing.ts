import { ts } from 'ts-morph';
import type { Unit } from './unit.ts';
import { propertiesNamed, type MemberNode } from './properties.ts';
import { isCall } from '../syntax.ts';

/** Where files name a word other than harmlessly. */
export interface Naming {
  readonly units: readonly Unit[];
  /** Whether there are such places that can't be read. */
  readonly isIncomplete: boolean;
}

/**
 * The files that may do more with a name than is harmless, the one that asks included.
 *
 * @returns undefined where it can't be told which files there are
 */
export function filesWriting(
  name: string,
  { fileName, graph: { project, load } }: Unit,
  isHarmless: (name: string, text: string) => boolean,
): Naming | undefined {
  const files = project.filesNaming?.([name], fileName);
  if (files === undefined) return undefined;
  const writing: string[] = [];
  let characters = 0;
  for (const file of files) {
    const text = project.readModule(file);
    if (text === undefined) return { units: [], isIncomplete: true };
    if (isHarmless(name, text)) continue;
    writing.push(file);
    characters += text.length;
    if (characters > MOST_CHARACTERS) return { units: [], isIncomplete: true };
  }
  const units = writing.flatMap((file) => load(file) ?? []);
  return { units, isIncomplete: units.length < writing.length };
}

/**
 * A name such as `get` stands in most files of a repository, and to parse them all takes longer than anybody waits:
 * beyond that a name may be put anywhere. It is ten to a hundred ordinary files, and less than what bundlers make.
 */
const MOST_CHARACTERS = 300_000;

/** Of the name of a property: what comes before it, and behind one that isn't assigned to: a call, a property, the end. */
const MEMBER = /(?<=\.\s*)/y;
const READ = /\s*(?:\(|\?\.|[.;])/y;

/** What stands around a variable that goes into no object by its own name. */
const DECLARING = /(?<=\b(?:const|let|var|function)\s+)/y;
const VARIABLE = /\s*(?:\?\.|[.)\]])/y;

const METHOD_CALLED = /\s*(?:\?\.|\.)\s*[\w$]+\s*(?:\?\.)?\(/y;

/** Whether a text names a property only to call it, or to read something of it, or a variable. */
export function isOnlyRead(name: string, text: string): boolean {
  return everyMention(name, text, (start, end) =>
    isAt(start, MEMBER, text) ? isAt(end, READ, text) : isAt(start, DECLARING, text) || isAt(end, VARIABLE, text),
  );
}

/** What comes behind a property that an assignment, a loop or a pattern writes. */
const WRITTEN = /\s*(?:\]\s*)?(?:(?:\?\?|\|\||&&)?=(?!=)|[,\]}]|\b(?:of|in)\b)/y;

/** Whether a text names a property only to read it, or declares it of an object or class that nobody can take for another. */
export function isNeverPut(name: string, text: string): boolean {
  const mayCopy = /\b(?:assign|definePropert(?:y|ies)|Reflect)\b/.test(text);
  const mayOverride = /\bextends\b/.test(text);
  return everyMention(name, text, (start, end) => {
    if (isAt(start, MEMBER, text)) return !isAt(end, WRITTEN, text);
    if (/['"`]/.test(text.charAt(start - 1))) return !mayCopy && !isAt(end + 1, WRITTEN, text);
    return !mayCopy && !mayOverride;
  });
}

/** Whether a text names an object only to import it, and to call its methods. */
export function isOnlyCalled(name: string, text: string): boolean {
  return everyMention(name, text, (start, end) => isAt(end, METHOD_CALLED, text) || isImported(start, end, text));
}

const IMPORTING = /(?<=^\s*import\s*)\{/my;
const FROM = /\}\s*from/y;

/** Whether a name is one of a list of imports, none of which gets another name. */
function isImported(start: number, end: number, text: string): boolean {
  const [opening, closing] = [text.lastIndexOf('{', start), text.indexOf('}', end)];
  if (opening === -1 || closing === -1 || !isAt(opening, IMPORTING, text) || !isAt(closing, FROM, text)) return false;
  const names = text.slice(opening + 1, closing);
  return /^[\w$\s,]*$/.test(names) && !/\bas\b/.test(names);
}

function everyMention(name: string, text: string, isHarmless: (start: number, end: number) => boolean): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    const end = at + name.length;
    if (isWordAt(at, end, text) && !isHarmless(at, end)) return false;
  }
  return true;
}

/** Whether a text goes on with what a sticky pattern says. */
function isAt(offset: number, pattern: RegExp, text: string): boolean {
  pattern.lastIndex = offset;
  return pattern.test(text);
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

/** Every place of a file that names a property other than to read it. */
export function mentionsOf(name: string, { source, scope }: Unit): Mentions {
  const { members, texts } = propertiesNamed(name, source);
  const isOfClass = (node: MemberNode): boolean => ts.isClassLike(node.parent) || ts.isParameter(node);
  return {
    writes: scope.propertyWrites(name),
    members: members.filter(isOfClass),
    elements: members.filter((node) => !isOfClass(node)),
    given: texts.flatMap((text) => callGiven(text) ?? []),
  };
}

/** The call that gets a text, itself or as part of what it gets. */
function callGiven(text: ts.Expression): ts.CallExpression | ts.NewExpression | undefined {
  const around = ts.findAncestor(
    text,
    (node): node is ts.CallExpression | ts.NewExpression | ts.Statement => isCall(node) || ts.isStatement(node),
  );
  return around === undefined || ts.isStatement(around) ? undefined : around;
}
