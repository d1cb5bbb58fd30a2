import { testParity } from './parity.ts';

testParity(10);
