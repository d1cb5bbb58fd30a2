import type { ts } from 'ts-morph';

/**
 * Whether a `@ts-expect-error` or `@ts-ignore` stands in front of a node or inside of it. It covers the line behind it:
 * where that goes, or becomes two, it covers something else, or too little.
 */
export function isUnderDirective(node: ts.Node): boolean {
  return /@ts-(?:expect-error|ignore)\b/.test(node.getSourceFile().text.slice(node.pos, node.end));
}
