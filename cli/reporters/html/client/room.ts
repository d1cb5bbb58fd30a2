import type { Excerpt } from '../../../excerpts.ts';
import type { Item } from './model.ts';

/**
 * Tells page.css how much room these findings take on a wide screen, so that it is kept while they are not laid out.
 */
export function keepRoom({ style }: HTMLElement, items: readonly Item[]): void {
  const sum = (amountOf: (item: Item) => number): string =>
    String(items.reduce((total, item) => total + amountOf(item), 0));
  style.setProperty('--cards', String(items.length));
  style.setProperty(
    '--reasons',
    sum(({ codes }) => codes.length),
  );
  style.setProperty('--lines', sum(countLines));
}

function countLines({ finding: { excerpts } }: Item): number {
  const lengthOf = ({ before, after }: Excerpt): number =>
    Math.max(before.split('\n').length, after?.split('\n').length ?? 0) - 1;
  return Math.max(
    1,
    excerpts.reduce((sum, excerpt) => sum + lengthOf(excerpt), excerpts.length - 1),
  );
}
