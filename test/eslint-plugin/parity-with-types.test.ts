import { testTypedParity } from './parity.ts';

// Those that are about types. All, on the other versions as well: test/proof/eslint/prove-parity.ts.
testTypedParity(9, ({ options }) => options.types === true);
