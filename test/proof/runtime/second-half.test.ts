import { testFixtures } from './suite.ts';

testFixtures(1, 2);
