/**
 * A way in which the language can carry, call, copy, change or show a value, as a piece of program text with holes.
 *
 * `<declarations of the module>\n---\n<statements>\n=> <expression>`; each part but the last may be left out. Holes
 * start with `$`.
 */
export interface Form {
  readonly name: string;
  /** Declarations at the top of the module. */
  readonly module: string;
  readonly setup: string;
  readonly out: string;
  /** Whether it needs an async function around it. */
  readonly isAsync: boolean;
  readonly isTsx: boolean;
}

/** Reads a table of forms: their names, and their templates. */
export function readForms(templates: Readonly<Record<string, string>>): readonly Form[] {
  return Object.entries(templates).map(([name, template]) => {
    const [first = '', second] = template.split('\n---\n');
    const [module, body] = second === undefined ? ['', first] : [first, second];
    const [before = '', after] = /(?:^|\n)=> /.test(body) ? body.split(/(?:^|\n)=> /) : [body, ''];
    return {
      name,
      module,
      setup: before,
      out: after ?? '',
      isAsync: /\bawait\b/.test(body),
      isTsx: /<\/|\/>/.test(template),
    };
  });
}

/** Fills holes; a hole's name is `$` and capitals, and what is put in is not looked at again. */
export function fill(text: string, holes: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$[A-Z]+/g, (hole) => holes[hole] ?? hole);
}
