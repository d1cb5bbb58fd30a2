import { testParity } from '../parity.ts';

testParity('frontend');
