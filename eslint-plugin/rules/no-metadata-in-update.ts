import { createRule } from '../create-rule.ts';
import { applyReplacement, fixesOf, replacementOf, type Replacement } from '../fixes.ts';
import { failureIn, findingsIn, isOfUpdate, scan } from '../inspect.ts';
import { placeOf } from '../location.ts';
import { PACKAGES_SCHEMA, type Packages } from '../rule-options.ts';
import { fieldsOf, isLeftToWrite, methodWords, reasonWords, targetWords, writtenWords } from '../phrases.ts';
import type { Finding } from '../../transforms/finding.ts';
import type { ReasonCode } from '../../transforms/reasons.ts';

export interface UpdateOptions {
  readonly exact?: boolean;
  readonly skipReview?: boolean;
  readonly reportUnproven?: boolean;
  readonly packages?: Packages;
}

type MessageId = 'exact' | 'exactMock' | 'exactNoted' | 'review' | 'manual' | 'failed' | SuggestionId;

type SuggestionId = 'rewrite' | 'rewriteAndRemove' | 'rewriteWithoutStored' | 'rewriteWithNulls';

interface Suggestion {
  readonly messageId: SuggestionId;
  readonly finding: Finding;
  readonly replacement: Replacement;
}

/** The reasons that say that it isn't certain whether there is anything to do. */
const UNPROVEN: ReadonlySet<ReasonCode> = new Set(['receiver-unproven', 'may-carry-metadata']);

export const noMetadataInUpdate = createRule<[UpdateOptions], MessageId>({
  name: 'no-metadata-in-update',
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow metadata in general updates, which API version 2026-05-12 refuses',
      recommended: true,
    },
    fixable: 'code',
    hasSuggestions: true,
    schema: [
      {
        type: 'object',
        additionalProperties: false,
        properties: {
          exact: {
            type: 'boolean',
            description:
              'Offer only rewrites that are proven equivalent. Where there is such a form, it comes as a fix in place of a suggestion.',
          },
          skipReview: {
            type: 'boolean',
            description: 'Leave calls that need a review for later: they are not reported.',
          },
          reportUnproven: {
            type: 'boolean',
            description: "Report calls that can't be traced to the SDK, and params that can't be traced.",
          },
          packages: PACKAGES_SCHEMA,
        },
      },
    ],
    defaultOptions: [{ exact: false, skipReview: false, reportUnproven: true }],
    messages: {
      exact: '{{ method }} no longer takes {{ fields }}. Use {{ target }}.',
      exactMock: 'The tested code no longer calls {{ method }} here. Use {{ target }}.',
      exactNoted: 'Use {{ target }}. {{ reason }}',
      review: 'Use {{ target }}. {{ reason }}',
      manual: '{{ reason }}',
      failed: "This file can't be checked for metadata in general updates. {{ why }}",
      rewrite: 'Write {{ written }}.',
      rewriteWithoutStored: 'Write {{ written }}, without the stored keys.',
      rewriteAndRemove: 'Write {{ written }}, and delete what is then unused.',
      rewriteWithNulls: 'Write {{ written }}, with null for every stored key: that replaces all of {{ fields }}.',
    },
  },
  create(context, [{ exact = false, skipReview = false, reportUnproven = true, packages = {} }]) {
    if (!scan(context).mayHaveFindings) return {};
    return {
      Program() {
        const findings = findingsIn(context, { exact, skipReview, packages }).filter(isOfUpdate);
        const why = failureIn(context);
        if (why !== undefined) context.report({ loc: { line: 1, column: 0 }, messageId: 'failed', data: { why } });
        const fixes = fixesOf(findings, context);
        for (const finding of findings) {
          if (finding.verdict === 'ignored' || (skipReview && finding.verdict === 'review')) continue;
          if (!reportUnproven && isUnproven(finding)) continue;
          const fix = fixes.get(finding);
          const suggestions = [
            ...(finding.verdict === 'review' ? suggestionsFor(finding) : []),
            ...withoutUnused(finding),
          ];
          context.report({
            loc: placeOf(finding),
            messageId: messageFor(finding),
            data: wordsFor(finding),
            fix: fix === undefined ? null : applyReplacement(fix),
            suggest: suggestions.map((suggestion) => ({
              messageId: suggestion.messageId,
              data: { ...wordsFor(suggestion.finding), written: writtenWords(suggestion.finding) },
              fix: applyReplacement(suggestion.replacement),
            })),
          });
        }
      },
    };

    /** The same, with what it leaves unused deleted, as far as nothing else is lost by that. */
    function withoutUnused(finding: Finding): Suggestion[] {
      if (!finding.reasons.some(({ code }) => code === 'fetch-now-unused')) return [];
      const other = findingsIn(context, { exact, packages, removeUnused: true }).find(
        ({ start, end, kind }) => start === finding.start && end === finding.end && kind === finding.kind,
      );
      if (other === undefined || other.edits.length <= finding.edits.length) return [];
      const replacement = replacementOf(other.edits, context);
      return replacement === undefined ? [] : [{ messageId: 'rewriteAndRemove', finding: other, replacement }];
    }

    function suggestionsFor(finding: Finding): Suggestion[] {
      const rewritten = replacementOf(finding.edits, context);
      const suggestions: Suggestion[] =
        rewritten === undefined
          ? []
          : [{ messageId: titleFor(rewritten, context.sourceCode.text), finding, replacement: rewritten }];
      if (finding.surface !== 'frontend') return suggestions;
      const other = findingsIn(context, { exact, packages, frontendReplace: 'null-keys' }).find(
        ({ start, end, kind }) => start === finding.start && end === finding.end && kind === finding.kind,
      );
      if (other === undefined || other.edits.length === 0) return suggestions;
      const replacement = replacementOf(other.edits, context);
      const isNew =
        replacement !== undefined &&
        (replacement.text !== rewritten?.text || replacement.range[0] !== rewritten.range[0]);
      return isNew ? [...suggestions, { messageId: 'rewriteWithNulls', finding: other, replacement }] : suggestions;
    }
  },
});

function isUnproven({ verdict, reasons }: Finding): boolean {
  return verdict === 'manual' && reasons.some(({ code }) => UNPROVEN.has(code));
}

/** A spread that a rewrite takes out is one of what was stored. */
function titleFor({ range, text }: Replacement, before: string): SuggestionId {
  const spreadsIn = (code: string): number => code.split('...').length - 1;
  return spreadsIn(before.slice(...range)) > spreadsIn(text) ? 'rewriteWithoutStored' : 'rewrite';
}

function messageFor(finding: Finding): MessageId {
  const { kind, verdict, reasons } = finding;
  if (verdict !== 'exact') return isLeftToWrite(finding) ? 'manual' : 'review';
  if (reasons.length > 0) return 'exactNoted';
  return kind === 'test-double' ? 'exactMock' : 'exact';
}

function wordsFor(finding: Finding): Record<string, string> {
  return {
    method: methodWords(finding.method),
    fields: fieldsOf(finding),
    target: targetWords(finding),
    reason: reasonWords(finding),
  };
}
