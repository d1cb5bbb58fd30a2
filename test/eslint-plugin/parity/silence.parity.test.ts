import { testParity } from '../parity.ts';

testParity('silence');
