// Lets Node load TypeScript files itself: `node --import ./test/load-typescript/register.mjs`. Vitest's own loader puts
// a getter in front of every import, which makes the engine three times slower.
import { register } from 'node:module';

register('./hooks.mjs', import.meta.url);
