/** What npm test shows of ESLint 10 without types and of ESLint 9 with them, the other way round. */
import { testParity, testTypedParity } from '../../eslint-plugin/parity.ts';
import { listAreas } from '../../fixtures/cases.ts';

for (const area of listAreas()) testParity(area, 9);
testTypedParity(10);
