import { testFixtures } from './suite.ts';

testFixtures(0, 2);
