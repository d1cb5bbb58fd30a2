import { createRule } from '../create-rule.ts';
import { applyReplacement, fixesOf, replacementOf, type Replacement } from '../fixes.ts';
import { failureIn, findingsIn, isOfUpdate, scan } from '../inspect.ts';
import { placeOf } from '../location.ts';
import { PACKAGES_SCHEMA, type Packages } from '../rule-options.ts';
import { fieldWords, methodWords, reasonWords, targetWords } from '../phrases.ts';
import type { Finding } from '../../transforms/finding.ts';
import type { ReasonCode } from '../../transforms/reasons.ts';

export interface UpdateOptions {
  readonly exact?: boolean;
  readonly skipReview?: boolean;
  readonly reportUnproven?: boolean;
  readonly packages?: Packages;
}

type MessageId = 'exact' | 'exactNoted' | 'review' | 'manual' | 'failed' | 'rewrite' | 'rewriteWithNulls';

interface Suggestion {
  readonly messageId: 'rewrite' | 'rewriteWithNulls';
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
              'Offer only rewrites that are provably the same program. Another form that is one then takes the place of a suggestion, as a fix.',
          },
          skipReview: {
            type: 'boolean',
            description: 'Leave calls that need a review for later: they are not reported.',
          },
          reportUnproven: {
            type: 'boolean',
            description:
              "Report calls of which it cannot be proved that they are the SDK's, or that they carry metadata.",
          },
          packages: PACKAGES_SCHEMA,
        },
      },
    ],
    defaultOptions: [{ exact: false, skipReview: false, reportUnproven: true }],
    messages: {
      exact: '{{ method }} no longer takes {{ fields }}. Send it with {{ target }}.',
      exactNoted: '{{ method }} no longer takes {{ fields }}. Send it with {{ target }}. {{ reasons }}',
      review: '{{ method }} no longer takes {{ fields }}. Send it with {{ target }}, if this is right: {{ reasons }}',
      manual: '{{ method }} no longer takes {{ fields }}. {{ reasons }} Metadata goes to {{ target }}.',
      failed: 'This file could not be analysed, so general updates in it may still send metadata. {{ why }}',
      rewrite: 'Send {{ fields }} with {{ target }}.',
      rewriteWithNulls:
        'Send {{ fields }} with {{ target }}, every stored key set to null first, so that the whole field is replaced.',
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
          const suggestions = finding.verdict === 'review' ? suggestionsFor(finding) : [];
          context.report({
            loc: placeOf(finding),
            messageId: messageFor(finding),
            data: wordsFor(finding),
            fix: fix === undefined ? null : applyReplacement(fix),
            suggest: suggestions.map((suggestion) => ({
              messageId: suggestion.messageId,
              data: wordsFor(suggestion.finding),
              fix: applyReplacement(suggestion.replacement),
            })),
          });
        }
      },
    };

    function suggestionsFor(finding: Finding): Suggestion[] {
      const rewritten = replacementOf(finding.edits, context);
      const suggestions: Suggestion[] =
        rewritten === undefined ? [] : [{ messageId: 'rewrite', finding, replacement: rewritten }];
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

function messageFor({ verdict, reasons }: Finding): MessageId {
  if (verdict === 'exact') return reasons.length === 0 ? 'exact' : 'exactNoted';
  return verdict === 'review' ? 'review' : 'manual';
}

function wordsFor(finding: Finding): Record<string, string> {
  const { method, fields, target } = finding;
  return {
    method: methodWords(method),
    fields: fieldWords(fields),
    target: target === null ? targetWords(finding) : methodWords(target),
    reasons: reasonWords(finding),
  };
}
