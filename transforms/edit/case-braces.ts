import { ts } from 'ts-morph';
import { SURFACES } from '../api-change.ts';
import type { Edit } from '../finding.ts';
import { accessOf, unwrap } from '../syntax.ts';
import { someIn } from '../tree.ts';
import { endOfLineComments, indentOfLine, layoutAt } from './layout.ts';
import { inserting } from './make-edits.ts';

/**
 * The clause of a `switch` that gets braces once something is declared beside a statement of it, so that the other
 * clauses don't see that. Undefined where the clause declares something itself, which they may see, or may be rewritten
 * at a second place, too.
 */
export function clauseToBrace(statement: ts.Statement): ts.CaseOrDefaultClause | undefined {
  const { parent: clause } = statement;
  if (!ts.isCaseOrDefaultClause(clause)) return undefined;
  const isInWay = (other: ts.Statement): boolean => declares(other) || (other !== statement && updates(other));
  return clause.statements.some(isInWay) ? undefined : clause;
}

export function bracesAround(clause: ts.CaseOrDefaultClause): Edit[] {
  const { text } = clause.getSourceFile();
  const colon = clause.getChildren().find(({ kind }) => kind === ts.SyntaxKind.ColonToken);
  const last = clause.statements.at(-1);
  if (colon === undefined || last === undefined) return [];
  const opening = inserting(colon.end, ' {');
  // What stands on one line stays there.
  if (!clause.getText().includes('\n')) return [opening, inserting(last.end, ' }')];
  const closing = `${layoutAt(clause).newline}${indentOfLine(text, clause.getStart())}}`;
  return [opening, inserting(endOfLineComments(text, last.end), closing)];
}

/** Whether the whole `switch` sees what a statement declares. */
function declares(statement: ts.Statement): boolean {
  return ts.isVariableStatement(statement) || ts.isDeclarationStatement(statement);
}

const METHODS: ReadonlySet<string> = new Set(Object.values(SURFACES).map(({ method }) => method));

/** Whether a statement has a call that may be rewritten. */
function updates(statement: ts.Statement): boolean {
  return someIn(
    statement,
    (node) => ts.isCallExpression(node) && METHODS.has(accessOf(unwrap(node.expression))?.name ?? ''),
  );
}
