import { ts } from 'ts-morph';
import { BACKEND_HOSTS, ENDPOINTS } from '../../http-api.ts';
import { walk } from '../../tree.ts';
import { definitionOf } from '../../flow/definitions.ts';
import { importOf } from '../../language/modules.ts';
import { isAssignmentOperator } from '../../language/scope.ts';
import type { Unit } from '../../language/unit.ts';
import type { EndpointUrl } from './endpoints.ts';
import { firstOf, type Text } from './url-pieces.ts';

/**
 * Reads an address that can't be put together, but of which what is written shows that it may be the API's:
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

/** What is written of an expression, and of what the names in it stand for, in turn. */
function textBehind(start: ts.Node, home: Unit): string {
  const places = new Map<ts.Node, Unit>([[start, home]]);
  // The map grows while it is gone through.
  for (const [place, unit] of places) {
    walk(place, (inner) => {
      const binding = unit.scope.bindingOf(inner);
      if (binding?.declaration === undefined) return undefined;
      const definition = importOf(binding.declaration) && definitionOf(inner as ts.Identifier, unit);
      if (definition !== undefined && 'node' in definition) places.set(definition.node, definition.unit);
      for (const told of [binding.declaration, ...binding.references.flatMap((mention) => valueGiven(mention) ?? [])])
        if (!places.has(told)) places.set(told, unit);
      return undefined;
    });
  }
  return [...places].map(([place, { source }]) => place.getText(source)).join(' ');
}

/** The right side of any assignment to a variable. */
function valueGiven(mention: ts.Identifier): ts.Node | undefined {
  const { parent } = mention;
  return ts.isBinaryExpression(parent) && parent.left === mention && isAssignmentOperator(parent.operatorToken.kind)
    ? parent.right
    : undefined;
}
