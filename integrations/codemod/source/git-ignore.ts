import ignore from 'ignore';
import { displayPath } from '../../../project/paths.ts';
import { readFileSync } from './node.ts';

/** Whether a `.gitignore` between the target and the file leaves the file out. codemod's runner doesn't ask. */
export function isIgnoredByGit(path: string, targetDir: string): boolean {
  const segments = displayPath(targetDir, path).split('/');
  return segments
    .slice(0, -1)
    .reduce<readonly string[]>((folders, segment) => [...folders, `${folders.at(-1) ?? ''}${segment}/`], [''])
    .some((folder) => {
      const patterns = readIgnoreFile(`${targetDir}/${folder}.gitignore`);
      return patterns !== undefined && ignore().add(patterns).ignores(segments.join('/').slice(folder.length));
    });
}

function readIgnoreFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
