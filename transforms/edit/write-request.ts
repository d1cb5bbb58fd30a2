import { ts } from 'ts-morph';
import type { RequestPlan } from '../decide/http/decide-request.ts';
import type { Edit } from '../finding.ts';
import type { EndpointUrl } from '../recognise/http/endpoints.ts';
import type { MethodSpot } from '../recognise/http/sent-requests.ts';
import { editsOfChanges } from './change-edits.ts';
import { renameEdit } from './rename.ts';

const SUFFIX = '/metadata';

/**
 * Writes a request's plan as edits of the original text, in source order: the path's segment, the method, and what
 * changes in the body.
 */
export function writeRequest({ request, method, changes }: RequestPlan, source: ts.SourceFile): Edit[] {
  const path = request.endpoint.end === undefined ? [] : pathEdits(request.endpoint.end, source);
  const verb = method === 'PATCH' || request.methodSpot === undefined ? [] : [methodEdit(request.methodSpot, method)];
  return [...path, ...verb, ...editsOfChanges(changes, source.text, '')].sort(
    (a, b) => a.start - b.start || a.end - b.end,
  );
}

function pathEdits({ spot, offset }: NonNullable<EndpointUrl['end']>, source: ts.SourceFile): Edit[] {
  if (spot.kind === 'inside') return [insertion(spot.start + offset, SUFFIX)];
  const { node } = spot;
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const quote = /["']/.exec(node.getText(source))?.[0] ?? "'";
    return [insertion(node.end, ` + ${quote}${SUFFIX}${quote}`)];
  }
  const isShorthand = ts.isShorthandPropertyAssignment(node.parent);
  return [
    insertion(node.getStart(source), `${isShorthand ? `${node.getText(source)}: ` : ''}\`\${`),
    insertion(node.end, `}${SUFFIX}\``),
  ];
}

function insertion(offset: number, text: string): Edit {
  return { start: offset, end: offset, text };
}

/** In the case that the method is written in. */
function methodEdit({ node, kind }: MethodSpot, method: string): Edit {
  if (kind === 'name') return renameEdit(node, method.toLowerCase());
  const isSmall = ts.isStringLiteralLike(node) && node.text === node.text.toLowerCase();
  return { start: node.getStart() + 1, end: node.end - 1, text: isSmall ? method.toLowerCase() : method };
}
