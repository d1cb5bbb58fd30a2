import { testParity } from '../parity.ts';

testParity('params');
