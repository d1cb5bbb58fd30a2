import { ts } from 'ts-morph';
import type { MetadataField } from '../api-change.ts';
import type { BoundPart, Plan, RunTimeSplit, SplitParams, SplitPlan } from '../decide/decision/plan.ts';
import type { Scope } from '../language/scope.ts';
import { contains, isContainer } from '../tree.ts';
import { clauseToBrace } from './case-braces.ts';

/** A plan whose variables have their names. */
export type NamedPlan = Exclude<Plan, SplitPlan> | NamedSplit;

export interface NamedSplit extends Omit<SplitPlan, 'bound' | 'params'> {
  readonly bound: readonly NamedPart[];
  readonly params: Exclude<SplitParams, RunTimeSplit> | NamedParams;
}

/** Params that are taken apart when the program runs. */
export interface NamedParams extends Omit<RunTimeSplit, 'fields'> {
  readonly fields: readonly NamedField[];
  readonly rest: string;
  /** The name for what the general call returned; undefined where there is metadata for certain. */
  readonly guardResult: string | undefined;
}

/** A metadata field, and the name of the variable that holds it. */
interface NamedField {
  readonly field: MetadataField;
  readonly name: string;
}

/** A part of the call with its name, or with the pattern that takes the params apart. */
export interface NamedPart extends Pick<BoundPart, 'node' | 'element' | 'type'> {
  readonly name: string;
}

/**
 * Names the variables of the plans of one file, whose names are `scope`: each as it is best called, or with the first
 * number behind that which is free where it is seen, and which none has been given before.
 */
export function createNaming(scope: Scope): (plan: Plan) => NamedPlan {
  const given: { readonly name: string; readonly block: ts.Node }[] = [];
  const freshName = (base: string, node: ts.Node): string => {
    const block = blockOf(node);
    // A name that a block around has been given may be meant inside of this one, and the other way round.
    const isGiven = (name: string): boolean =>
      given.some((other) => other.name === name && (contains(other.block, block) || contains(block, other.block)));
    const isTaken = (name: string): boolean =>
      isGiven(name) || scope.mentions(name, block) || scope.bindingSeenFrom(node, name) !== undefined;
    let name = base;
    for (let suffix = 2; isTaken(name); suffix += 1) name = `${base}${String(suffix)}`;
    given.push({ name, block });
    return name;
  };
  return (plan) => (plan.kind === 'split' ? nameSplit(plan, freshName) : plan);
}

function nameSplit(plan: SplitPlan, freshName: (base: string, node: ts.Node) => string): NamedSplit {
  const { call, params: sent } = plan.site;
  const params =
    plan.params.kind === 'run-time' ? nameParams(plan.params, (base) => freshName(base, call)) : plan.params;
  const bound = plan.bound.map(({ node, element, base, type }) => ({
    node,
    element,
    type,
    name: params.kind === 'run-time' && node === sent ? patternOf(params) : freshName(base, call),
  }));
  return { ...plan, params, bound };
}

function nameParams(params: RunTimeSplit, freshName: (base: string) => string): NamedParams {
  return {
    ...params,
    fields: params.fields.map((field) => ({ field, name: freshName(field) })),
    rest: freshName('rest'),
    guardResult: params.isGuarded ? freshName('updated') : undefined,
  };
}

/** `{ publicMetadata, privateMetadata: privateMetadata2, ...rest }`. */
function patternOf({ fields, rest }: NamedParams): string {
  return `{ ${fields.map(({ field, name }) => (field === name ? field : `${field}: ${name}`)).join(', ')}, ...${rest} }`;
}

/**
 * Where a `const` beside the statement of `node` is seen: the innermost block, with the parameters that share its
 * names.
 */
function blockOf(node: ts.Node): ts.Node {
  const isSeenThrough = (block: ts.Node): boolean => {
    if (ts.isCaseOrDefaultClause(block)) {
      const statement = block.statements.find((one) => contains(one, node));
      return statement === undefined || clauseToBrace(statement) !== block;
    }
    return !isContainer(block) && !ts.isBlock(block) && !ts.isCaseBlock(block) && !ts.isModuleBlock(block);
  };
  let block = node.parent;
  while (isSeenThrough(block)) block = block.parent;
  const { parent } = block;
  return ts.isBlock(block) && (ts.isFunctionLike(parent) || ts.isCatchClause(parent)) ? parent : block;
}
