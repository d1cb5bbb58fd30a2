/** The folder that a glob starts from: its segments up to the first with a special character. */
export function globBase(pattern: string): string {
  const segments = pattern.split('/');
  const special = segments.findIndex((segment) => /[*?[\]{}()!+@]/.test(segment));
  const base = segments.slice(0, special).join('/');
  return base === '' && pattern.startsWith('/') ? '/' : base;
}
