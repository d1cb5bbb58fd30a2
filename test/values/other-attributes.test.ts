import { expect, it } from 'vitest';
import { analyze } from '../../transforms/index.ts';

/** What the stored object is merged with, where a package's component gets it with a function that `from` exports. */
function isStripped(from: string): boolean {
  return isStrippedWith(`import { remember } from '${from}';`);
}

/** @param remember what declares the function */
function isStrippedWith(remember: string): boolean {
  const text = `import { useUser } from '@clerk/clerk-react';
import { debounce, Picker } from 'some-package';
${remember}
export function Theme() {
  const { user } = useUser();
  if (!user) return null;
  const { unsafeMetadata } = user;
  return <Picker value={unsafeMetadata} onPick={remember} onSave={() => user.update({ unsafeMetadata: { ...unsafeMetadata, theme: 'dark' } })} />;
}`;
  const analysis = analyze(text, '/app/a.jsx');
  if (analysis.kind !== 'analyzed') throw new Error(analysis.kind);
  return analysis.findings.some(({ verdict }) => verdict === 'exact');
}

it('asks whose function a component is given beside the stored object', () => {
  expect(isStripped('another-package')).toBe(true);
  expect(isStripped('./not-in-sight')).toBe(false);
});

it('asks what a package made such a function of', () => {
  expect(isStrippedWith('const remember = debounce((value) => console.log(value.theme));')).toBe(true);
  expect(isStrippedWith("const remember = debounce((value) => { value.theme = 'light'; });")).toBe(false);
});
