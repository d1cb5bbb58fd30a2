export { analyze, findSyntaxProblem, type Analysis, type SyntaxProblem } from './analyze.ts';
export { API_VERSION, type MetadataField, type Surface } from './api-change.ts';
export { applyEdits } from './edit/apply.ts';
export type { Edit, Finding, FindingKind, Position, Verdict } from './finding.ts';
export type { AnalyzeOptions } from './options.ts';
export { mayHaveFindings } from './prefilter.ts';
export type { ModuleLocation, ProjectView } from './project.ts';
export type { Reason, ReasonCode } from './reasons.ts';
export type { DeclaredMember, DeclaredName, NamedType, ObjectProperty, ObjectShape, Span, TypeOracle, ValueKind } from './type-oracle.ts';
