/**
 * What is used of node's own modules, as far as codemod's interpreter has it. Its file system ends at the target of the
 * run:
 * what lies outside counts as not being there.
 */
import * as fs from 'fs';

export const { existsSync, readdirSync } = fs;

export function readFileSync(path: string): Uint8Array;
export function readFileSync(path: string, encoding: 'utf8'): string;
export function readFileSync(path: string, encoding?: 'utf8'): Uint8Array | string {
  try {
    return encoding === undefined ? fs.readFileSync(path) : fs.readFileSync(path, encoding);
  } catch (error) {
    if ((error as { code?: string }).code === 'EACCES')
      throw Object.assign(new Error('outside the target'), { code: 'ENOENT' });
    throw error;
  }
}

export function statSync(path: string): fs.Stats | undefined {
  return existsSync(path) ? fs.statSync(path) : undefined;
}

/** The runner follows no links, so there is none to resolve. */
export function realpathSync(path: string): string {
  return path;
}

const BUILT_IN = new Set(
  'assert async_hooks buffer child_process cluster console crypto dgram dns events fs http http2 https module net os path perf_hooks process querystring readline stream string_decoder timers tls tty url util v8 vm worker_threads zlib'.split(
    ' ',
  ),
);

export function isBuiltin(name: string): boolean {
  return name.startsWith('node:') || BUILT_IN.has(name.split('/')[0] ?? '');
}
