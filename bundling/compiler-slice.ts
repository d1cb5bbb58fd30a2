import { readFileSync } from 'node:fs';
import { ts } from 'ts-morph';

/**
 * The compiler's one large file as a module whose parts can be left out: a bundler that takes from it what the engine
 * uses comes to half a megabyte of nine.
 *
 * The compiler is built to be loaded as a whole. It fills its namespaces, its table of messages and its lists of
 * services by statements that a bundler must keep. Each of these is written here as what it is: a value that nobody
 * needs who doesn't name it.
 *
 * @param path the compiler, as ts-morph brings it along
 * @param names those to export; all of them where they are left out
 * @returns a module with these names as exports, the licence first
 * @throws Error where the compiler isn't built as it was
 */
export function sliceCompiler(path: string, names?: readonly string[]): string {
  const text = readFileSync(path, 'utf8');
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const statements = statementsOf(source);
  const all = [...exportsOf(statements)];
  const exported = names === undefined ? all : all.filter(([name]) => names.includes(name));
  return [
    licenceOf(text),
    // In a browser there is nothing of Node's, and the compiler asks for that before it takes it.
    'const require = undefined;',
    'const exportAll = (all) => { const target = {}; __export(target, all); return target; };',
    ...statements.map(rewrite),
    `export { ${exported.map(([name, inside]) => `${inside} as ${name}`).join(', ')} };`,
  ].join('\n');
}

function licenceOf(text: string): string {
  const [licence = ''] = /^\/\*![\s\S]*?\*\//.exec(text) ?? [];
  return `${licence}\n/*! The part of TypeScript ${ts.version} that is used here; what it doesn't need was left out. */`;
}

/** What the compiler's file does, inside the function that it is wrapped in. */
function statementsOf(source: ts.SourceFile): readonly ts.Statement[] {
  const bodies = source.statements.flatMap((statement) => {
    const called =
      ts.isExpressionStatement(statement) && ts.isCallExpression(statement.expression)
        ? functionOf(statement.expression)
        : undefined;
    return called ?? [];
  });
  const [body] = bodies;
  if (body === undefined || bodies.length > 1) throw new Error('the compiler is not built as one function');
  return body.statements;
}

/** What the compiler exports, and what that is called inside. */
function exportsOf(statements: readonly ts.Statement[]): ReadonlyMap<string, string> {
  const table = statements.map(exportTableOf).find((found) => found?.target === 'typescript_exports');
  if (table === undefined) throw new Error('the compiler has no table of its exports');
  return new Map(
    table.names.properties.flatMap((property) => {
      const inside =
        ts.isPropertyAssignment(property) && ts.isArrowFunction(property.initializer)
          ? property.initializer.body.getText()
          : undefined;
      return inside === undefined || property.name === undefined ? [] : [[property.name.getText(), inside]];
    }),
  );
}

/** Services for editors that are handed out as methods of a symbol, and bring half of the compiler along. */
const UNUSED: ReadonlySet<string> = new Set(['getDocumentationComment', 'getJsDocTagsOfDeclarations']);

