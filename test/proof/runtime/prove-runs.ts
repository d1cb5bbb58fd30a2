/** Runs each fixture from every state; test/fixtures/areas runs it from the first few. */
import { listCases } from '../../fixtures/cases.ts';
import { testRuns } from './suite.ts';

testRuns(listCases(), 'all');
