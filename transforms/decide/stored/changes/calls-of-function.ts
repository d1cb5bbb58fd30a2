import { ts } from 'ts-morph';
import { useOf } from '../../../flow/uses.ts';
import { filesWriting } from '../../../language/files-writing.ts';
import { bindingOfFunction, mentionsInside, nameOfMember } from '../../../language/functions.ts';
import { mentionsInFiles, type Mention, type MentionsInFiles } from '../../../language/mentions-in-files.ts';
import { propertiesNamed } from '../../../language/properties.ts';
import type { Unit } from '../../../language/unit.ts';
import { memoizeBy } from '../../../memoize.ts';
import { wrapped } from '../../../syntax.ts';

export interface CallInFile {
  readonly call: ts.CallExpression;
  readonly unit: Unit;
}

export interface CallsInFiles {
  readonly calls: readonly CallInFile[];
  /** Whether it may be called where that isn't seen: by who is given it, in a file that isn't read. */
  readonly isIncomplete: boolean;
}

/** The calls in sight of a function, in whichever file. Of a method, or a function in a property: all by its name. */
export const callsOfFunction = memoizeBy(
  (fn: ts.SignatureDeclaration, { graph }: Unit) => [graph, fn],
  (fn, unit): CallsInFiles => {
    const member = nameOfMember(fn);
    const { mentions, isIncomplete } = member === undefined ? mentionsOf(fn, unit) : mentionsOfMember(member, fn, unit);
    const calls = mentions.flatMap(({ node, unit: home }) => ({ call: callAt(node), unit: home }));
    return {
      calls: calls.flatMap(({ call, unit: home }) => (typeof call === 'object' ? [{ call, unit: home }] : [])),
      isIncomplete: isIncomplete || calls.some(({ call }) => call === 'elsewhere'),
    };
  },
);

/** What calls a function where it is mentioned, if anything does. What isn't known to do nothing may hand it on. */
function callAt(mention: ts.Expression): ts.CallExpression | 'none' | 'elsewhere' {
  const use = useOf(mention);
  if (use.kind === 'called' && ts.isCallExpression(use.by)) return use.by;
  return use.kind === 'asked' || use.kind === 'written' ? 'none' : 'elsewhere';
}

function mentionsOf(fn: ts.SignatureDeclaration, unit: Unit): MentionsInFiles {
  const binding = bindingOfFunction(fn, unit);
  const inside = mentionsInside(fn, unit).map((node) => ({ node, unit }));
  if (binding !== undefined) {
    const { mentions, isIncomplete } = mentionsInFiles(binding, unit);
    return { mentions: [...mentions, ...inside], isIncomplete };
  }
  // What has no name is called where it stands, if at all in sight.
  return ts.isExpression(fn)
    ? { mentions: [{ node: fn, unit }, ...inside], isIncomplete: false }
    : { mentions: [], isIncomplete: true };
}

/** Whatever is called by its name may be a method, and whatever else has that name may be somebody who has it. */
function mentionsOfMember(name: string, fn: ts.SignatureDeclaration, unit: Unit): MentionsInFiles {
  const files = filesWriting(name, unit, () => false);
  const units = new Map([unit, ...(files?.units ?? [])].map((home) => [home.source, home]));
  const mentions: Mention[] = [];
  let isIncomplete = files?.isIncomplete === true || isInLiteral(fn);
  for (const home of units.values()) {
    const { accesses, taken, texts } = propertiesNamed(name, home.source);
    isIncomplete ||= taken.length > 0 || texts.length > 0;
    mentions.push(...accesses.map((node) => ({ node, unit: home })));
  }
  return { mentions, isIncomplete };
}

/** Whether a literal has it, of which others may take all that it has: `Object.values(steps)`. */
function isInLiteral(fn: ts.SignatureDeclaration): boolean {
  const { parent } = ts.isExpression(fn) ? wrapped(fn) : fn;
  return ts.isObjectLiteralExpression(ts.isPropertyAssignment(parent) ? parent.parent : parent);
}
