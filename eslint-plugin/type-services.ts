import { createRequire } from 'node:module';
import type { TypeOracle } from '../transforms/type-oracle.ts';
import type { FileContext } from './file-context.ts';
import type { Engine } from './load-engine.ts';

type CheckedSource = Parameters<Engine['createCheckerOracle']>[0];

/** What typescript-eslint's parser leaves for rules; without a project there is no program. */
interface ParserServices {
  readonly program?: CheckedSource['program'] | null;
  readonly esTreeNodeToTSNodeMap?: { get(node: object): unknown };
}

/**
 * Who answers questions about types in a file: its parser's own program, where it has one. Nobody where its offsets
 * aren't those of the file.
 */
export function typesOf({ sourceCode }: FileContext, { createCheckerOracle }: Engine): TypeOracle | undefined {
  const { program, esTreeNodeToTSNodeMap } = (sourceCode.parserServices ?? {}) as ParserServices;
  if (program === undefined || program === null || esTreeNodeToTSNodeMap === undefined) return undefined;
  const source = esTreeNodeToTSNodeMap.get(sourceCode.ast) as CheckedSource['source'] | undefined;
  // The scripts of components have other offsets in the program.
  if (source?.text !== sourceCode.text) return undefined;
  const ts = compilerOf(source);
  return ts === undefined ? undefined : guard(() => createCheckerOracle({ ts, program, source }));
}

/** The compiler that made a tree. Numbers of kinds and flags differ between versions, so only the very same will do. */
function compilerOf(source: CheckedSource['source']): CheckedSource['ts'] | undefined {
  const { cache } = createRequire(import.meta.url);
  for (const [path, module] of Object.entries(cache)) {
    if (!/[\\/]lib[\\/]typescript\.js$/.test(path)) continue;
    const candidate = module?.exports as
      (CheckedSource['ts'] & { readonly objectAllocator?: { getSourceFileConstructor(): unknown } }) | undefined;
    if (candidate?.objectAllocator?.getSourceFileConstructor() === source.constructor) return candidate;
  }
  return undefined;
}

/** An oracle over a program of any version: a question that it can't take is one without an answer. */
function guard(create: () => TypeOracle): TypeOracle | undefined {
  const oracle = answerOf(create);
  if (oracle === undefined) return undefined;
  return {
    memberAt: (at) => answerOf(() => oracle.memberAt(at)),
    typeAt: (at) => answerOf(() => oracle.typeAt(at)),
    kindsAt: (at, asDeclared) => answerOf(() => oracle.kindsAt(at, asDeclared)),
    propertiesAt: (at, element) => answerOf(() => oracle.propertiesAt(at, element)),
    textsAt: (at) => answerOf(() => oracle.textsAt(at)),
  };
}

function answerOf<R>(ask: () => R): R | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
