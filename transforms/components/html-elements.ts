/** HTML's elements: every other tag of Vue's may be a component. Source: the HTML standard's list of elements. */
export const ELEMENTS = named(`
  a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col
  colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2
  h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark menu meta
  meter nav noscript object ol optgroup option output p picture pre progress q rp rt ruby s samp search section
  select small source span strong sub summary sup table tbody td template textarea tfoot th thead time title tr
  track u ul var video wbr
`);

/** Elements that have no content and no closing tag. */
export const VOID_ELEMENTS = named(
  'area base br col command embed hr img input keygen link meta param source track wbr',
);

function named(names: string): ReadonlySet<string> {
  return new Set(names.trim().split(/\s+/));
}

/**
 * Whether a tag of Svelte's or Astro's is an element that runs no code of anybody's: no component, slot or custom
 * element.
 */
export function isPlainElement(name: string): boolean {
  return /^[a-z][a-z0-9]*$/.test(name) && name !== 'slot';
}
