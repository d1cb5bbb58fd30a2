import { ts } from 'ts-morph';
import { isKnownType } from '../knowledge/known-types.ts';
import { isFunctionTypeOfOthers, RELAYS } from '../knowledge/relays.ts';
import { additionsTo, isImplemented } from './augmented-types.ts';
import { importOf } from './modules.ts';
import { declarationNamed, type PlacedDeclaration } from './named-declarations.ts';
import type { Unit } from './unit.ts';

const DATA_KEYWORDS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.StringKeyword,
  ts.SyntaxKind.NumberKeyword,
  ts.SyntaxKind.BooleanKeyword,
  ts.SyntaxKind.BigIntKeyword,
  ts.SyntaxKind.SymbolKeyword,
  ts.SyntaxKind.NullKeyword,
  ts.SyntaxKind.UndefinedKeyword,
  ts.SyntaxKind.VoidKeyword,
  ts.SyntaxKind.NeverKeyword,
  ts.SyntaxKind.LiteralType,
  ts.SyntaxKind.TemplateLiteralType,
]);

/**
 * Whether nothing that a value of a written type has can be a function of the repository: data, and what packages and
 * the language declare. What isn't known to be is not.
 *
 * @param isTaken whether a part of it is taken for such a type, whatever it says
 */
export function isForeignType(
  type: ts.TypeNode,
  unit: Unit,
  isTaken: (node: ts.TypeNode, unit: Unit) => boolean = () => false,
  asked = new Set<ts.Node>(),
): boolean {
  const isForeign = (node: ts.TypeNode): boolean => {
    // A type that comes back to itself adds nothing.
    if (asked.has(node)) return true;
    asked.add(node);
    if (DATA_KEYWORDS.has(node.kind) || isTaken(node, unit)) return true;
    if (
      ts.isParenthesizedTypeNode(node) ||
      ts.isTypeOperatorNode(node) ||
      ts.isOptionalTypeNode(node) ||
      ts.isRestTypeNode(node)
    )
      return isForeign(node.type);
    if (ts.isNamedTupleMember(node)) return isForeign(node.type);
    if (ts.isArrayTypeNode(node)) return isForeign(node.elementType);
    if (ts.isIndexedAccessTypeNode(node)) return isForeign(node.objectType) && isForeign(node.indexType);
    if (ts.isTupleTypeNode(node)) return node.elements.every(isForeign);
    if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) return node.types.every(isForeign);
    if (ts.isTypeLiteralNode(node)) return node.members.every((member) => isForeignMember(member, isForeign));
    if (ts.isExpressionWithTypeArguments(node))
      return (
        ts.isIdentifier(node.expression) &&
        (node.typeArguments ?? []).every(isForeign) &&
        isForeignName(node.expression)
      );
    return ts.isTypeReferenceNode(node) && (node.typeArguments ?? []).every(isForeign) && isForeignName(node.typeName);
  };
  // What the repository adds to a type, it fills.
  const isAsDeclared = (name: string): boolean =>
    !isImplemented(name, unit) &&
    (additionsTo(name, unit)?.every(
      ({ members, isExtending, unit: other }) =>
        !isExtending &&
        members.every((member) => isForeignMember(member, (node) => isForeignType(node, other, isTaken, asked))),
    ) ??
      false);
  const isForeignName = (typeName: ts.EntityName): boolean => {
    const root = firstIdentifier(typeName);
    const binding = unit.scope.bindingOf(root);
    const own = ts.isIdentifier(typeName) ? typeName : typeName.right;
    if (binding === undefined)
      return isKnownType(root.text) && !isFunctionTypeOfOthers(own.text) && isAsDeclared(own.text);
    const imported = importOf(binding.declaration);
    if (imported !== undefined && isPackage(imported.specifier, unit)) {
      const { specifier, name = own.text } = imported;
      return !RELAYS.has(specifier) && !isFunctionTypeOfOthers(name) && isAsDeclared(name);
    }
    const declared = declarationNamed(typeName, 'type', unit);
    return declared !== undefined && isForeignDeclaration(declared);
  };
  const isForeignDeclaration = ({ node, unit: home }: PlacedDeclaration): boolean => {
    const isForeignThere = (other: ts.TypeNode): boolean => isForeignType(other, home, isTaken, asked);
    asked.add(node);
    if (ts.isTypeAliasDeclaration(node)) return isForeignThere(node.type);
    if (ts.isEnumDeclaration(node)) return true;
    // What a type is given is asked about where it is named.
    if (ts.isTypeParameterDeclaration(node)) {
      const limit = asked.has(node.parent) ? (node.default ?? 'given') : node.constraint;
      return limit === 'given' || (limit !== undefined && isForeignThere(limit));
    }
    return (
      ts.isInterfaceDeclaration(node) &&
      (node.heritageClauses ?? []).every(({ types }) => types.every(isForeignThere)) &&
      node.members.every((member) => isForeignMember(member, isForeignThere))
    );
  };
  return isForeign(type);
}

function isForeignMember(member: ts.TypeElement, isForeign: (type: ts.TypeNode) => boolean): boolean {
  return (
    (ts.isPropertySignature(member) || ts.isIndexSignatureDeclaration(member)) &&
    member.type !== undefined &&
    isForeign(member.type)
  );
}

/** `drizzle` of `drizzle.users.Select`. */
export function firstIdentifier(name: ts.EntityName): ts.Identifier {
  return ts.isIdentifier(name) ? name : firstIdentifier(name.left);
}

/** Whether a specifier names a package: one that is known, or that nothing but an installed package can mean. */
export function isPackage(specifier: string, unit: Unit): boolean {
  const { kind } = unit.graph.project.resolveModule(specifier, unit.fileName);
  return (
    kind === 'package' ||
    unit.graph.sdkModule(specifier, unit.fileName) !== undefined ||
    (kind === 'unknown' && looksLikePackage(specifier) && !isFileAbove(specifier, unit))
  );
}

/** Whether a folder above, or its `src`, has a file by that path: a bundler may be told to look there. */
function isFileAbove(specifier: string, { fileName, graph: { project } }: Unit): boolean {
  if (!specifier.includes('/')) return false;
  return fileName
    .split('/')
    .slice(0, -1)
    .some((_, up) =>
      ['', 'src/'].some((folder) => {
        const path = `./${'../'.repeat(up)}${folder}${specifier}`;
        return project.resolveModule(path, fileName).kind === 'file';
      }),
    );
}

/** Not a path, nor an alias of one as they are usually written. */
export function looksLikePackage(specifier: string): boolean {
  return /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9]/i.test(specifier);
}
