import { AREAS } from '../../transforms/settings.ts';
import type { EngineOptions, SourceText } from '../engine/engine-messages.ts';

/** What the playground shows, and what its address keeps. */
export interface SharedState {
  readonly files: readonly SourceText[];
  /** The file to look at. */
  readonly active: number;
  readonly options: EngineOptions;
}

/** What the text behind the `#` of the playground's address asks for. */
export type Wanted =
  | { readonly kind: 'code'; readonly packed: string }
  | { readonly kind: 'case' | 'reason'; readonly name: string }
  | { readonly kind: 'nothing' };

export function readWanted(hash: string): Wanted {
  const [, kind, rest = ''] = /^#?(code|case|reason)\/(.+)$/.exec(hash) ?? [];
  if (kind === 'code') return { kind, packed: rest };
  if (kind === 'case' || kind === 'reason') return { kind, name: decodeURIComponent(rest) };
  return { kind: 'nothing' };
}

/** The state as the text that is packed: short names, since addresses are short. */
export function writeState({ files, active, options }: SharedState): string {
  return JSON.stringify({ f: files.map(({ path, text }) => [path, text]), a: active, o: options });
}

/** @returns undefined where the text isn't a state; addresses come from anybody */
export function readState(text: string): SharedState | undefined {
  let state: unknown;
  try {
    state = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof state !== 'object' || state === null) return undefined;
  const { f, a, o } = state as { f?: unknown; a?: unknown; o?: unknown };
  if (!Array.isArray(f)) return undefined;
  const files = f.flatMap((file: unknown): SourceText[] => {
    const [path, content] = Array.isArray(file) ? (file as unknown[]) : [];
    return typeof path === 'string' && typeof content === 'string' ? [{ path, text: content }] : [];
  });
  if (files.length === 0) return undefined;
  const active = typeof a === 'number' && a >= 0 && a < files.length ? Math.floor(a) : 0;
  return { files, active, options: readOptions(o) };
}

/** Takes what is an option, with a value that it can have, and nothing else. */
function readOptions(value: unknown): EngineOptions {
  if (typeof value !== 'object' || value === null) return {};
  const { exact, skipReview, removeUnused, frontendReplace, only, packages, todo } = value as Readonly<
    Record<string, unknown>
  >;
  const areas = Array.isArray(only) ? AREAS.filter((area) => only.includes(area)) : [];
  const named =
    typeof packages === 'object' && packages !== null
      ? Object.entries(packages).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      : [];
  return {
    ...(exact === true ? { exact } : {}),
    ...(skipReview === true ? { skipReview } : {}),
    ...(removeUnused === true ? { removeUnused } : {}),
    ...(todo === true || todo === 'review' ? { todo } : {}),
    ...(frontendReplace === 'null-keys' ? { frontendReplace } : {}),
    ...(areas.length === 0 ? {} : { only: areas }),
    ...(named.length === 0 ? {} : { packages: Object.fromEntries(named) }),
  };
}

/** Packs a state for an address, as {@link unpackState} takes it. */
export async function packState(state: SharedState): Promise<string> {
  const packed = await pipe(new TextEncoder().encode(writeState(state)), new CompressionStream('deflate-raw'));
  return btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** @returns undefined where what is packed is none, or broken */
export async function unpackState(packed: string): Promise<SharedState | undefined> {
  try {
    const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return readState(new TextDecoder().decode(await pipe(bytes, new DecompressionStream('deflate-raw'))));
  } catch {
    return undefined;
  }
}

async function pipe(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(through);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
