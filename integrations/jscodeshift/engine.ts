/** What the transform needs of the engine, built as a CommonJS file of its own: it is loaded only for a file that is worth parsing. */
export { analyze, findSyntaxProblem } from '../../transforms/analyze.ts';
