/**
 * What the rules load once a file passes the prefilter, and not before: the engine with its compiler, and what reads the files around a
 * file. The build makes one CommonJS module of it, since a rule has to load it synchronously.
 */
export { analyze } from '../transforms/analyze.ts';
export { createCheckerOracle } from '../transforms/types/checker-oracle.ts';
export { createFileView } from './file-view.ts';
