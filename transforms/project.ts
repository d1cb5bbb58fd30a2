import type { FrontendReplace } from './settings.ts';

/**
 * What the engine may ask about the files around the one it analyses. The engine itself never touches the file system.
 * An answer holds as long as the view is used: what was found out by it is kept for the next analysis with the same
 * view. Once another file has changed, another view is needed.
 */
export interface ProjectView {
  /** Whether the package that `fileName` belongs to depends on one of the SDK's packages. */
  dependsOnSdk(fileName: string): boolean;
  /** Where the module `specifier`, imported by `fromFile`, is. */
  resolveModule(specifier: string, fromFile: string): ModuleLocation;
  /**
   * The decoded text of a file that `resolveModule` named, without its byte order mark; undefined where it can't be
   * read.
   */
  readModule(fileName: string): string | undefined;
  /**
   * The JavaScript and TypeScript files in `folder` (an absolute path), and the index of each folder right inside of
   * it; none where it isn't there.
   */
  sourceFiles(folder: string): readonly string[];
  /**
   * The JavaScript and TypeScript files of the repository around `fromFile`, build output and dependencies left out,
   * whose text holds one of the words.
   * Undefined, and without this method: it can't be told.
   */
  filesNaming?(words: readonly string[], fromFile: string): readonly string[] | undefined;
  /**
   * Whether the compiler that checks `fileName` tells null and undefined apart from other values. Without this method,
   * and by default: it does.
   */
  checksNull?(fileName: string): boolean;
  /**
   * Whether the compiler that checks `fileName` tells a property that is missing apart from one that is undefined.
   * Without this method, and by default: it doesn't.
   */
  tellsMissing?(fileName: string): boolean;
  /** What the repository's configuration says of a file. Without this method: nothing. */
  settings?(fileName: string): ProjectSettings;
  /**
   * The packages of the SDK that the package around `fileName` asks for. Without this method, and by default: nothing
   * is known of them.
   */
  sdkVersions?(fileName: string): readonly SdkVersion[];
}

/** What the options of an analysis leave open. */
export interface ProjectSettings {
  /** Modules of one's own that pass on what one of the SDK's packages exports: the specifier and the package. */
  readonly packages: Readonly<Record<string, string>>;
  readonly frontendReplace: FrontendReplace | undefined;
  /** Whether the file is left out. */
  readonly isLeftOut: boolean;
}

/** A package of the SDK, as a package.json asks for it. */
export interface SdkVersion {
  readonly name: string;
  /** What is installed or locked, or else the range that is asked for. */
  readonly version: string;
  /**
   * Where that provably lacks the new methods: what has them, as `package@range`. Null where nothing has, nothing needs
   * to be done, or it can't be told.
   */
  readonly upgrade: string | null;
}

/**
 * `file`: a source file of the repository. `package`: an installed or declared dependency. `unknown`: neither could be
 * told.
 */
export type ModuleLocation =
  { readonly kind: 'file'; readonly fileName: string } | { readonly kind: 'package' } | { readonly kind: 'unknown' };

/**
 * A file on its own: nothing is known of what it imports by path, and it counts as part of a package that uses the SDK.
 */
export const LONE_FILE: ProjectView = {
  dependsOnSdk: () => true,
  resolveModule: () => ({ kind: 'unknown' }),
  readModule: () => undefined,
  sourceFiles: () => [],
};
