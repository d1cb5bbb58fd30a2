import { ts } from 'ts-morph';
import { applyEdits, type Edit } from '../../../transforms/index.ts';

/**
 * The body of a function `(require, exports)` that does what a TypeScript module does: types blanked out, imports made
 * calls of `require`.
 * Only what test programs are made of is known here; the compiler's own way takes ten times as long.
 */
export function toJavaScript(text: string): string {
  const source = ts.createSourceFile('program.ts', text, ts.ScriptTarget.Latest, false, ts.ScriptKind.TS);
  const edits: Edit[] = [];
  const cut = (start: number, end: number, by = ''): void => {
    edits.push({ start, end, text: by });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      cut(node.getStart(source), node.end, requireOf(node));
      return;
    }
    if (ts.isFunctionDeclaration(node) && node.modifiers?.[0]?.kind === ts.SyntaxKind.ExportKeyword)
      cut(node.modifiers[0].getStart(source), node.modifiers[0].end);
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) cut(node.expression.end, node.end);
    if (ts.isNonNullExpression(node)) cut(node.expression.end, node.end);
    if (
      (ts.isParameter(node) ||
        ts.isVariableDeclaration(node) ||
        ts.isPropertyDeclaration(node) ||
        ts.isFunctionLike(node)) &&
      node.type !== undefined
    )
      cut(node.type.pos - 1, node.type.end);
    ts.forEachChild(node, (child) => {
      if (!ts.isTypeNode(child)) visit(child);
    });
  };
  visit(source);
  return `${applyEdits(text, edits)}\nexports.run = run;`;
}

function requireOf({ importClause, moduleSpecifier }: ts.ImportDeclaration): string {
  const bindings = importClause?.namedBindings;
  if (
    importClause === undefined ||
    importClause.phaseModifier === ts.SyntaxKind.TypeKeyword ||
    bindings === undefined ||
    !ts.isNamedImports(bindings)
  )
    return '';
  const names = bindings.elements.map(({ propertyName, name }) =>
    propertyName === undefined ? name.text : `${propertyName.text}: ${name.text}`,
  );
  return `const { ${names.join(', ')} } = require('${(moduleSpecifier as ts.StringLiteral).text}');`;
}
