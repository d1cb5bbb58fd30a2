/**
 * Node loads the files itself, and those of one worker share what they load: with Vitest's own loader the engine takes
 * three times as long.
 *
 * @satisfies {import('vitest/config').TestUserConfig}
 */
export const NATIVE = {
  isolate: false,
  execArgv: [
    '--import',
    new URL('register.mjs', import.meta.url).href,
    // The trees of a program live a while. With more room for what is new, fewer of them are moved about.
    '--max-semi-space-size=32',
  ],
  experimental: { viteModuleRunner: false, nodeLoader: false },
};
