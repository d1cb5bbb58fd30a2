/**
 * The name that somebody meant, of those that there are: the same but for dashes and capitals, a beginning of it, or a
 * few letters off. Undefined where none is near, or a beginning fits several.
 */
export function nearestName<T extends string>(written: string, names: readonly T[]): T | undefined {
  const bare = bareName(written);
  if (bare === '') return undefined;
  const same = names.find((name) => bareName(name) === bare);
  if (same !== undefined) return same;
  const begun = names.filter((name) => bareName(name).startsWith(bare));
  if (begun.length === 1 && bare.length > 1) return begun[0];
  const [best] = names
    .map((name) => ({ name, distance: lettersOff(bare, bareName(name)) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(Math.min(bare.length, name.length) / 3)))
    .sort((a, b) => a.distance - b.distance);
  return (
    best?.name ?? names.find((name) => bare.length > 3 && bareName(name).length > 3 && overlap(bare, bareName(name)))
  );
}

function overlap(a: string, b: string): boolean {
  return a.startsWith(b) || a.endsWith(b) || b.endsWith(a);
}

function bareName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}

/** How many letters have to be put in, left out, changed or swapped with their neighbour to make `b` of `a`. */
function lettersOff(a: string, b: string): number {
  let beforeLast: readonly number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      let best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}
