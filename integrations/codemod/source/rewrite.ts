import { mayHaveFindings } from '../../../transforms/prefilter.ts';
import type { rewriteFile } from './rewrite-file.ts';

/** The part of the step's file that is read. */
interface Root {
  /** Absolute. */
  filename(): string;
  /** Decoded, without its byte order mark. */
  source(): string;
}

interface StepOptions {
  /** Absolute. */
  readonly targetDir: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/**
 * In a variable, so that it stays a file of its own: each source file gets a new interpreter, and few need the
 * compiler.
 */
const ENGINE = './engine.js';

/**
 * The step that codemod's runner calls for each file, in an interpreter of its own that isn't node's.
 *
 * @returns the new text, or null where nothing changes
 * @throws Error where a parameter or the text is wrong, which the runner lists as the file's error
 */
export default async function rewrite(root: Root, { targetDir, params = {} }: StepOptions): Promise<string | null> {
  const text = root.source();
  if (!mayHaveFindings(text)) return null;
  const engine = (await import(ENGINE)) as { rewriteFile: typeof rewriteFile };
  return engine.rewriteFile({
    path: root.filename(),
    text,
    targetDir,
    params,
    say: (line) => {
      console.log(line);
    },
  });
}
