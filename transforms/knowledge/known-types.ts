import { KNOWN_GLOBALS } from './known-globals.ts';

/**
 * Types that the language, browsers and servers give without an import, beside those of their values. Not those by
 * which anybody's object goes, such as `AsyncIterable` and `PromiseLike`.
 */
const TYPES: ReadonlySet<string> = new Set([
  // The language
  'ArrayLike',
  'Awaited',
  'Capitalize',
  'Exclude',
  'Extract',
  'InstanceType',
  'Lowercase',
  'NonNullable',
  'Omit',
  'Partial',
  'Pick',
  'PropertyKey',
  'Readonly',
  'ReadonlyArray',
  'ReadonlyMap',
  'ReadonlySet',
  'Record',
  'Required',
  'TemplateStringsArray',
  'Uncapitalize',
  'Uppercase',
  // Browsers and servers
  'BodyInit',
  'BufferEncoding',
  'BufferSource',
  'ClipboardEvent',
  'CloseEvent',
  'Console',
  'Crypto',
  'CustomEvent',
  'D1Database',
  'Document',
  'DragEvent',
  'DurableObjectNamespace',
  'Element',
  'ErrorEvent',
  'Event',
  'EventTarget',
  'ExecutionContext',
  'ExtendableEvent',
  'FetchEvent',
  'FileList',
  'FocusEvent',
  'HeadersInit',
  'InputEvent',
  'JSX',
  'KVNamespace',
  'KeyboardEvent',
  'Location',
  'MessageEvent',
  'MouseEvent',
  'Node',
  'NodeJS',
  'PointerEvent',
  'PopStateEvent',
  'ProgressEvent',
  'PromiseRejectionEvent',
  'R2Bucket',
  'React',
  'RequestInfo',
  'RequestInit',
  'ResponseInit',
  'ScheduledEvent',
  'Storage',
  'StorageEvent',
  'SubmitEvent',
  'TouchEvent',
  'UIEvent',
  'WheelEvent',
]);

/** The elements of the DOM. */
const ELEMENTS = /^(?:HTML|SVG)\w*Element$/;

/** Names of values that say nothing of what may be called. */
const ANY_FUNCTION: ReadonlySet<string> = new Set(['Function', 'Object', 'Proxy']);

/** Whether a type that no file declares is known to have nothing of the repository's that can be called. */
export function isKnownType(name: string): boolean {
  return (TYPES.has(name) || KNOWN_GLOBALS.has(name) || ELEMENTS.test(name)) && !ANY_FUNCTION.has(name);
}
