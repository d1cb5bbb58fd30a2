import { ts } from 'ts-morph';

/**
 * V8 compiles a function when it loads it where the word `function` stands behind a parenthesis. A declaration has no
 * place for one, so it becomes a variable that is set before all else. V8 reads a text that is ASCII in half the time.
 *
 * @param text a script of CommonJS
 * @param isCalled of where a function begins, whether it is to be compiled early
 * @returns a script that does the same
 */
export function writeForEarlyCompiling(text: string, isCalled: (start: number) => boolean): string {
  const script = ts.createSourceFile('script.cjs', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);

  /** The text of a node, with what is inside rewritten. */
  const write = (node: ts.Node): string => {
    if (isHoisted(node)) return '';
    if (ts.isTaggedTemplateExpression(node) && NOT_ASCII.test(node.getText()))
      throw new Error(`a tag may see how this is written, so it has to be ASCII: ${node.getText()}`);
    if (ts.isBlock(node) && ts.isFunctionLike(node.parent)) return `{\n${writeStatements(node)}\n}`;
    return ts.isArrowFunction(node) && isCalled(node.getStart()) && !dependsOnPlace(node)
      ? writeFunction(node)
      : writeInside(node);
  };

  /** A function that its whole script, or the whole function around it, can call. */
  const isHoisted = (node: ts.Node): node is ts.FunctionDeclaration =>
    ts.isFunctionDeclaration(node) &&
    node.name !== undefined &&
    (node.parent === script || ts.isFunctionLike(node.parent.parent)) &&
    isCalled(node.getStart());

  /** Those of a script, or of a function, each in its line. */
  const writeStatements = ({ statements }: ts.SourceFile | ts.Block): string => {
    const hoisted = statements
      .filter(isHoisted)
      .map((node) => `var ${node.name?.text ?? ''} = ${writeFunction(node)};`);
    const directives = statements.filter(isDirective).length;
    const written = statements.map(write);
    return [...written.slice(0, directives), ...hoisted, ...written.slice(directives)].join('\n');
  };

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

  return toAscii([licenceOf(text), writeStatements(script), ''].join('\n'));
}

const NOT_ASCII = /[^\0-\x7f]/;

/** Strings, templates, regular expressions and names mean the same with escapes. */
function toAscii(script: string): string {
  return script.replaceAll(
    new RegExp(NOT_ASCII, 'g'),
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function isDirective(statement: ts.Statement): boolean {
  return ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression);
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
