/** What npm test shows of ESLint 10 without types, on ESLint 9; and all fixtures with types on both. */
import { testParity, testTypedParity } from '../../eslint-plugin/parity.ts';
import { listAreas } from '../../fixtures/cases.ts';

for (const area of listAreas()) testParity(area, 9);
testTypedParity(9);
testTypedParity(10);
