/**
 * What npm test shows of ESLint 10 without types, on ESLint 9; and of ESLint 9 with types, on ESLint 10. All fixtures
 * with types take more memory than there is, since their methods are looked for in all files of this repository.
 */
import { testParity, testTypedParity } from '../../eslint-plugin/parity.ts';
import { listAreas } from '../../fixtures/cases.ts';

for (const area of listAreas()) testParity(area, 9);
testTypedParity(10, ({ options }) => options.types === true);
