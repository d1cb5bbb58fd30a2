/**
 * What npm test shows of ESLint 10 without types, on ESLint 9; and with types, what it shows of some fixtures on ESLint 9,
 * of all of them on both.
 */
import { testParity, testTypedParity } from '../../eslint-plugin/parity.ts';
import { listAreas } from '../../fixtures/cases.ts';

for (const area of listAreas()) testParity(area, 9);
testTypedParity(9);
testTypedParity(10);
