/** The part of parse5 that the tests use; its version 5 comes without declarations. */
declare module 'parse5' {
  export interface PageNode {
    readonly nodeName: string;
    readonly attrs?: readonly { readonly name: string; readonly value: string }[];
    readonly childNodes?: readonly PageNode[];
    /** What a `template` element holds. */
    readonly content?: PageNode;
    readonly sourceCodeLocation?: {
      readonly startTag?: { readonly endOffset: number };
      readonly endTag?: { readonly startOffset: number };
    };
  }
  export function parse(text: string, options: { readonly sourceCodeLocationInfo: true }): PageNode;
}
