import type { CompilerOptions } from 'typescript';
import { ENGINE, type Engine } from '../generated/check.ts';
import { analyzeProgram, examineProgram, type Examined } from './examine-program.ts';
import type { SweepProgram } from './sweep-program.ts';
import { typePrograms, type TypedPrograms } from './typed-programs.ts';

/** So many programs share a program of the compiler. */
const LOT = 400;

/** Does away with what is left of the time that the first question of a checker takes. */
function warmUp(types: TypedPrograms, names: readonly string[]): void {
  for (const name of names) types.problemsOf(name);
}

/**
 * Examines programs, many at a time.
 *
 * @param onLot told after each lot what came of it
 * @param options of the compiler, beside strict ones
 */
export async function sweep(
  programs: readonly SweepProgram[],
  onLot: (examined: readonly Examined[], done: number) => void,
  options: CompilerOptions = {},
): Promise<void> {
  await whileThrowing(async () => {
    for (let first = 0; first < programs.length; first += LOT) {
      const lot = programs.slice(first, first + LOT);
      onLot(await examineLot(lot, ENGINE, options), first + lot.length);
    }
  });
}

/** What the form "after an early throw" throws: in a callback that runs later nobody is there to catch it. */
const ON_PURPOSE = 'early';

/** Lets programs throw on purpose; any other rejection that nobody handles is still for whoever listened before. */
async function whileThrowing(work: () => Promise<void>): Promise<void> {
  const others = process.listeners('unhandledRejection');
  const listener: NodeJS.UnhandledRejectionListener = (reason, promise) => {
    if (!(reason instanceof Error && reason.message === ON_PURPOSE)) for (const other of others) other(reason, promise);
  };
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', listener);
  try {
    await work();
    // A rejection is told of after what was asked of it, so that the last program's may be yet to come.
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off('unhandledRejection', listener);
    for (const other of others) process.on('unhandledRejection', other);
  }
}

async function examineLot(
  lot: readonly SweepProgram[],
  engine: Engine,
  options: CompilerOptions,
): Promise<readonly Examined[]> {
  const names = lot.map(({ isTsx }, index) => `program-${String(index)}.ts${isTsx ? 'x' : ''}`);
  const types = typePrograms(new Map(lot.map(({ text }, index) => [names[index] ?? '', text])), options);
  warmUp(types, names);
  const analyzed = lot.map((program, index) => {
    const name = names[index] ?? '';
    const problems = types.problemsOf(name);
    const half = analyzeProgram(program, engine, problems.length === 0 ? types : undefined, name);
    if (problems.length > 0)
      half.failures.push({
        category: 'broken program',
        program,
        readings: ['types'],
        verdict: 'none',
        what: problems.join('; '),
        before: program.text,
        after: '',
      });
    return { half, isTyped: problems.length === 0 };
  });
  const outputs = new Map<string, string>();
  const texts = new Map<string, string>();
  for (const {
    half: { program, rewritten },
    isTyped,
  } of analyzed) {
    for (const { reading, output, text } of rewritten) {
      if (!isTyped || reading === 'javascript' || output === text || outputs.has(output)) continue;
      const name = `output-${String(outputs.size)}.ts${program.isTsx ? 'x' : ''}`;
      outputs.set(output, name);
      texts.set(name, output);
    }
  }
  const outputTypes = typePrograms(texts, options);
  warmUp(outputTypes, [...texts.keys()]);
  const examined: Examined[] = [];
  for (const { half, isTyped } of analyzed) {
    examined.push(
      await examineProgram(
        half,
        engine,
        isTyped ? { types: outputTypes, nameOf: (output) => outputs.get(output) ?? '' } : undefined,
      ),
    );
  }
  return examined;
}
