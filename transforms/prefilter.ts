/**
 * Whether a text is worth parsing at all: a scan for the words without which there is no finding. Over-inclusive by design.
 */
export function mayHaveFindings(text: string): boolean {
  if (text.includes('updateUser') || text.includes('updateOrganization')) return true;
  if (text.includes('update') && FRONTEND_HINT.test(text)) return true;
  return REQUEST_METHOD.test(text) && REQUEST_HINT.test(text);
}

/** A general `update` is ours only beside one of the SDK's names or a metadata field. */
const FRONTEND_HINT = /clerk|useUser|useSession|Metadata/i;

/** A request is ours only beside the service's name, a metadata field on the wire, or a path of the API. */
const REQUEST_METHOD = /patch/i;
const REQUEST_HINT = /clerk|_metadata|users\b|organizations\b|\bme\b/i;
