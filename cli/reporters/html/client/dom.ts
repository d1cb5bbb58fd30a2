type Child = Node | string | null;

type Properties = Readonly<Record<string, string | number | boolean | ((event: Event) => void) | undefined>>;

/**
 * Makes an element. Text is only ever text: nothing here reads markup.
 *
 * @param name a tag, and classes behind points: `div.row.changed`
 * @param properties attributes; true is one without a value, false and undefined are none; a function listens to the
 *   event of its name
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  name: Tag | `${Tag}.${string}`,
  properties: Properties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const [tag, ...classes] = name.split('.');
  const element = document.createElement(tag as Tag);
  if (classes.length > 0) element.className = classes.join(' ');
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(key, value);
    else if (value !== undefined && value !== false) element.setAttribute(key, value === true ? '' : String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

const NUMBERS = new Intl.NumberFormat('en-US');

/** With a comma between thousands. */
export function number(amount: number): string {
  return NUMBERS.format(amount);
}

export function count(amount: number, noun: string): string {
  return `${number(amount)} ${noun}${amount === 1 ? '' : 's'}`;
}
