import { lineStarts, placeAt } from './edit/moved-places.ts';
import type { Edit, Finding, Position } from './finding.ts';
import type { AnalyzeOptions } from './analyze-options.ts';
import { mayHaveFindings, mayHaveMergingCalls, mayHaveNewMethods } from './prefilter.ts';
import { LONE_FILE, type ProjectView } from './project.ts';
import { moveReason, reasonAt } from './reason-words.ts';
import { type AddressedPackage, versionOf } from './knowledge/sdk-addresses.ts';
import { parseFile, type ParsedFile } from './language/unit.ts';
import { findScriptBlocks, mayBeLoneScript } from './components/script-blocks.ts';
import type { Component, Framework, ScriptBlock, TemplateCode } from './components/component.ts';
import { componentTexts, type ComponentText, type Slice } from './components/component-text.ts';
import { parses } from './components/frames.ts';
import { findingsInside, surroundingOf } from './components/lone-script.ts';
import { packageOfPage } from './components/read-html.ts';
import { isSilencedInMarkup } from './components/silence-in-markup.ts';

interface SyntaxProblem extends Position {
  readonly message: string;
}

type ComponentAnalysis =
  | { readonly kind: 'analyzed'; readonly findings: readonly Finding[]; readonly unread: readonly string[] }
  | { readonly kind: 'syntax-error'; readonly problem: SyntaxProblem };

type ParsedScripts =
  | { readonly kind: 'files'; readonly files: readonly ParsedFile[]; readonly unread: readonly string[] }
  | { readonly kind: 'syntax-error'; readonly problem: SyntaxProblem };

/**
 * Finds the calls in the scripts and in the markup of a single-file component. All offsets, lines and columns of what
 * it returns are the file's.
 *
 * @param analyzeFile finds the calls in one text, in that text's own coordinates
 */
export function analyzeComponent(
  text: string,
  fileName: string,
  framework: Framework,
  options: AnalyzeOptions,
  analyzeFile: (file: ParsedFile, options: AnalyzeOptions) => readonly Finding[],
): ComponentAnalysis {
  const isLone = mayBeLoneScript(text, findScriptBlocks(text, framework));
  const surrounding = isLone ? surroundingOf(text, options.project?.readModule(fileName), framework) : undefined;
  if (surrounding !== undefined) {
    const whole = analyzeComponent(surrounding.text, fileName, framework, options, analyzeFile);
    return whole.kind === 'analyzed'
      ? { ...whole, findings: findingsInside(whole.findings, surrounding) }
      : { kind: 'analyzed', findings: [], unread: [] };
  }
  const parsed = parseComponent(text, fileName, framework);
  if (parsed.kind === 'syntax-error') return parsed;
  // Who knows types knows them by places in the file, and of files that are one script.
  const ownOptions = withoutTypes(framework === 'html' ? dependingOnSdk(options, packageOfPage(text)) : options);
  const findings = parsed.files.flatMap((file) => {
    const { component } = file;
    if (component === undefined) return analyzeFile(file, ownOptions);
    const places = createPlaces(component, text);
    // What stands for code that isn't read is nobody's.
    const isInFile = ({ start, end }: Finding): boolean =>
      component.slices.some(({ at, length }) => at <= start && end <= at + length);
    return analyzeFile(file, ownOptions).filter(isInFile).map(places);
  });
  return {
    kind: 'analyzed',
    findings: findings.sort((a, b) => a.start - b.start || b.end - a.end),
    unread: parsed.unread,
  };
}

function withoutTypes(options: AnalyzeOptions): AnalyzeOptions {
  const own: { types?: unknown } & AnalyzeOptions = { ...options };
  delete own.types;
  return own;
}

/** A page that loads the SDK by a tag needs no package that depends on it, and says itself which version it has. */
function dependingOnSdk(options: AnalyzeOptions, loaded: AddressedPackage | undefined): AnalyzeOptions {
  if (loaded === undefined) return options;
  const project: ProjectView = { ...(options.project ?? LONE_FILE), dependsOnSdk: () => true };
  return {
    ...options,
    project: loaded.version === undefined ? project : { ...project, sdkVersions: () => [versionOf(loaded)] },
  };
}

/** The first syntax error of a component's scripts; undefined where they parse. */
export function findComponentProblem(text: string, fileName: string, framework: Framework): SyntaxProblem | undefined {
  const parsed = parseComponent(text, fileName, framework);
  return parsed.kind === 'syntax-error' ? parsed.problem : undefined;
}

function parseComponent(text: string, fileName: string, framework: Framework): ParsedScripts {
  const component = findScriptBlocks(text, framework);
  if (mayBeLoneScript(text, component)) return parseLoneScript(text, fileName, framework);
  if (framework === 'html') return parsePage(component, text, fileName);
  const unread = component.unread
    .filter(({ start, end }) => mayHaveFindings(text.slice(start, end)))
    .map(({ why }) => why);
  const files: ParsedFile[] = [];
  for (const joined of componentTexts(component, text)) {
    const parsed = parseFile(fileName, joined.text, joined);
    if (parsed.kind === 'file') {
      files.push(parsed.file);
      continue;
    }
    const script =
      framework === 'svelte'
        ? component.scripts.find(({ start, role }) => role === 'page' && start === joined.slices[0]?.from)
        : undefined;
    // What a page gets as a script may as well be made up when it is rendered.
    if (script !== undefined) unread.push("a script in its markup doesn't parse");
    else return { kind: 'syntax-error', problem: findProblem(component, joined, text, fileName, parsed.message) };
  }
  return { kind: 'files', files, unread };
}

