import ts from 'typescript';
import { expect, it } from 'vitest';
import { ASSIGNERS } from './forms/assigners.ts';
import { CARRIERS, COPIES, TEXT_CARRIERS } from './forms/carriers.ts';
import { CHANGERS, READERS } from './forms/changers.ts';
import { AROUND_EXPRESSIONS, AROUND_STATEMENTS } from './forms/holders-of-calls.ts';
import { POSITIONS } from './forms/positions.ts';
import { RUNNERS } from './forms/runners.ts';
import { ELEMENTS, VALUES } from './forms/value-forms.ts';
import type { Form } from './form.ts';

/** Kinds of nodes that no form has, each with why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  QualifiedName: 'stands in types and behind `import x =`',
  MethodSignature: 'is a type',
  CallSignature: 'is a type',
  ConstructSignature: 'is a type',
  SemicolonClassElement: 'says nothing',
  WithStatement: 'no module may have it',
  MissingDeclaration: 'no program that parses has it',
  ImportEqualsDeclaration: 'no ES module has it',
  ExternalModuleReference: 'no ES module has it',
  ImportDeclaration: 'each program imports what it needs',
  ImportClause: 'each program imports what it needs',
  NamedImports: 'each program imports what it needs',
  ImportSpecifier: 'each program imports what it needs',
  NamespaceImport: 'is an import',
  ImportAttributes: 'is an import',
  ImportAttribute: 'is an import',
  ImportTypeAssertionContainer: 'is an import',
  ExportAssignment: 'says what another file sees',
  NamespaceExport: 'says what another file sees',
  NamespaceExportDeclaration: 'says what another file sees',
  JsxNamespacedName: 'is a name in SVG',
  NotEmittedTypeElement: 'the compiler makes it',
  Bundle: 'the compiler makes it',
  SyntaxList: 'the compiler makes it',
  NotEmittedStatement: 'the compiler makes it',
  PartiallyEmittedExpression: 'the compiler makes it',
  CommaListExpression: 'the compiler makes it',
  SyntheticReferenceExpression: 'the compiler makes it',
  SyntheticExpression: 'the compiler makes it',
};

/** Tokens that the compiler counts among the operators, and which are none. */
const NO_OPERATORS: ReadonlySet<string> = new Set(['</', '@', '#', '`']);

const TABLES = [
  CARRIERS,
  COPIES,
  TEXT_CARRIERS,
  RUNNERS,
  AROUND_EXPRESSIONS,
  AROUND_STATEMENTS,
  CHANGERS,
  READERS,
  ASSIGNERS,
  POSITIONS,
  VALUES,
];

/** The form with its holes, which are names to a parser. */
function textOf({ module, setup, out }: Form, isElement = false): string {
  const result = isElement ? `void { ${out} };` : out === '' ? '' : `void (${out});`;
  return `${module}\nasync function run() {\n${setup}\n${result}\n}`;
}

function kindsOfForms(): ReadonlySet<ts.SyntaxKind> {
  const found = new Set<ts.SyntaxKind>();
  const visit = (node: ts.Node): void => {
    found.add(node.kind);
    if (ts.isBinaryExpression(node)) found.add(node.operatorToken.kind);
    if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) found.add(node.operator);
    ts.forEachChild(node, visit);
  };
  const texts = [
    ...TABLES.flat().map((form) => ({ form, text: textOf(form) })),
    ...ELEMENTS.map((form) => ({ form, text: textOf(form, true) })),
  ];
  for (const { form, text } of texts)
    visit(ts.createSourceFile(`form.ts${form.isTsx ? 'x' : ''}`, text, ts.ScriptTarget.Latest));
  return found;
}

/** The kinds between two, by the name that each was given first. */
function kindsBetween(first: ts.SyntaxKind, last: ts.SyntaxKind): Map<ts.SyntaxKind, string> {
  const names = Object.entries(ts.SyntaxKind).flatMap(([name, kind]): [ts.SyntaxKind, string][] =>
    typeof kind === 'number' && kind >= first && kind <= last && !/^(?:First|Last)/.test(name) ? [[kind, name]] : [],
  );
  return new Map(names.reverse());
}

const KINDS = kindsOfForms();

it('each kind of expression, statement, declaration and pattern is in a form', () => {
  const others = [
    kindsBetween(ts.SyntaxKind.FirstTypeNode, ts.SyntaxKind.LastTypeNode),
    kindsBetween(ts.SyntaxKind.FirstJSDocNode, ts.SyntaxKind.LastJSDocNode),
  ];
  const nodes = [...kindsBetween(ts.SyntaxKind.FirstNode, ts.SyntaxKind.SyntheticReferenceExpression)].filter(
    ([kind]) => !others.some((kinds) => kinds.has(kind)),
  );
  expect(nodes.filter(([kind]) => !KINDS.has(kind)).map(([, name]) => name)).toEqual(
    nodes.map(([, name]) => name).filter((name) => name in LEFT_OUT),
  );
});

it('each operator is in a form', () => {
  const operators = [...kindsBetween(ts.SyntaxKind.LessThanToken, ts.SyntaxKind.LastAssignment).keys()]
    .filter((kind) => !KINDS.has(kind))
    .map((kind) => ts.tokenToString(kind) ?? '');
  expect(operators.filter((operator) => !NO_OPERATORS.has(operator) && !/^[?:]$/.test(operator))).toEqual([]);
});
