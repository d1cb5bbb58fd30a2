/** TypeScript's own package in place of ts-morph, whose wrapping does not run in codemod's interpreter. */
import ts from 'typescript';

export { ts };