/** A page's scripts may be templates for the program that makes the page, so one that doesn't parse is no error. */
function parsePage(component: Component, text: string, fileName: string): ParsedScripts {
  const unread: string[] = [];
  const filesOf = (joined: ComponentText): ParsedFile[] => {
    if (!mayHaveFindings(joined.text) && !mayHaveMergingCalls(joined.text) && !mayHaveNewMethods(joined.text))
      return [];
    const parsed = parseFile(fileName, joined.text, joined);
    if (parsed.kind === 'file') return [parsed.file];
    const scripts = component.scripts.filter(({ start }) => joined.slices.some(({ from }) => from === start));
    const whole = scripts.filter(({ start, end, language }) => parses(text.slice(start, end), language));
    if (mayHaveFindings(joined.text)) unread.push("a script in it doesn't parse");
    // What is wrong with one script is no matter for the others.
    return whole.length === scripts.length
      ? []
      : componentTexts({ ...component, scripts: whole, template: templateOf(joined) }, text).flatMap(filesOf);
  };
  return { kind: 'files', files: componentTexts(component, text).flatMap(filesOf), unread };
}

function templateOf({ slices }: ComponentText): TemplateCode[] {
  return slices.flatMap(({ template }) => template ?? []);
}

/** The first script that doesn't parse by itself, and where. */
function findProblem(
  { scripts }: Component,
  joined: ComponentText,
  text: string,
  fileName: string,
  message: string,
): SyntaxProblem {
  const own = scripts.filter(({ start }) =>
    joined.slices.some(({ from, template }) => from === start && template === undefined),
  );
  for (const { start, end, language } of own) {
    const parsed = parseFile(`${fileName}.${language}`, text.slice(start, end));
    if (parsed.kind === 'syntax-error')
      return { message: parsed.message, ...positionAt(text, start + Math.min(parsed.offset, end - start)) };
  }
  return { message, ...positionAt(text, own[0]?.start ?? 0) };
}

/**
 * A text without any tag: a script as oxlint hands it over, whose markup may do anything, or markup without code. In
 * which language isn't said.
 */
function parseLoneScript(text: string, fileName: string, framework: Framework): ParsedScripts {
  for (const language of ['ts', 'tsx'] as const) {
    const script: ScriptBlock = { start: 0, end: text.length, language, role: 'component' };
    const [joined] = componentTexts(
      {
        framework,
        scripts: [script],
        template: [{ ...script, kind: 'unread', owner: 0 }],
        locals: new Set(),
        unread: [],
      },
      text,
    );
    const parsed = joined === undefined ? undefined : parseFile(fileName, joined.text, joined);
    if (parsed?.kind === 'file') return { kind: 'files', files: [parsed.file], unread: [] };
  }
  return { kind: 'files', files: [], unread: [] };
}

/** Brings what was found in a component's joined text back to the file's own coordinates. */
function createPlaces({ slices, text: joined }: ComponentText, text: string): (finding: Finding) => Finding {
  const joinedLines = lineStarts(joined);
  const lines = lineStarts(text);
  const sliceAt = (offset: number): Slice => {
    // Markup that is being typed may end before its code does, which then reaches beyond.
    const slice =
      slices.find(({ at, length }) => at <= offset && offset <= at + length) ??
      slices.findLast(({ at }) => at <= offset);
    if (slice === undefined) throw new Error('a place outside of the scripts');
    return slice;
  };
  const fileOffset = (offset: number): number => {
    const { at, from, length } = sliceAt(offset);
    return from + Math.min(offset - at, length);
  };
  const fileEdit = ({ start, end, text: written }: Edit): Edit => {
    const { at, from, length } = sliceAt(start);
    // A line's end behind a script's last statement isn't the script's.
    return { start: from + start - at, end: from + Math.min(end - at, length), text: written };
  };
  /** The place of a cause; that of the finding, where the cause is code that isn't read. */
  const filePosition = ({ line, column }: Position, start: number): Position => {
    const offset = (joinedLines[line - 1] ?? 0) + column - 1;
    const isInside = slices.some(({ at, length }) => at <= offset && offset <= at + length);
    return placeAt(isInside ? fileOffset(offset) : start, lines);
  };
  return (finding) => {
    const { template } = sliceAt(finding.start);
    const [start, end] = [fileOffset(finding.start), fileOffset(finding.end)];
    const mark = { from: filePosition(finding.mark.from, start), to: filePosition(finding.mark.to, end) };
    const place = { start, end, from: placeAt(start, lines), to: placeAt(end, lines), mark };
    if (template !== undefined && isSilencedInMarkup(text, template.owner, end))
      return { ...finding, ...place, target: null, verdict: 'ignored', reasons: [], edits: [] };
    const reasons = finding.reasons.map((reason) => moveReason(reason, (at) => filePosition(at, start)));
    if (template !== undefined && finding.verdict === 'manual') return { ...finding, ...place, reasons, edits: [] };
    const inMarkup = finding.edits.find((edit) => sliceAt(edit.start).template !== undefined);
    if (inMarkup === undefined) return { ...finding, ...place, reasons, edits: finding.edits.map(fileEdit) };
    const reason = reasonAt('in-template', placeAt(fileOffset(inMarkup.start), lines), {
      ...finding,
      name: `${finding.method}()`,
    });
    return { ...finding, ...place, target: null, verdict: 'manual', reasons: [reason], edits: [] };
  };
}

/** The place of an offset in a text. */
export function positionAt(text: string, offset: number): Position {
  return placeAt(offset, lineStarts(text));
}
