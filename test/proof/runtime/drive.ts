/**
 * Calls what a fixture exports, and what comes out of that: returned functions, handlers in elements, methods of
 * objects and classes, steps of generators.
 */
import ts from 'typescript';

import { describeValue } from './values-as-json.ts';
import type { Journal } from './journal.ts';
import type { Element } from './fixture-program.ts';
import type { Mentions } from './mentioned-names.ts';
import { SIGNED_IN } from './sdk-modules.ts';
import { isIdName, isOurs, makeRecorder, makeStranger } from './strangers.ts';
import { makeArguments, makeValue, type Making } from './made-values.ts';

interface Drive {
  readonly making: Making;
  readonly journal: Journal;
  readonly seen: Set<unknown>;
}

type Callable = (this: unknown, ...args: unknown[]) => unknown;

const DEEPEST = 5;
const MOST_STEPS = 6;

/**
 * Calls an export, and follows what comes of it; results and failures go into the journal under where they came from.
 */
export async function driveExport(name: string, value: unknown, making: Making): Promise<void> {
  await follow(value, name, { making, journal: making.journal, seen: new Set() }, 0);
}

async function follow(value: unknown, path: string, drive: Drive, depth: number, owner?: unknown): Promise<void> {
  if (depth > DEEPEST) return;
  if (typeof value === 'function') {
    if (isClass(value)) await followClass(value as unknown as new (...args: unknown[]) => object, path, drive, depth);
    else await call(value as Callable, path, drive, depth, owner);
    return;
  }
  if (typeof value !== 'object' || value === null || drive.seen.has(value)) return;
  drive.seen.add(value);
  if (isElement(value)) await followElement(value, path, drive, depth);
  else if (isIterator(value)) await followSteps(value, path, drive, depth);
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) await follow(item, `${path}[${String(index)}]`, drive, depth + 1);
  else if (isPlain(value))
    for (const [key, item] of Object.entries(value)) await follow(item, `${path}.${key}`, drive, depth + 1, value);
}

async function call(callable: Callable, path: string, drive: Drive, depth: number, owner: unknown): Promise<void> {
  // Strangers and recorders are ours, not the fixture's.
  if (!isOfTheFixture(callable)) return;
  const signature = findSignature(callable, drive.making);
  const args =
    signature === undefined
      ? [makeStranger('event', drive.journal)]
      : await makeArguments(signature, path, drive.making);
  const result = await attempt(`${path}()`, () => callable.apply(owner, args), drive);
  // Where a function leaves something under way, it would be up to chance which is done first, that or what the next
  // one does.
  await drive.making.settle();
  await follow(result, `${path}()`, drive, depth + 1);
}

/** Runs a piece of the fixture to its end, and writes down what came of it. */
async function attempt(path: string, run: () => unknown, { journal }: Drive): Promise<unknown> {
  try {
    const result = await run();
    journal.result(path, describeValue(result));
    return result;
  } catch (error) {
    journal.result(path, { threw: describeValue(error) });
    return undefined;
  }
}

async function followClass(
  made: new (...args: unknown[]) => object,
  path: string,
  drive: Drive,
  depth: number,
): Promise<void> {
  for (const key of Object.getOwnPropertyNames(made)) {
    const value: unknown = Object.getOwnPropertyDescriptor(made, key)?.value;
    if (typeof value === 'function') await follow(value, `${path}.${key}`, drive, depth + 1, made);
  }
  const signature = findConstructor(made, drive.making);
  const args = signature === undefined ? [] : await makeArguments(signature, path, drive.making);
  const instance = (await attempt(`new ${path}`, () => new made(...args), drive)) as
    Record<string, unknown> | undefined;
  if (instance === undefined) return;
  await complete(instance, path, drive);
  for (const [key, item] of Object.entries(instance)) {
    if (item instanceof Promise) await attempt(`${path}#${key}`, () => item, drive);
    else if (typeof item === 'function') await follow(item, `${path}#${key}`, drive, depth + 1, instance);
  }
  for (const key of methodNames(instance)) {
    await follow(instance[key], `${path}#${key}`, drive, depth + 1, instance);
  }
}

/** An abstract class is given what a subclass would have, and ids that would be set later. */
async function complete(instance: Record<string, unknown>, path: string, { making, journal }: Drive): Promise<void> {
  for (const member of making.mentions.abstract) {
    const name = member.name.getText();
    if (name in instance) continue;
    instance[name] = ts.isMethodDeclaration(member)
      ? makeRecorder(name, journal, () => undefined)
      : await makeValue(member.type, name, `${path}#${name}`, making);
  }
  for (const [key, value] of Object.entries(instance)) if (value === '' && isIdName(key)) instance[key] = SIGNED_IN;
}

