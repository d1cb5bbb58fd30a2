import type { ts } from 'ts-morph';
import { EXPORTS, GLOBALS, LEADS_ELSEWHERE, packageOf, SHAPES, TYPES, type Shape } from '../../knowledge/sdk-shapes.ts';
import type { Unit } from '../../language/unit.ts';
import { SDK_STRANGER, UNKNOWN, type SdkValue, type Value } from './value.ts';

/** A value of the SDK, made at `origin`; unknown where there is no shape. */
export function sdk(shape: Shape | undefined, origin: ts.Node, unit: Unit, from?: SdkValue): Value {
  return shape === undefined ? UNKNOWN : { kind: 'sdk', shape, origin, unit, from };
}

/** What an SDK package exports as `name`. */
export function sdkExport(specifier: string, name: string, at: ts.Node, unit: Unit): Value {
  const shape = shapeNamed(EXPORTS[packageOf(specifier)], name);
  if (shape !== undefined) return sdk(shape, at, unit);
  return name === 'default' ? { kind: 'sdk-module', name: specifier, node: at, unit } : unlisted(name);
}

/** A value of the SDK's type `name`. */
export function sdkType(name: string, at: ts.Node, unit: Unit): Value {
  const shape = shapeNamed(TYPES, name);
  return shape === undefined ? unlisted(name) : sdk(shape, at, unit);
}

/** What a name that is there without an import stands for. */
export function sdkGlobal(identifier: ts.Identifier, unit: Unit): Value {
  return sdk(shapeNamed(GLOBALS, identifier.text), identifier, unit);
}

/** What `name` of an object of the SDK is. */
export function sdkProperty(object: SdkValue, name: string, at: ts.Node, unit: Unit): Value {
  // What calls a function calls what it is on.
  if ((name === 'call' || name === 'apply') && SHAPES[object.shape].call !== undefined) return object;
  const shape = shapeNamed(SHAPES[object.shape].properties, name);
  return shape === undefined ? unlisted(name) : sdk(shape, at, unit, object);
}

/** What no shape has: it may lead to a user or a client all the same, unless it is known to lead elsewhere. */
function unlisted(name: string): Value {
  return LEADS_ELSEWHERE.test(name) ? SDK_STRANGER : UNKNOWN;
}

function shapeNamed(shapes: Readonly<Record<string, Shape>> | undefined, name: string): Shape | undefined {
  return shapes !== undefined && Object.hasOwn(shapes, name) ? shapes[name] : undefined;
}
