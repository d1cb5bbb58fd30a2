/** How the text of a program is written down. */

/** How a program is laid out: it means the same, but edits have to fit in. */
export type Style = 'plain' | 'no-semicolons' | 'one-line' | 'carriage-returns' | 'comments';

/** Only the types that the templates write. */
export function withoutTypes(text: string): string {
  return text
    .replaceAll(/import type .*\n/g, '')
    .replaceAll(/ as (any|object|string|const|unknown)\b/g, '')
    .replaceAll(/\b(\w+): (any|string|unknown)([,)= ;])/g, '$1$3')
    .replaceAll(/(\w|\))!([.),; ])(?!=)/g, '$1$2');
}

export function inStyle(text: string, style: Style): string {
  switch (style) {
    case 'plain':
      return text;
    case 'no-semicolons':
      // Where the next line could be taken for a part of this one, nobody leaves it out.
      return text.replaceAll(/;$(?!\n\s*[(\[`])/gm, '');
    case 'one-line': {
      const at = text.indexOf('export ');
      return text.slice(0, at) + text.slice(at).replaceAll(/\n\s*/g, ' ');
    }
    case 'carriage-returns':
      return text.replaceAll('\n', '\r\n').replaceAll('  ', '\t');
    case 'comments':
      return text
        .replaceAll(', firstName', ', /* the name */ firstName')
        .replaceAll(';\n', '; // so it is\n')
        .replaceAll('{ ...', '{ /* as it was */ ...')
        .replaceAll(', role', ',\n// the role\nrole');
  }
}

/** Indents by the braces, so that a failing program is readable. */
export function layOut(text: string): string {
  let depth = 0;
  return text
    .split('\n')
    .map((line) => {
      const code = line.trim();
      const closes = /^[}\])]+/.exec(code)?.[0].length ?? 0;
      const indented = `${'  '.repeat(Math.max(0, depth - (closes > 0 ? 1 : 0)))}${code}`;
      depth += code.split('{').length - code.split('}').length;
      return code === '' ? '' : indented;
    })
    .join('\n');
}
