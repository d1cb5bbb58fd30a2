import { testTypedParity } from './parity.ts';

// Those that are about types. On the other version as well: test/proof/eslint/prove-parity.ts.
testTypedParity(9, ({ options }) => options.types === true);
