import { ts } from 'ts-morph';
import { isDependency } from '../../../flow/dependency.ts';
import { packageGiving } from '../../../flow/giving-package.ts';
import { useOf, type Use } from '../../../flow/uses.ts';
import { isComponent, isHandlerName, reactFunction } from '../../../language/react.ts';
import type { Unit } from '../../../language/unit.ts';
import { accessOf } from '../../../syntax.ts';
import { componentNamed } from '../../../values/usage/named-components.ts';
import { isCalledInTurn } from './handlers-in-turn.ts';
import { mentionsOf } from './mentions-of-functions.ts';

/**
 * Whether who runs a function, and how often, can't be told any more. A handler of events runs once for each, whatever
 * element or object has it.
 */
export function getsOutOfSight(use: Use, unit: Unit): boolean {
  switch (use.kind) {
    case 'markup': {
      const attribute = use.at.parent;
      if (!ts.isJsxAttribute(attribute)) return true;
      const { tagName } = attribute.parent.parent;
      const name = attribute.name.getText();
      return (
        componentNamed(tagName, unit) !== 'of-the-page' && (!isHandlerName(name) || isCalledInTurn(tagName, name, unit))
      );
    }
    case 'member':
      return !isDependency(use, unit) && !(isHandlerName(use.name ?? '') && isGivenToPackages(use.of, unit));
    case 'assigned':
      return accessOf(use.target) !== undefined;
    case 'returned':
      return isComponent(use.from);
    // These lead on, or call nothing.
    case 'same':
    case 'awaited':
    case 'name':
    case 'called':
    case 'method':
    case 'argument':
    case 'written':
    case 'tag':
    case 'asked':
    case 'each':
    case 'part':
    case 'spread':
      return false;
    default:
      return true;
  }
}

/** Whether only the page and packages get what a literal holds: `useMutation({ onSuccess: save })`. */
function isGivenToPackages(holder: ts.Expression, unit: Unit, seen = new Set<ts.Node>()): boolean {
  if (seen.has(holder)) return true;
  seen.add(holder);
  const use = useOf(holder);
  switch (use.kind) {
    case 'argument':
      return (
        ts.isCallExpression(use.call) &&
        reactFunction(use.call, unit) === undefined &&
        packageGiving(use.call, unit) !== undefined
      );
    case 'markup': {
      const at = ts.isJsxExpression(use.at) ? use.at.parent : use.at;
      return ts.isJsxAttributeLike(at) && typeof componentNamed(at.parent.parent.tagName, unit) === 'string';
    }
    case 'member':
      return isDependency(use, unit) || isGivenToPackages(use.of, unit, seen);
    case 'name':
      return ts.isIdentifier(use.name) && mentionsOf(use.name, unit).every((one) => isGivenToPackages(one, unit, seen));
    // What is read of it is followed.
    case 'part':
    case 'method':
    case 'asked':
      return true;
    default:
      return false;
  }
}
