import { testTypedParity } from './parity.ts';

testTypedParity([9, 10]);
