import { SURFACES } from '../../transforms/api-change.ts';
import type { Finding } from '../../transforms/finding.ts';
import { createRule } from '../create-rule.ts';
import { applyReplacement, replacementOf } from '../fixes.ts';
import { findingsIn, scan } from '../inspect.ts';
import { placeOf } from '../location.ts';
import { PACKAGES_SCHEMA, type Packages } from '../rule-options.ts';
import { fieldsOf, methodWords } from '../phrases.ts';

type MessageId = 'undefinedValue' | 'empty' | 'emptyReplaceable' | 'useNull';

export const preferNullRemoval = createRule<[{ readonly packages?: Packages }], MessageId>({
  name: 'prefer-null-removal',
  meta: {
    type: 'problem',
    docs: { description: 'Require null where a call that merges metadata is to remove a key', recommended: true },
    hasSuggestions: true,
    schema: [{ type: 'object', additionalProperties: false, properties: { packages: PACKAGES_SCHEMA } }],
    defaultOptions: [{}],
    messages: {
      undefinedValue: "{{ method }} doesn't send undefined, so the stored key stays. Use null to remove it.",
      empty: '{{ method }} merges, so an empty {{ fields }} changes nothing. To clear it, set each key to null.',
      emptyReplaceable:
        '{{ method }} merges, so an empty {{ fields }} changes nothing. To clear it, use {{ replace }}.',
      useNull: 'Write null in place of undefined.',
    },
  },
  create(context, [{ packages = {} }]) {
    if (!scan(context).mayHaveMergingCalls) return {};
    return {
      Program() {
        for (const finding of findingsIn(context, { packages }).filter(isOfRemoval)) {
          if (finding.verdict === 'ignored') continue;
          const suggested = finding.verdict === 'review' ? replacementOf(finding.edits, context) : undefined;
          context.report({
            loc: placeOf(finding),
            messageId: messageFor(finding),
            data: {
              method: methodWords(finding.method),
              fields: fieldsOf(finding),
              replace: methodWords(SURFACES[finding.surface].replace ?? ''),
            },
            suggest: suggested === undefined ? [] : [{ messageId: 'useNull', fix: applyReplacement(suggested) }],
          });
        }
      },
    };
  },
});

function isOfRemoval({ kind }: Finding): boolean {
  return kind === 'undefined-value' || kind === 'empty-merge';
}

function messageFor({ kind, surface }: Finding): MessageId {
  if (kind === 'undefined-value') return 'undefinedValue';
  return SURFACES[surface].replace === null ? 'empty' : 'emptyReplaceable';
}
