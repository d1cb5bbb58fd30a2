import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { index: 'transforms/index.ts', cli: 'cli/main.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  dts: { entry: 'transforms/index.ts' },
  fixedExtension: false,
});
