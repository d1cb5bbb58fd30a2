import { testParity } from '../parity.ts';

testParity('patch-form');
