/** Our scanner against the frameworks' own compilers: the same scripts, at the same offsets. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { findScriptBlocks, type Framework } from '../../transforms/components/script-blocks.ts';
import { type Said, say, scriptsByCompiler } from './compilers.ts';
import { PIECES, type Pieces } from './pieces.ts';

const FRAMEWORKS: readonly Framework[] = ['vue', 'svelte', 'astro', 'html'];

function scriptsByUs(text: string, framework: Framework): Said[] {
  return findScriptBlocks(text, framework).scripts.map(({ role, language, start, end }) =>
    say(role, language, text, start, end),
  );
}

/** A file: Astro's fences come first, all else in any order. */
function componentOf(pieces: Pieces, framework: Framework): fc.Arbitrary<string> {
  const once = pieces.once.map((choices) => fc.option(fc.constantFrom(...choices), { nil: '' }));
  const rest = fc.array(fc.constantFrom(...pieces.any), { maxLength: 6 });
  const separator = fc.constantFrom('\n', '\r\n', '\n\n  ');
  if (framework === 'astro')
    return fc
      .tuple(...once, rest, separator)
      .map(([fences, parts, between]) => [fences, ...(parts as string[])].join(between as string));
  return fc
    .tuple(fc.tuple(...once), rest, separator)
    .chain(([scripts, parts, between]) =>
      fc
        .shuffledSubarray([...scripts, ...parts], { minLength: scripts.length + parts.length })
        .map((shuffled) => shuffled.join(between)),
    );
}

describe.each(FRAMEWORKS)('%s', (framework) => {
  const pieces = PIECES[framework];

  it('finds the scripts of each piece where the compiler does', () => {
    const alone = [...pieces.once.flat(), ...pieces.any];
    const accepted = alone.filter((text) => scriptsByCompiler(text, framework) !== undefined);
    expect(accepted.map((text) => scriptsByUs(text, framework))).toEqual(
      accepted.map((text) => scriptsByCompiler(text, framework)),
    );
    expect(accepted.length / alone.length, 'most pieces are fit to be compared').toBeGreaterThan(0.6);
  });

  it('finds the same scripts in files made of them', () => {
    let compared = 0;
    fc.assert(
      fc.property(componentOf(pieces, framework), (text) => {
        const expected = scriptsByCompiler(text, framework);
        if (expected === undefined) return;
        compared += 1;
        expect(scriptsByUs(text, framework)).toEqual(expected);
      }),
      { numRuns: 400 },
    );
    expect(compared, 'enough files were fit to be compared').toBeGreaterThan(100);
  });

  it('takes any text, and finds nothing outside of it', () => {
    const scraps = fc.array(
      fc.constantFrom(
        '<',
        '>',
        '/',
        '{',
        '}',
        '"',
        "'",
        '`',
        '<script',
        '</script>',
        '---',
        '<!--',
        '-->',
        '{{',
        '}}',
        '{#if',
        ' ',
        '\n',
        'a',
        '=',
        'é',
        '/*',
        '//',
        '${',
      ),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(scraps, (parts) => {
        const text = parts.join('');
        const { scripts, template } = findScriptBlocks(text, framework);
        for (const { start, end } of [...scripts, ...template])
          expect(
            0 <= start && start <= end && end <= text.length,
            `${String(start)}-${String(end)} of ${JSON.stringify(text)}`,
          ).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
