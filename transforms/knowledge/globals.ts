import { COLLECTION_METHODS, LIST_METHODS, methodsThat, PROMISE_METHODS } from './builtins.ts';

/** Names that the language, browsers and servers give without an import, and that run nothing of the repository's but what they are given. Source: ECMA-262, the web's and Node's references. */
export const KNOWN_GLOBALS: ReadonlySet<string> = new Set([
  // The language
  'undefined', 'NaN', 'Infinity', 'Object', 'Function', 'Boolean', 'Symbol', 'Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError',
  'Number', 'BigInt', 'Math', 'Date', 'String', 'RegExp', 'Array', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'BigInt64Array',
  'BigUint64Array', 'Float32Array', 'Float64Array', 'Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'FinalizationRegistry', 'ArrayBuffer', 'SharedArrayBuffer', 'DataView', 'Atomics', 'JSON',
  'Iterator', 'Promise', 'Proxy', 'Reflect', 'Intl', 'parseInt', 'parseFloat', 'isNaN', 'isFinite', 'encodeURI', 'encodeURIComponent', 'decodeURI', 'decodeURIComponent', 'escape', 'unescape',
  'arguments', 'console', 'structuredClone', 'queueMicrotask', 'setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate',
  // Browsers and servers
  'fetch', 'Request', 'Response', 'Headers', 'FormData', 'Blob', 'File', 'FileReader', 'URL', 'URLSearchParams', 'AbortController', 'AbortSignal', 'TextEncoder', 'TextDecoder', 'ReadableStream',
  'WritableStream', 'TransformStream', 'WebSocket', 'XMLHttpRequest', 'crypto', 'performance', 'atob', 'btoa', 'alert', 'confirm', 'prompt', 'localStorage', 'sessionStorage', 'indexedDB', 'document',
  'location', 'history', 'navigator', 'screen', 'requestAnimationFrame', 'cancelAnimationFrame', 'requestIdleCallback', 'matchMedia', 'getComputedStyle', 'Image', 'process', 'Buffer', 'require',
  'module', 'exports', '__dirname', '__filename', 'Bun', 'Deno',
]);

/** Those of them that call what they are given. */
export const CALLING_GLOBALS: ReadonlySet<string> = new Set([
  'Array', 'Function', 'Promise', 'Proxy', 'Reflect', 'queueMicrotask', 'requestAnimationFrame', 'requestIdleCallback', 'setImmediate', 'setInterval', 'setTimeout', 'FinalizationRegistry', 'require',
]);

/**
 * Methods that strings, dates, lists, requests and events have, and that do nothing but what the language says: whatever object they are called on, a
 * repository that gives one of these names to a function that writes metadata, out of sight of the file, would have to mean it.
 */
export const PLAIN_METHODS: ReadonlySet<string> = new Set([
  'charAt', 'endsWith', 'includes', 'indexOf', 'join', 'lastIndexOf', 'padEnd', 'padStart', 'replace', 'replaceAll', 'slice', 'split', 'startsWith', 'substring', 'toFixed', 'toISOString',
  'toLocaleString', 'toLowerCase', 'toString', 'toUpperCase', 'trim', 'trimEnd', 'trimStart', 'getTime', 'every', 'filter', 'flatMap', 'forEach', 'map', 'reduce', 'reduceRight', 'some',
  'arrayBuffer', 'blob', 'formData', 'json', 'text', 'preventDefault', 'stopPropagation',
]);

/** Methods of lists, maps and promises that keep nothing of what they are given: their callbacks run at once, or once. */
export const FORGETTING_METHODS: ReadonlySet<string> = new Set([
  ...PLAIN_METHODS, ...methodsThat(({ changes }) => !changes, LIST_METHODS, COLLECTION_METHODS, PROMISE_METHODS), 'sort',
]);
