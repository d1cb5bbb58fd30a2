/** A file that could not be used, by its absolute path. */
export interface FileProblem {
  readonly path: string;
  readonly message: string;
  readonly line: number | null;
  readonly column: number | null;
}
