import { testParity } from '../parity.ts';

testParity('backend');
