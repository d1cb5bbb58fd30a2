/**
 * The world that a fixture runs in: the SDK's packages over real clients, everything else a stand-in that writes down
 * what is done to it.
 * Time and chance are the same in every run, and go on by one with each look, so that a look too many shows.
 */
import ts from 'typescript';

import type { Sdk } from './sdk-modules.ts';
import type { Journal } from './journal.ts';
import { addressedPackage } from '../../../transforms/knowledge/sdk-addresses.ts';
import { isSdkPackage, makeClerkGlobal, makeSdkModule } from './sdk-modules.ts';
import type { Program, Surroundings } from './fixture-program.ts';
import { makeFetch, makeHttpLibraries } from './http-libraries.ts';
import { makeRecorder, makeStranger, touch } from './strangers.ts';
import { answerOf, makeValue, type Making } from './made-values.ts';

const START = Date.UTC(2026, 4, 12);

/** Listeners that the program left for later, to be called once it is loaded. */
export type Listeners = (() => unknown)[];

/** @returns what `runModule` wants, and where listeners of the window are kept */
export async function surround(
  program: Program,
  making: Making,
  sdk: Sdk,
): Promise<Surroundings & { readonly listeners: Listeners }> {
  const { journal } = making;
  const listeners: Listeners = [];
  const fetch = makeFetch(journal, sdk);
  const web: Web = { fetch, libraries: makeHttpLibraries(fetch, sdk.address) };
  const modules = new Map<string, unknown>();
  return {
    listeners,
    importPackage: (specifier) => {
      if (!modules.has(specifier)) modules.set(specifier, importPackage(specifier, making, sdk));
      return modules.get(specifier);
    },
    globals: {
      ...makeGlobals(making, sdk, web, listeners),
      ...(await makeDeclared(program, making)),
      __meta: { env: {} },
    },
  };
  function knownOf(specifier: string, of: Sdk): Readonly<Record<string, unknown>> | undefined {
    if (specifier === 'hono') return { __esModule: true, Hono: makeHono(of, journal, listeners) };
    // What starts with null, React fills with an element.
    const useRef = (current: unknown): unknown => ({ current: current ?? makeStranger('element', journal) });
    // What an effect depends on, React only compares.
    const useEffect = makeRecorder('react.useEffect', journal, () => undefined);
    return specifier === 'react' ? { ...LIBRARIES[specifier], useRef, useEffect } : LIBRARIES[specifier];
  }
  function importPackage(specifier: string, { journal: to }: Making, of: Sdk): unknown {
    const name = addressedPackage(specifier)?.name ?? specifier;
    if (isSdkPackage(name)) return makeSdkModule(name, of, to);
    const library = web.libraries[specifier];
    if (library !== undefined) return library;
    return makeStranger(specifier, journal, knownOf(specifier, of));
  }
}

/** What sends requests without an SDK. */
interface Web {
  readonly fetch: unknown;
  readonly libraries: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const identity = (value: unknown): unknown => value;

interface MutationOptions {
  readonly mutationFn: (given: unknown) => unknown;
  readonly onSuccess?: (given: unknown) => unknown;
}

interface FormOptions {
  readonly initialValues: unknown;
  readonly onSubmit: (values: unknown) => unknown;
}

/** The few libraries whose functions only pass on what they are given. */
const LIBRARIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  react: {
    __esModule: true,
    cache: identity,
    forwardRef: identity,
    memo: identity,
    useCallback: identity,
    useMemo: (make: () => unknown) => make(),
    useState: (initial: unknown) => [
      typeof initial === 'function' ? (initial as () => unknown)() : initial,
      () => undefined,
    ],
  },
  formik: {
    __esModule: true,
    useFormik: ({ initialValues, onSubmit }: FormOptions) => ({
      setFieldValue: () => undefined,
      submitForm: () => onSubmit(initialValues),
    }),
  },
  jobs: { __esModule: true, createFunction: (_: unknown, run: unknown) => run },
  h3: { __esModule: true, defineEventHandler: identity },
  '@tanstack/react-start': { __esModule: true, createServerFn: () => ({ handler: identity }) },
  '@tanstack/react-query': {
    __esModule: true,
    useMutation: ({ mutationFn, onSuccess = identity }: MutationOptions) => {
      const mutateAsync = async (given: unknown): Promise<unknown> => onSuccess(await mutationFn(given));
      return { mutate: mutateAsync, mutateAsync };
    },
  },
};

