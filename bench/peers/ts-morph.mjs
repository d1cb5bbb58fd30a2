// What one would write with ts-morph alone: open everything, rename the calls by name, save. Proves nothing.
import { Node, Project, SyntaxKind } from 'ts-morph';

const METHODS = new Set(['updateUser', 'updateOrganization', 'update']);
const FIELDS = ['publicMetadata', 'privateMetadata', 'unsafeMetadata'];

const project = new Project({ compilerOptions: { allowJs: true } });
project.addSourceFilesAtPaths('src/**/*.{ts,tsx,js,jsx,mjs}');
let found = 0;
for (const source of project.getSourceFiles()) {
  for (const call of source.getDescendantsOfKind(SyntaxKind.CallExpression)) {
    const callee = call.getExpression();
    const params = call.getArguments().at(-1);
    if (!Node.isPropertyAccessExpression(callee) || !METHODS.has(callee.getName()) || !Node.isObjectLiteralExpression(params)) continue;
    if (!FIELDS.some((field) => params.getProperty(field) !== undefined)) continue;
    callee.getNameNode().replaceWithText(callee.getName() === 'update' ? 'updateMetadata' : `${callee.getName()}Metadata`);
    found++;
  }
}
process.stdout.write(`${String(found)}\n`);
