import { testParity } from '../parity.ts';

testParity('values');
