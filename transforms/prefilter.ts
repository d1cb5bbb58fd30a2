/**
 * Whether a text is worth parsing at all: a scan for the words without which there is no finding. Over-inclusive by design.
 */
export function mayHaveFindings(text: string): boolean {
  if (text.includes('updateUser') || text.includes('updateOrganization')) return true;
  return text.includes('update') && FRONTEND_HINT.test(text);
}

/** A general `update` is ours only beside one of the SDK's names or a metadata field. */
const FRONTEND_HINT = /clerk|useUser|useSession|Metadata/i;
