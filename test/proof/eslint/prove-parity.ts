/**
 * What npm test shows of ESLint 10 without types, on ESLint 9. With types, all fixtures; npm test has those that are about
 * types, on ESLint 9.
 */
import { testParity, testTypedParity } from '../../eslint-plugin/parity.ts';
import { listAreas } from '../../fixtures/cases.ts';

for (const area of listAreas()) testParity(area, 9);
testTypedParity(10);
