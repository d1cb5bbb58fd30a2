/**
 * The part of the engine that needs the compiler. The build makes one CommonJS file of it for all doors, which they
 * load once a text passes the prefilter, and not before: a lint rule and a jscodeshift transform can't wait for an
 * import.
 */
export { analyze, findSyntaxProblem } from './analyze.ts';
export { createCheckerOracle } from './types/checker-oracle.ts';
