import { describe, expect, it } from 'vitest';
import { analyze, type ProjectView } from '../../transforms/index.ts';

const MAIN = `import { clerkClient } from '@clerk/express';
import type { Contact } from './contact';
export const save = (id: string, contact: Contact) => clerkClient.users.updateUser(id, contact);`;

/** Whether a type may have more members than its own file says, given what another file has. */
function mayHaveMore(other: string): boolean {
  const files = new Map([
    ['/app/main.ts', MAIN],
    ['/app/contact.ts', 'export interface Contact { username?: string }'],
    ['/app/other.ts', other],
  ]);
  const project: ProjectView = {
    dependsOnSdk: () => true,
    resolveModule: (specifier) =>
      specifier.startsWith('./') ? { kind: 'file', fileName: `/app/${specifier.slice(2)}.ts` } : { kind: 'package' },
    readModule: (fileName) => files.get(fileName),
    sourceFiles: () => [...files.keys()],
    filesNaming: (words) =>
      [...files].flatMap(([name, text]) => (words.some((word) => text.includes(word)) ? [name] : [])),
  };
  const result = analyze(MAIN, '/app/main.ts', { project });
  if (result.kind !== 'analyzed') throw new Error(result.kind);
  return result.findings.length > 0;
}

const ADDED = 'interface Contact { publicMetadata?: object }';

describe('what may add to a type that another file declares', () => {
  it.each([
    ['a script', ADDED],
    ['a script whose comment looks like an import', `// import './a';\n${ADDED}`],
    ['a script with several comments', `/* a */ const a = 1; /* b */ import('./a');\n${ADDED}`],
    ['a script that begins with a word', `exports.a = 1;\n${ADDED}`],
    ['a script that imports when it runs', `import('./a');\n${ADDED}`],
    ['a script behind a directive', `'use strict';\n${ADDED}`],
    ['a module for all', `import './a';\ndeclare global { ${ADDED} }`],
    ['a module for another', `import './a';\ndeclare module './contact' { ${ADDED} }`],
    ['a module for a folder in parentheses', `import './a';\ndeclare module './(a)/contact' { ${ADDED} }`],
    ['a module whose brace comes late', `import './a';\ndeclare global // (for all)\n/* = */\n{ ${ADDED} }`],
    ['a module with a namespace of two names', `import './a';\nnamespace A . B { ${ADDED} }`],
    ['a module with a namespace', `import './a';\nexport namespace A { ${ADDED} }`],
  ])('%s', (_, text) => {
    expect(mayHaveMore(text)).toBe(true);
  });

  it.each([
    ['a module with a type of its own', `import './a';\n${ADDED}`],
    ['… with line ends of Windows', `// of ours\r\n'use client';\r\nimport './a';\r\n${ADDED}`],
    [
      '… behind comments and a directive',
      `#!/usr/bin/env node\n/** A *\n * page. **/ // of ours\n'use client';\nexport {};\n${ADDED}`,
    ],
    ['… that speaks of modules', `import './a'; // a module (for all)\nconst module = {}; ${ADDED}`],
    ['… whose import comes last', `${ADDED}\nimport './a';`],
    ['nobody', ''],
  ])('not %s', (_, text) => {
    expect(mayHaveMore(text)).toBe(false);
  });
});
