import { ts } from 'ts-morph';
import { GLOBAL_OBJECTS } from '../http-api.ts';
import { unwrap, withoutParentheses, rootOf, elementsOf } from '../syntax.ts';
import type { Framework, ScriptBlock, ScriptLanguage } from './component.ts';
import { OUTSIDE, parse } from './frames.ts';

/** What a framework, or the page, does with a script beside running it, as far as it can be said in statements. */
export interface Surroundings {
  /** Where statements begin that run again and again. */
  readonly repeated: readonly number[];
  /** Declares what the script doesn't, and assigns what comes from outside. */
  readonly behind: string;
}

/**
 * Source: Svelte's reference of `export let`, `$props` and reactive `$:` statements; Astro's of `define:vars` and
 * `is:inline`; the HTML standard on classic scripts, which share their top level.
 */
export function surroundingsOf(script: ScriptBlock, framework: Framework, text: string): Surroundings {
  if (script.role === 'page') return ofPage(script, text);
  return framework === 'svelte' && script.role === 'component'
    ? ofSvelte(text, script.language)
    : { repeated: [], behind: '' };
}

function ofPage({ given = [], isShared = false, language }: ScriptBlock, text: string): Surroundings {
  const shared = isShared ? parse(text, language).statements : [];
  const assignable = shared.filter(isNoConstant).flatMap(declaredBy);
  return { repeated: [], behind: declaring(given) + assigning(assignable) + giving(shared.flatMap(handedOver)) };
}

function isNoConstant(statement: ts.Statement): boolean {
  return ts.isVariableStatement(statement) && (statement.declarationList.flags & ts.NodeFlags.Const) === 0;
}

/** The names of a shared script's top level by which other scripts get more than they have anyway. */
function handedOver(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations
      .filter(({ initializer }) => initializer !== undefined && !isEverybodys(initializer))
      .flatMap(({ name }) => namesOf(name));
  return ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement) ? declaredBy(statement) : [];
}

/** A plain text or number, and what every script of the page has: `window.Clerk.user`. */
function isEverybodys(initializer: ts.Expression): boolean {
  const node = unwrap(initializer);
  if (ts.isLiteralExpression(node)) return true;
  const root = rootOf(node);
  return ts.isIdentifier(root) && (root.text === 'Clerk' || GLOBAL_OBJECTS.has(root.text));
}

function ofSvelte(text: string, language: ScriptLanguage): Surroundings {
  const { statements } = parse(text, language);
  const reactive = statements.filter(
    (statement) => ts.isLabeledStatement(statement) && statement.label.text === '$',
  ) as ts.LabeledStatement[];
  const declared = new Set(statements.flatMap(declaredBy));
  const implicit = reactive.flatMap(assignedBy).filter((name) => !declared.has(name) && !name.startsWith('$'));
  return {
    repeated: reactive.map(({ label }) => label.end - label.text.length),
    behind: declaring(implicit) + assigning(statements.flatMap(propsOf)),
  };
}

function declaring(names: readonly string[]): string {
  return names.length === 0 ? '' : `let ${[...new Set(names)].join(', ')};`;
}

function giving(names: readonly string[]): string {
  return [...new Set(names)].map((name) => `${OUTSIDE}(${name});`).join('');
}

function assigning(names: readonly string[]): string {
  return names.length === 0
    ? ''
    : `void function () {${[...new Set(names)].map((name) => `${name} = ${OUTSIDE}();`).join(' ')}};`;
}

/** The names that a statement of the top level declares. */
function declaredBy(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => namesOf(name));
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
    return statement.name === undefined ? [] : [statement.name.text];
  if (!ts.isImportDeclaration(statement) || statement.importClause === undefined) return [];
  const { name, namedBindings } = statement.importClause;
  const named =
    namedBindings === undefined
      ? []
      : ts.isNamespaceImport(namedBindings)
        ? [namedBindings.name.text]
        : namedBindings.elements.map((element) => element.name.text);
  return [...(name === undefined ? [] : [name.text]), ...named];
}

function namesOf(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return elementsOf(name).flatMap((element) => namesOf(element.name));
}

/** The names that a reactive statement assigns: `$: name = …`, `$: ({ name } = …)`. */
function assignedBy({ statement }: ts.LabeledStatement): string[] {
  const expression = ts.isExpressionStatement(statement) ? withoutParentheses(statement.expression) : undefined;
  if (
    expression === undefined ||
    !ts.isBinaryExpression(expression) ||
    expression.operatorToken.kind !== ts.SyntaxKind.EqualsToken
  )
    return [];
  return targetsOf(withoutParentheses(expression.left));
}

function targetsOf(target: ts.Expression): string[] {
  if (ts.isIdentifier(target)) return [target.text];
  if (ts.isArrayLiteralExpression(target)) return target.elements.flatMap(targetsOf);
  if (ts.isSpreadElement(target)) return targetsOf(target.expression);
  if (ts.isBinaryExpression(target)) return targetsOf(target.left);
  if (!ts.isObjectLiteralExpression(target)) return [];
  return target.properties.flatMap((property) => {
    if (ts.isShorthandPropertyAssignment(property)) return [property.name.text];
    if (ts.isSpreadAssignment(property)) return targetsOf(property.expression);
    return ts.isPropertyAssignment(property) ? targetsOf(property.initializer) : [];
  });
}

/**
 * The variables that a component's user sets, at any time: `export let name`, `let { name } = $props()`, `export { name
 * }`.
 */
function propsOf(statement: ts.Statement): string[] {
  if (ts.isExportDeclaration(statement)) {
    const { exportClause } = statement;
    return exportClause !== undefined && ts.isNamedExports(exportClause) && statement.moduleSpecifier === undefined
      ? exportClause.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
      : [];
  }
  if (!ts.isVariableStatement(statement)) return [];
  const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
  return statement.declarationList.declarations
    .filter((declaration) => isExported || isProps(declaration))
    .flatMap(({ name }) => namesOf(name));
}

function isProps({ initializer }: ts.VariableDeclaration): boolean {
  return (
    initializer !== undefined &&
    ts.isCallExpression(initializer) &&
    ts.isIdentifier(initializer.expression) &&
    initializer.expression.text === '$props'
  );
}
