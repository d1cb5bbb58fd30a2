import type { ts } from 'ts-morph';
import {
  EXPORTS,
  GLOBALS,
  LEADS_ELSEWHERE,
  packageOf,
  SDK_TYPES,
  TYPES,
  type SdkType,
} from '../../knowledge/sdk-types.ts';
import type { Unit } from '../../language/unit.ts';
import { FOREIGN_OF_SDK, UNKNOWN, type SdkValue, type Value } from './value.ts';

/** A value of the SDK, made at `origin`; unknown where there is no type. */
export function sdk(type: SdkType | undefined, origin: ts.Node, unit: Unit, from?: SdkValue): Value {
  return type === undefined ? UNKNOWN : { kind: 'sdk', type, origin, unit, from };
}

/** What an SDK package exports as `name`. */
export function sdkExport(specifier: string, name: string, at: ts.Node, unit: Unit): Value {
  const type = typeNamed(EXPORTS[packageOf(specifier)], name);
  if (type !== undefined) return sdk(type, at, unit);
  return name === 'default' ? { kind: 'sdk-module', name: specifier, node: at, unit } : unlisted(name);
}

/** A value of the SDK's type `name`. */
export function sdkType(name: string, at: ts.Node, unit: Unit): Value {
  const type = typeNamed(TYPES, name);
  return type === undefined ? unlisted(name) : sdk(type, at, unit);
}

/** What a name that is there without an import stands for. */
export function sdkGlobal(identifier: ts.Identifier, unit: Unit): Value {
  return sdk(typeNamed(GLOBALS, identifier.text), identifier, unit);
}

/** The browser's global object: what `this` is in a script, outside of functions. */
export function globalObject(at: ts.Node, unit: Unit): Value {
  return sdk('browser-global', at, unit);
}

/** What `name` of an object of the SDK is. */
export function sdkProperty(object: SdkValue, name: string, at: ts.Node, unit: Unit): Value {
  // What calls a function calls what it is on.
  if ((name === 'call' || name === 'apply') && SDK_TYPES[object.type].call !== undefined) return object;
  const type = typeNamed(SDK_TYPES[object.type].properties, name);
  return type === undefined ? unlisted(name) : sdk(type, at, unit, object);
}

/** What no type has: it may lead to a user or a client all the same, unless it is known to lead elsewhere. */
function unlisted(name: string): Value {
  return LEADS_ELSEWHERE.test(name) ? FOREIGN_OF_SDK : UNKNOWN;
}

function typeNamed(types: Readonly<Record<string, SdkType>> | undefined, name: string): SdkType | undefined {
  return types !== undefined && Object.hasOwn(types, name) ? types[name] : undefined;
}
