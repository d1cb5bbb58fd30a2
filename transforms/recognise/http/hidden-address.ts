import { ts } from 'ts-morph';
import { BACKEND_HOSTS, ENDPOINTS } from '../../http-api.ts';
import { walk } from '../../syntax.ts';
import { isAssignmentOperator } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import type { EndpointUrl } from './endpoints.ts';
import { firstOf, type Text } from './url-pieces.ts';

/**
 * Reads an address that can't be put together, but of which the file shows that it may be the API's:
 * `USER_URL.replace(':id', id)`, `'https://…'.concat(id)`, `url += …`. Undefined for every other, and where the
 * metadata's own path is among what it is made of.
 */
export function readHiddenAddress({ pieces, isSure }: Text): EndpointUrl | undefined {
  const first = firstOf(pieces);
  if (first === undefined || (first.kind === 'text' && isSure)) return undefined;
  const made = pieces
    .map((piece) => (piece.kind === 'text' ? piece.text : textBehind(piece.node, piece.unit)))
    .join(' ');
  const start = first.kind === 'text' ? first.text : made;
  if (!BACKEND_HOSTS.some((host) => start.includes(`//${host}`)) || /\/metadata\b/.test(made)) return undefined;
  const surface =
    made.includes(ENDPOINTS.organizations.segment) && !made.includes(ENDPOINTS.users.segment)
      ? 'organizations'
      : 'users';
  return { surface, isProven: false, id: [], isWhole: false, end: undefined, query: [] };
}

/** What the file writes of an expression, and of what the names in it stand for, in turn. */
function textBehind(start: ts.Node, unit: Unit): string {
  const places = new Set<ts.Node>([start]);
  // The set grows while it is gone through.
  for (const place of places) {
    walk(place, (inner) => {
      const binding = unit.scope.bindingOf(inner);
      if (binding?.declaration !== undefined) places.add(binding.declaration);
      for (const value of binding?.references.map(valueGiven) ?? []) if (value !== undefined) places.add(value);
      return undefined;
    });
  }
  return [...places].map((place) => place.getText(unit.source)).join(' ');
}

/** The right side of any assignment to a variable. */
function valueGiven(mention: ts.Identifier): ts.Node | undefined {
  const { parent } = mention;
  return ts.isBinaryExpression(parent) && parent.left === mention && isAssignmentOperator(parent.operatorToken.kind)
    ? parent.right
    : undefined;
}
