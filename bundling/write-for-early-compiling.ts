import { ts } from 'ts-morph';

/**
 * V8 compiles a function when it loads it where the word `function` stands behind a parenthesis. A declaration has no
 * place for one, so it becomes a variable that is set before all else.
 *
 * @param text a script of CommonJS
 * @param isCalled of where a function begins, whether it is to be compiled early
 * @returns a script that does the same
 */
export function writeForEarlyCompiling(text: string, isCalled: (start: number) => boolean): string {
  const script = ts.createSourceFile('script.cjs', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const hoisted: string[] = [];

  /** The text of a node, with what is inside rewritten. */
  const write = (node: ts.Node): string => {
    if (ts.isFunctionDeclaration(node) && isHoisted(node)) {
      hoisted.push(`var ${node.name?.text ?? ''} = ${writeFunction(node)};`);
      return '';
    }
    return ts.isArrowFunction(node) && isCalled(node.getStart()) && !dependsOnPlace(node)
      ? writeFunction(node)
      : writeInside(node);
  };

  const isHoisted = (node: ts.FunctionDeclaration): boolean =>
    node.parent === script && node.name !== undefined && isCalled(node.getStart());

  const writeInside = (node: ts.Node): string => {
    let written = '';
    let from = node.getStart();
    ts.forEachChild(node, (child) => {
      written += text.slice(from, child.getStart()) + write(child);
      from = child.end;
    });
    return written + text.slice(from, node.end);
  };

  const writeFunction = (node: ts.FunctionDeclaration | ts.ArrowFunction): string => {
    const isAsync = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true;
    const parameters = node.parameters.map(write).join(', ');
    const body = node.body === undefined ? '{}' : write(node.body);
    const block = node.body !== undefined && ts.isBlock(node.body) ? body : `{ return ${body}; }`;
    return `(${isAsync ? 'async ' : ''}function${node.asteriskToken === undefined ? '' : '*'} (${parameters}) ${block})`;
  };

  const statements = script.statements.map(write);
  const isDirective = (statement: ts.Statement): boolean =>
    ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression);
  const directives = script.statements.filter(isDirective).length;
  return [licenceOf(text), ...statements.slice(0, directives), ...hoisted, ...statements.slice(directives), ''].join(
    '\n',
  );
}

/** The comments before the first statement, and a line that names the program that runs the script. */
function licenceOf(text: string): string {
  return /^(?:#!.*\n)?(?:\s*\/\*![\s\S]*?\*\/)*/.exec(text)?.[0] ?? '';
}

/** Whether an arrow function means something of the function around it. */
function dependsOnPlace(node: ts.Node): boolean {
  return (
    node.kind === ts.SyntaxKind.ThisKeyword ||
    node.kind === ts.SyntaxKind.SuperKeyword ||
    ts.isMetaProperty(node) ||
    (ts.isIdentifier(node) && node.text === 'arguments') ||
    ts.forEachChild(node, (child) => dependsOnPlace(child) || undefined) === true
  );
}