/** Each rewrites the statements that it knows: a text for what is kept, an empty one for what goes. */
const REWRITERS: readonly ((statement: ts.Statement) => string | undefined)[] = [
  // `__export(x_exports, { … })`: a namespace of getters
  (statement) => {
    const table = exportTableOf(statement);
    if (table === undefined) return undefined;
    if (table.target === 'typescript_exports') return '';
    return `var ${table.target} = /* @__PURE__ */ exportAll(${textOf(table.names)});`;
  },
  // `((X2) => { … })(X || (X = {}))`: a namespace that is filled
  (statement) => {
    if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) return undefined;
    const [given] = statement.expression.arguments;
    const name = /^(\w+) \|\| \(\1 = \{\}\)$/.exec(given?.getText() ?? '')?.[1];
    const body = functionOf(statement.expression);
    if (name === undefined || body === undefined || !ts.isArrowFunction(body.parent)) return undefined;
    const parameter = body.parent.parameters[0]?.getText() ?? '';
    const filled = `${textOf(body).slice(1, -1)}\nreturn ${parameter};`;
    return `var ${name} = /* @__PURE__ */ ((${parameter}) => { ${filled} })(${name} || {});`;
  },
  // `_X.y = …`: a static property, which goes to where `_X` gets its name
  (statement) => (staticOf(statement) === undefined ? undefined : ''),
  (statement) => {
    const declaration = ts.isVariableStatement(statement) ? statement.declarationList.declarations[0] : undefined;
    const inside = declaration?.initializer?.getText();
    if (declaration === undefined || inside === undefined || inside !== `_${declaration.name.getText()}`)
      return undefined;
    const { statements } = statement.parent as ts.Block;
    const properties = statements.filter((other) => staticOf(other) === inside).map(textOf);
    return `var ${declaration.name.getText()} = /* @__PURE__ */ (() => { ${properties.join(' ')} return ${inside}; })();`;
  },
  // `registerCodeFix({ … })`: a service for editors
  (statement) => (/^register(?:CodeFix|Refactor)\(/.test(statement.getText()) ? '' : undefined),
  // `module.exports = …`, and the list of names for Node's parser behind `0 &&`
  (statement) => (/^(?:0 && \()?module\.exports = /.test(statement.getText()) ? '' : undefined),
  (statement) =>
    ts.isFunctionDeclaration(statement) && statement.name !== undefined && UNUSED.has(statement.name.text)
      ? `function ${statement.name.text}() {}`
      : undefined,
  // `var Diagnostics = { name: diag(…), … }`: one message for each thing that can be wrong
  (statement) => {
    const table = ts.isVariableStatement(statement) ? statement.declarationList.declarations[0] : undefined;
    if (table?.name.getText() !== 'Diagnostics') return undefined;
    if (table.initializer === undefined || !ts.isObjectLiteralExpression(table.initializer)) return undefined;
    const messages = table.initializer.properties
      .filter(ts.isPropertyAssignment)
      .map(({ name, initializer }) => ({ name: name.getText(), text: initializer.getText() }));
    return [
      ...messages.map(({ name, text }) => `var Diagnostics_${name} = /* @__PURE__ */ ${text};`),
      `var Diagnostics = { ${messages.map(({ name }) => `${name}: Diagnostics_${name}`).join(', ')} };`,
    ].join('\n');
  },
  // `var x = create(…)`: whatever makes a value at the start makes nothing else
  (statement) => {
    if (!ts.isVariableStatement(statement)) return undefined;
    return statement.declarationList.declarations
      .map(({ name, initializer }) => {
        // `var X;` is declared where it is filled.
        if (initializer === undefined) return `var ${name.getText()};`;
        const makes = ts.isCallExpression(initializer) || ts.isNewExpression(initializer);
        return `var ${name.getText()} = ${makes ? '/* @__PURE__ */ ' : ''}${textOf(initializer)};`;
      })
      .join('\n');
  },
];

function rewrite(statement: ts.Statement): string {
  for (const rewriter of REWRITERS) {
    const text = rewriter(statement);
    if (text !== undefined) return text;
  }
  return textOf(statement);
}

/** The text of `node`, where a message is a variable and not a part of the table of all messages. */
function textOf(node: ts.Node): string {
  return node.getText().replaceAll(/\bDiagnostics\.(?=\w)/g, 'Diagnostics_');
}

/** `_X` of `_X.y = …`, which is how a class gets its static properties. */
function staticOf(statement: ts.Statement): string | undefined {
  return /^(_[A-Z]\w*)\.\w+ = /.exec(statement.getText())?.[1];
}

/** The body of the function that `call` calls on the spot. */
function functionOf({ expression }: ts.CallExpression): ts.Block | undefined {
  const called = ts.isParenthesizedExpression(expression) ? expression.expression : expression;
  return ts.isArrowFunction(called) && ts.isBlock(called.body) ? called.body : undefined;
}

function exportTableOf(
  statement: ts.Statement,
): { readonly target: string; readonly names: ts.ObjectLiteralExpression } | undefined {
  if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) return undefined;
  if (statement.expression.expression.getText() !== '__export') return undefined;
  const [target, names] = statement.expression.arguments;
  return target !== undefined && ts.isIdentifier(target) && names !== undefined && ts.isObjectLiteralExpression(names)
    ? { target: target.text, names }
    : undefined;
}
