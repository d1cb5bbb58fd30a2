import type { Verdict } from '../../transforms/finding.ts';
import type { Colors } from '../colors.ts';
import type { ReportContext } from './reporter.ts';
import { wrap } from './format.ts';

/** A page of text for people: what is known of it, and of who reads it. */
export interface Page extends ReportContext {
  readonly colors: Colors;
}

export function heading(page: Page, title: string): string {
  return page.colors.bold(title);
}

/** Text in lines that the page has room for. */
export function paragraph(text: string, indent: string, page: Page): string[] {
  return wrap(text, page.width === null ? null : page.width - indent.length).map((line) => indent + line);
}

/** `3:7` */
export function location(at: { readonly line: number; readonly column: number }): string {
  return `${String(at.line)}:${String(at.column)}`;
}

export function paint(verdict: Verdict, colors: Colors): (text: string) => string {
  switch (verdict) {
    case 'exact':
      return colors.green;
    case 'review':
      return colors.yellow;
    case 'manual':
      return colors.red;
    case 'ignored':
      return colors.dim;
  }
}

export function widest(texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, text.length), 0);
}
