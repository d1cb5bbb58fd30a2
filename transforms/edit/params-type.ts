import { ts } from 'ts-morph';
import type { UpdateCall } from '../recognise/calls/update-calls.ts';
import { accessOf, unwrap } from '../syntax.ts';

/**
 * The type of what a general update takes: `Parameters<typeof user.update>[0]`.
 *
 * @param name what the receiver is bound to; undefined where it stands as it was
 */
export function typeOfParams({ callee: { object }, change, surface }: UpdateCall, name: string | undefined): string {
  const receiver =
    name === undefined
      ? typeOf(object)
      : ts.isOptionalChain(object.parent)
        ? `NonNullable<typeof ${name}>`
        : `typeof ${name}`;
  const method =
    receiver.startsWith('typeof ') && !receiver.includes('[')
      ? `${receiver}.${change.method}`
      : `${receiver}['${change.method}']`;
  const type = `Parameters<${method}>[${change.takesId ? '1' : '0'}]`;
  // The backend's user may be updated with nothing.
  return surface === 'users' ? `NonNullable<${type}>` : type;
}

/** The type of a variable or a property path, whose optional links are there. */
function typeOf(receiver: ts.Expression): string {
  const node = unwrap(receiver);
  const access = accessOf(node);
  const isOptional =
    ts.isOptionalChain(receiver.parent) &&
    (receiver.parent as ts.PropertyAccessExpression).questionDotToken !== undefined;
  const isAsserted = receiver !== node;
  const own = access === undefined ? `typeof ${node.getText()}` : memberOf(typeOf(access.object), access.name);
  return isOptional || isAsserted ? `NonNullable<${own}>` : own;
}

function memberOf(type: string, name: string): string {
  if (type.startsWith('typeof ') && !type.includes('[') && /^[A-Za-z_$][\w$]*$/.test(name)) return `${type}.${name}`;
  return /^\d+$/.test(name) ? `${type}[${name}]` : `${type}['${name}']`;
}
