import type { Finding } from '../../transforms/finding.ts';
import { createRule } from '../create-rule.ts';
import { applyReplacement, fixesOf, replacementOf } from '../fixes.ts';
import { findingsIn, scan } from '../inspect.ts';
import { placeOf } from '../location.ts';
import { PACKAGES_SCHEMA, type Packages } from '../rule-options.ts';
import { codeOf, fieldsOf, methodWords } from '../phrases.ts';

type MessageId = 'spread' | 'maybeSpread' | 'onlySpread' | 'leftOut' | 'remove' | 'setToNull';

export const noFullMetadataSpread = createRule<[{ readonly packages?: Packages }], MessageId>({
  name: 'no-full-metadata-spread',
  meta: {
    type: 'problem',
    docs: { description: 'Disallow sending stored metadata back in a call that merges', recommended: true },
    fixable: 'code',
    hasSuggestions: true,
    schema: [{ type: 'object', additionalProperties: false, properties: { packages: PACKAGES_SCHEMA } }],
    defaultOptions: [{}],
    messages: {
      spread:
        '{{ method }} merges. Sending the stored {{ fields }} can undo changes of others: send only what changes.',
      maybeSpread: '{{ method }} merges. If {{ code }} is what is stored, sending it can undo changes of others.',
      onlySpread: '{{ method }} merges. Sending the stored {{ fields }} changes nothing, or undoes changes of others.',
      leftOut: '{{ method }} merges: a key that is left out stays. Send null to remove it.',
      remove: 'Remove {{ code }}.',
      setToNull: 'Send only the keys to remove, as null.',
    },
  },
  create(context, [{ packages = {} }]) {
    if (!scan(context).mayHaveMergingCalls) return {};
    return {
      Program() {
        const findings = findingsIn(context, { packages }).filter(isOfStored);
        const fixes = fixesOf(findings, context);
        for (const finding of findings) {
          if (finding.verdict === 'ignored') continue;
          const data = {
            method: methodWords(finding.method),
            fields: fieldsOf(finding),
            code: codeOf(finding, context.sourceCode.text),
          };
          const fix = fixes.get(finding);
          const suggested = finding.verdict === 'review' ? replacementOf(finding.edits, context) : undefined;
          context.report({
            loc: placeOf(finding),
            messageId: messageFor(finding),
            data,
            fix: fix === undefined ? null : applyReplacement(fix),
            suggest:
              suggested === undefined
                ? []
                : [
                    {
                      messageId: finding.kind === 'left-out-key' ? 'setToNull' : 'remove',
                      data,
                      fix: applyReplacement(suggested),
                    },
                  ],
          });
        }
      },
    };
  },
});

function isOfStored({ kind }: Finding): boolean {
  return kind === 'stored-spread' || kind === 'left-out-key';
}

function messageFor({ kind, verdict }: Finding): MessageId {
  if (kind === 'left-out-key') return 'leftOut';
  if (verdict === 'manual') return 'onlySpread';
  return verdict === 'exact' ? 'spread' : 'maybeSpread';
}