/**
 * An application whose handlers are called once it is set up, with a context in which middleware has put the client.
 */
function makeHono({ client }: Sdk, journal: Journal, listeners: Listeners): unknown {
  const context = {
    get: () => client,
    var: { clerk: client },
    json: (value: unknown) => value,
    body: (value: unknown) => value,
  };
  return class Hono {
    use(): this {
      return this;
    }
    post(path: string, handler: (given: unknown) => unknown): this {
      listeners.push(async () => {
        journal.effect(`POST ${path}`, [await handler(context)]);
      });
      return this;
    }
  };
}

function makeGlobals(
  { journal }: Making,
  { browser }: Sdk,
  { fetch, libraries }: Web,
  listeners: Listeners,
): Record<string, unknown> {
  let time = START;
  let chance = 0;
  class FixedDate extends Date {
    constructor(...args: unknown[]) {
      // The constructor takes many forms; none given means now.
      super(...((args.length === 0 ? [FixedDate.now()] : args) as [number]));
    }
    static override [Symbol.hasInstance](value: unknown): boolean {
      return value instanceof Date;
    }
    static override now(): number {
      time += 1;
      return time;
    }
  }
  const clerk = makeClerkGlobal(browser);
  const window = makeStranger('window', journal, {
    // The language's own, by the name that always reaches it.
    JSON,
    Object,
    Clerk: clerk,
    fetch,
    addEventListener: (_: unknown, listener: () => unknown) => listeners.push(listener),
  });
  return {
    window,
    globalThis: window,
    Clerk: clerk,
    Date: FixedDate,
    crypto: { randomUUID: () => `00000000-0000-4000-8000-${String((chance += 1)).padStart(12, '0')}` },
    console: new Proxy({}, { get: (_, key) => makeRecorder(`console.${String(key)}`, journal, () => undefined) }),
    fetch,
    $fetch: libraries['ofetch']?.['$fetch'],
    localStorage: makeStranger('localStorage', journal, { getItem: (key: unknown) => `stored ${String(key)}` }),
    sessionStorage: makeStranger('sessionStorage', journal, { getItem: () => null }),
    process: {
      env: {},
      argv: ['node', 'script', 'user_1'],
      exit: makeRecorder('process.exit', journal, () => undefined),
    },
  };
}

/** Functions and values that the files say exist elsewhere. */
async function makeDeclared(program: Program, making: Making): Promise<Record<string, unknown>> {
  const made: Record<string, unknown> = {};
  for (const statement of [...program.modules.values()].flatMap(({ declared }) => declared)) {
    if (ts.isFunctionDeclaration(statement) && statement.name !== undefined) {
      const name = statement.name.text;
      made[name] = makeRecorder(name, making.journal, (count, args) => {
        // What returns nothing is there for what it does.
        if (statement.type?.kind === ts.SyntaxKind.VoidKeyword) args.forEach(touch);
        return answerOf(statement.type, name, `${name}#${String(count)}`, making);
      });
    }
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, type } of statement.declarationList.declarations) {
      const text = name.getText();
      made[text] = await makeDeclaredValue(type, text, making);
    }
  }
  return made;
}

/** A map is taken for one of clients. */
function makeDeclaredValue(type: ts.TypeNode | undefined, name: string, making: Making): unknown {
  const { journal, sdk } = making;
  if (type?.getText().startsWith('Map<') === true)
    return makeStranger(name, journal, { get: makeRecorder(`${name}.get`, journal, () => sdk.client) });
  return type?.kind === ts.SyntaxKind.AnyKeyword ? makeStranger(name, journal) : makeValue(type, name, name, making);
}
