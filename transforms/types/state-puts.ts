import type { ts } from 'ts-morph';
import { returnedBy } from '../returned.ts';
import type { Put } from './doubts.ts';
import type { TypeReader } from './type-reader.ts';

/** A state of React's whose type isn't written: `const [name, setName] = useState('')`. */
export interface State {
  /** `name`, or those of a pattern in its place. */
  readonly names: readonly ts.Identifier[];
  readonly isWhole: boolean;
  /** What declares `setName`. */
  readonly setter: ts.BindingElement;
}

/** What has a written type is held to that. */
export function stateIn(
  { name: pattern, type, initializer: made }: ts.VariableDeclaration,
  reader: TypeReader,
): State[] {
  const { ts } = reader;
  if (!ts.isArrayBindingPattern(pattern) || type !== undefined || made === undefined) return [];
  const [state, setter] = pattern.elements;
  if (state === undefined || setter === undefined || ts.isOmittedExpression(state) || ts.isOmittedExpression(setter))
    return [];
  const isState = ts.isCallExpression(made) && made.typeArguments === undefined;
  if (!isState || !/(?:^|\.)useState$/.test(made.expression.getText())) return [];
  return [{ names: namesIn(state.name, reader), isWhole: ts.isIdentifier(state.name), setter }];
}

/** A name, or all those of a pattern. */
export function namesIn(whole: ts.BindingName, { ts }: TypeReader): readonly ts.Identifier[] {
  const names: ts.Identifier[] = [];
  const open: ts.BindingName[] = [whole];
  for (let name = open.pop(); name !== undefined; name = open.pop())
    if (ts.isIdentifier(name)) names.push(name);
    else open.push(...name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : [element.name])));
  return names;
}

/** What gets into a state by what is mentioned under the name of its setter. */
export function putIntoState(
  { setter }: State,
  mentions: readonly ts.Identifier[],
  reader: TypeReader,
): readonly Put[] {
  return mentions.filter((mention) => isNameOf(setter, mention, reader)).flatMap((mention) => putBy(mention, reader));
}

function isNameOf(declaration: ts.BindingElement, mention: ts.Identifier, { valueNamed }: TypeReader): boolean {
  return mention !== declaration.name && valueNamed(mention)?.valueDeclaration === declaration;
}

/** What gets into a state where the function that sets it is mentioned. */
function putBy(mention: ts.Identifier, reader: TypeReader): readonly Put[] {
  const { parent: call } = mention;
  if (!reader.ts.isCallExpression(call) || call.expression !== mention)
    return isTakenForAny(mention, reader) ? [{ kind: 'anything' }] : [];
  return givenTo(call, reader).map((value) => ({ kind: 'value', value }));
}

/** What a state is set to: what a call is given, or what a function returns that it is given. */
function givenTo({ arguments: [value] }: ts.CallExpression, { ts }: TypeReader): readonly ts.Expression[] {
  if (value === undefined) return [];
  return ts.isArrowFunction(value) || ts.isFunctionExpression(value) ? returnedBy(value, ts).values : [value];
}

/**
 * Whether who gets a function may call it with anything: by a type that takes `any`, or by none, under another name.
 * Where its own type is told, in what is returned, that holds.
 */
function isTakenForAny(fn: ts.Expression, { ts, checker, presentParts }: TypeReader): boolean {
  for (let node: ts.Node = fn; ; node = node.parent) {
    const { parent } = node;
    if (ts.isParenthesizedExpression(parent) || ts.isNonNullExpression(parent) || ts.isPropertyAssignment(parent))
      continue;
    // A list of dependencies takes anything.
    if (ts.isArrayLiteralExpression(parent)) continue;
    const type = ts.isExpression(node) ? checker.getContextualType(node) : undefined;
    if (type !== undefined && (node === fn || isAny(type)))
      return (
        isAny(type) ||
        presentParts(type)?.some((part) => part.getCallSignatures().some((signature) => takesAny(signature))) === true
      );
    if (ts.isShorthandPropertyAssignment(parent) || ts.isObjectLiteralExpression(parent)) continue;
    const isCalled = ts.isCallExpression(parent) && parent.expression !== node;
    return type === undefined && (isCalled || ts.isJsxExpression(parent) || (node === fn && isAlias(parent)));
  }

  // What `any` gives to what is written there is `unknown`.
  function isAny({ flags }: ts.Type): boolean {
    return (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
  }

  function takesAny({ parameters: [first] }: ts.Signature): boolean {
    return first !== undefined && isAny(checker.getTypeOfSymbol(first));
  }

  function isAlias(parent: ts.Node): boolean {
    return ts.isVariableDeclaration(parent) && parent.type === undefined;
  }
}
