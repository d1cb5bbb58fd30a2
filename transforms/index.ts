export type { Analysis, SyntaxProblem } from './analyze.ts';
export { API_VERSION, type MetadataField, type Surface } from './api-change.ts';
export { applyEdits } from './edit/apply.ts';
export { analyze, createCheckerOracle, findSyntaxProblem } from './engine.ts';
export type { Edit, Finding, FindingKind, Position, Reason, ReasonOrigin, Verdict } from './finding.ts';
export type { AnalyzeOptions } from './analyze-options.ts';
export { mayHaveFindings } from './prefilter.ts';
export type { ModuleLocation, ProjectView } from './project.ts';
export type { ReasonCode } from './reasons.ts';
export type {
  DeclaredMember,
  DeclaredName,
  NamedType,
  ObjectProperty,
  ObjectShape,
  Span,
  TypeOracle,
  ValueKind,
} from './type-oracle.ts';
export type { CheckedSource } from './types/type-reader.ts';
