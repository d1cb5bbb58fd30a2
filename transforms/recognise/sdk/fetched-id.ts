import { ts } from 'ts-morph';
import type { SdkType } from '../../knowledge/sdk-types.ts';
import { mayBeNamed, nameText, unwrap, valueOfMember } from '../../syntax.ts';

/** The id argument of a call that returns the subject it names. */
export function fetchedId(call: ts.CallExpression, method: SdkType): ts.Expression | undefined {
  const [first] = call.arguments;
  switch (method) {
    case 'get-user':
    case 'write-user':
    case 'write-organization':
    case 'general-update-user':
    case 'general-update-organization':
      return first;
    case 'get-organization': {
      const params = first === undefined ? undefined : unwrap(first);
      if (params === undefined || !ts.isObjectLiteralExpression(params)) return undefined;
      // A property behind it may name another one.
      const property = params.properties.findLast((candidate) => mayBeNamed(candidate, 'organizationId'));
      return property === undefined || nameText(property.name) === undefined ? undefined : valueOfMember(property);
    }
    default:
      return undefined;
  }
}
