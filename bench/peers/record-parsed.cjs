// @ts-nocheck -- it reaches into Node's own loader.
// node -r record-parsed.cjs dist/cli.cjs …: writes what the command's parser is given to the file that PARSED names,
// one name in a line. A file that is parsed twice stands there twice.
const Module = require('node:module');
const { writeFileSync } = require('node:fs');

const names = [];
const load = Module._load;
Module._load = function (name, ...rest) {
  const loaded = load.call(this, name, ...rest);
  if (!/[\\/]compiler\.cjs$/.test(name)) return loaded;
  const createSourceFile = (...given) => (names.push(given[0]), loaded.createSourceFile(...given));
  return Object.create(loaded, { createSourceFile: { value: createSourceFile, enumerable: true } });
};
process.once('exit', () => writeFileSync(process.env.PARSED, names.map((name) => `${name}\n`).join('')));
