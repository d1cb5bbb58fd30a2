const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|html)$/;

/** Whether a file holds code, by its name. */
export function isSource(path: string): boolean {
  return SOURCE.test(path);
}
