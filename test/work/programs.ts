/** What programs are written with whose definitions mention each other. */
import type { Shape } from './definition-graphs.ts';

export interface Program {
  /** By absolute name; the first is analysed. */
  readonly files: readonly (readonly [string, string])[];
}

/** Writes a shape down as a program. */
export type Writer = (shape: Shape) => Program;

export const BACKEND = "import { clerkClient } from '@clerk/nextjs/server';\n";
export const FRONTEND = "import { useUser } from '@clerk/nextjs';\n";
export const MAKER = "import { createClerkClient, type ClerkClient } from '@clerk/backend';\n";

export function program(text: string, extension = 'ts'): Program {
  return { files: [[`/app/a.${extension}`, text]] };
}

/** The file that a program's other files import as `./m<index>`. */
export function moduleFile(index: number, text: string): readonly [string, string] {
  return [`/app/m${String(index)}.ts`, text];
}

export function lines(...all: readonly string[]): string {
  return all.join('\n');
}

/** What is written for each number below `count`. */
export function times(count: number, write: (index: string) => string): string[] {
  return Array.from({ length: count }, (_, index) => write(String(index)));
}

/** What each of the definitions is written as, in their order. */
export function each(shape: Shape, write: (index: string, mentioned: readonly string[]) => string): string {
  return lines(...shape.map((mentioned, index) => write(String(index), mentioned.map(String))));
}

/** `c ? a : c ? b : start`. */
export function anyOf(names: readonly string[], start: string): string {
  return [...names.map((name) => `c ? ${name} :`), start].join(' ');
}

/** The definition that a program asks about. */
export function last(shape: Shape): string {
  return String(shape.length - 1);
}

export const CALL = "users.updateUser(id, { publicMetadata: { plan: 'p' } });\n";

const PATCH = 'await clerkClient.users.updateUser(id, { publicMetadata: { ...user.publicMetadata, plan:';

/** A patch of one value. */
export function patch(value: string): string {
  return lines(
    'export async function save(id, c) {',
    'const user = await clerkClient.users.getUser(id);',
    `${PATCH} ${value} } });`,
    '}',
    '',
  );
}

/** Statements between reading the user and the patch. */
export function between(statements: string, before = ''): Program {
  const read = 'const user = await clerkClient.users.getUser(id);';
  return program(
    lines(BACKEND, before, 'export async function save(id, c, xs) {', read, statements, `${PATCH} 'p' } });`, '}'),
  );
}

/** A request of one's own to an address. */
export function send(address: string): string {
  return `await fetch(${address}, { method: 'PATCH', body: JSON.stringify({ public_metadata: { a: 1 } }) });`;
}
