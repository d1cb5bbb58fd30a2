import { ts } from 'ts-morph';
import { isModule } from '../../language/modules.ts';
import type { Unit } from '../../language/unit.ts';
import { globalObject } from '../sdk/sdk-values.ts';
import { UNKNOWN, type Value } from '../sdk/value.ts';
import { hasStatic } from './class-values.ts';
import { storeAround } from '../frameworks/pinia.ts';
import type { Evaluation } from '../sdk/evaluation.ts';
import { componentOptions, isComponentThis } from '../frameworks/vue.ts';
import { baseOf } from '../../syntax.ts';

/** What `this` is. */
export function valueOfThis(node: ts.Node, unit: Unit): Value {
  const options = componentOptions(unit);
  if (options !== undefined && isComponentThis(node, options)) return { kind: 'component', node: options, unit };
  for (let current = node.parent; !ts.isSourceFile(current); current = current.parent) {
    const store =
      ts.isMethodDeclaration(current) || ts.isFunctionExpression(current) ? storeAround(current, unit) : undefined;
    if (store !== undefined) return store;
    if (ts.isFunctionDeclaration(current) || ts.isFunctionExpression(current)) return UNKNOWN;
    if (ts.isClassElement(current) && ts.isClassLike(current.parent)) {
      return {
        kind: hasStatic(current) || ts.isClassStaticBlockDeclaration(current) ? 'class' : 'instance',
        node: current.parent,
        unit,
      };
    }
    if ((ts.isMethodDeclaration(current) || ts.isAccessor(current)) && ts.isObjectLiteralExpression(current.parent)) {
      return { kind: 'object', node: current.parent, unit };
    }
  }
  const isScript = !isModule(unit.source) && (unit.component === undefined || unit.component.framework === 'html');
  return isScript ? globalObject(node, unit) : UNKNOWN;
}

/** What the class that `this` belongs to extends, where it is in sight. */
export function valueOfSuper(node: ts.Node, evaluation: Evaluation): Value {
  const own = valueOfThis(node, evaluation.unit);
  if (own.kind !== 'instance' && own.kind !== 'class') return UNKNOWN;
  const base = baseOf(own.node);
  const value = base === undefined ? UNKNOWN : evaluation.valueOf(base.expression);
  return value.kind === 'class' ? { kind: own.kind, node: value.node, unit: value.unit } : UNKNOWN;
}
