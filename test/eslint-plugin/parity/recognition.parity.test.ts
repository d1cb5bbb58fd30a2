import { testParity } from '../parity.ts';

testParity('recognition');
