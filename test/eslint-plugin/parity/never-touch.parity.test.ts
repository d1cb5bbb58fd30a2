import { testParity } from '../parity.ts';

testParity('never-touch');