async function followElement({ type, props }: Element, path: string, drive: Drive, depth: number): Promise<void> {
  for (const [key, item] of Object.entries(props)) {
    await follow(
      item,
      key === 'children' ? path : `${path}.${typeof type === 'string' ? type : 'element'}.${key}`,
      drive,
      depth,
    );
  }
}

async function followSteps(
  steps: AsyncIterator<unknown> | Iterator<unknown>,
  path: string,
  drive: Drive,
  depth: number,
): Promise<void> {
  for (let count = 1; count <= MOST_STEPS; count += 1) {
    const take = async (): Promise<IteratorResult<unknown>> => {
      const step = await steps.next();
      return { ...step, value: (await step.value) as unknown };
    };
    const step = (await attempt(`${path}.next#${String(count)}`, take, drive)) as IteratorResult<unknown> | undefined;
    if (step === undefined || step.done === true) return;
    await follow(step.value, `${path}.next#${String(count)}`, drive, depth + 1);
  }
}

function methodNames(instance: object): string[] {
  const names: string[] = [];
  const parentOf = (value: object): object | null => Object.getPrototypeOf(value) as object | null;
  for (let holder = parentOf(instance); holder !== null && holder !== Object.prototype; holder = parentOf(holder)) {
    for (const key of Object.getOwnPropertyNames(holder)) {
      if (key !== 'constructor' && typeof Object.getOwnPropertyDescriptor(holder, key)?.value === 'function')
        names.push(key);
    }
  }
  return names;
}

function isElement(value: object): value is Element {
  return '__element' in value;
}

function isIterator(value: object): value is AsyncIterator<unknown> | Iterator<unknown> {
  return (
    typeof (value as { next?: unknown }).next === 'function' &&
    (Symbol.iterator in value || Symbol.asyncIterator in value)
  );
}

/** Objects of the SDK aren't: their methods are no part of the fixture. */
function isPlain(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null;
}

function isClass(value: unknown): boolean {
  return typeof value === 'function' && Function.prototype.toString.call(value).startsWith('class');
}

function isOfTheFixture(callable: Callable): boolean {
  return !isOurs(callable) && !Function.prototype.toString.call(callable).includes('[native code]');
}

/** The function in the fixture's source that this is, by its name and its parameters. */
function findSignature(callable: Callable, { mentions }: Making): ts.SignatureDeclaration | undefined {
  const known = SIGNATURES.get(mentions) ?? new Map<string, ts.SignatureDeclaration | undefined>();
  SIGNATURES.set(mentions, known);
  const text = Function.prototype.toString.call(callable);
  const key = `${callable.name} ${text}`;
  if (!known.has(key)) known.set(key, searchSignature(text, callable.name, mentions));
  return known.get(key);
}

/** Parsing takes longer than running. */
const SIGNATURES = new WeakMap<Mentions, Map<string, ts.SignatureDeclaration | undefined>>();

function searchSignature(text: string, name: string, mentions: Mentions): ts.SignatureDeclaration | undefined {
  const [found] = parseFunction(text);
  if (found === undefined) return undefined;
  const wanted = namesOfParameters(found);
  const fitting = mentions.functions.filter(
    (candidate) => 'body' in candidate && namesOfParameters(candidate) === wanted,
  );
  return fitting.find((candidate) => nameOf(candidate) === name) ?? fitting[0];
}

function findConstructor(made: object, { mentions }: Making): ts.SignatureDeclaration | undefined {
  const { name } = made as { name: string };
  return mentions.functions.find(
    (candidate) => ts.isConstructorDeclaration(candidate) && candidate.parent.name?.text === name,
  );
}

/** As an expression, and where that is none, as a method. */
function parseFunction(text: string): ts.SignatureDeclaration[] {
  for (const source of [`(${text})`, `({${text}})`]) {
    const tree = ts.createSourceFile('f.js', source, ts.ScriptTarget.Latest, true);
    const found: ts.SignatureDeclaration[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isFunctionLike(node)) found.push(node);
      else ts.forEachChild(node, visit);
    };
    visit(tree);
    const { parseDiagnostics } = tree as ts.SourceFile & { parseDiagnostics: readonly unknown[] };
    if (parseDiagnostics.length === 0 && found.length > 0) return found;
  }
  return [];
}

function namesOfParameters(signature: ts.SignatureDeclaration): string {
  return signature.parameters.map(({ name }) => namesIn(name)).join(';');
}

function namesIn(name: ts.BindingName): string {
  if (ts.isIdentifier(name)) return name.text;
  return name.elements.map((element) => (ts.isOmittedExpression(element) ? '' : namesIn(element.name))).join(',');
}

function nameOf(signature: ts.SignatureDeclaration): string | undefined {
  if (signature.name !== undefined) return signature.name.getText();
  return ts.isVariableDeclaration(signature.parent) ||
    ts.isPropertyAssignment(signature.parent) ||
    ts.isPropertyDeclaration(signature.parent)
    ? signature.parent.name.getText()
    : undefined;
}
