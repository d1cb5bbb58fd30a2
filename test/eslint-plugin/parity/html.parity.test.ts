import { testParity } from '../parity.ts';

testParity('html');
