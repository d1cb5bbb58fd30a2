import { testParity } from '../parity.ts';

testParity('types');
