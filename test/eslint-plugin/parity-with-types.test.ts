import { testTypedParity } from './parity.ts';

// The other way round, all of it: test/proof/eslint/prove-parity.ts.
testTypedParity(9);
