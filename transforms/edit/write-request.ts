import { ts } from 'ts-morph';
import type { RequestPlan } from '../decide/http/decide-request.ts';
import type { Edit } from '../finding.ts';
import type { EndpointUrl } from '../recognise/http/endpoints.ts';
import type { MethodTarget } from '../recognise/http/sent-requests.ts';
import { editsOfChanges } from './change-edits.ts';
import { inOrder, inserting } from './make-edits.ts';
import { renameEdit } from './rename.ts';

const SUFFIX = '/metadata';

/**
 * Writes a request's plan as edits of the original text, in source order: the path's segment, the method, and what
 * changes in the body.
 */
export function writeRequest({ request, method, changes }: RequestPlan): Edit[] {
  const path = request.endpoint.end === undefined ? [] : pathEdits(request.endpoint.end);
  const verb =
    method === 'PATCH' || request.methodTarget === undefined ? [] : [methodEdit(request.methodTarget, method)];
  return inOrder([...path, ...verb, ...editsOfChanges(changes, '')]);
}

function pathEdits({ target, offset }: NonNullable<EndpointUrl['end']>): Edit[] {
  if (target.kind === 'inside') return [inserting(target.start + offset, SUFFIX)];
  const { node } = target;
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const quote = /["']/.exec(node.getText())?.[0] ?? "'";
    return [inserting(node.end, ` + ${quote}${SUFFIX}${quote}`)];
  }
  const isShorthand = ts.isShorthandPropertyAssignment(node.parent);
  return [
    inserting(node.getStart(), `${isShorthand ? `${node.getText()}: ` : ''}\`\${`),
    inserting(node.end, `}${SUFFIX}\``),
  ];
}

/** In the case that the method is written in. */
function methodEdit({ node, kind }: MethodTarget, method: string): Edit {
  if (kind === 'name') return renameEdit(node, method.toLowerCase());
  const isSmall = ts.isStringLiteralLike(node) && node.text === node.text.toLowerCase();
  return { start: node.getStart() + 1, end: node.end - 1, text: isSmall ? method.toLowerCase() : method };
}
