import { testParity } from '../parity.ts';

testParity('aliases');
