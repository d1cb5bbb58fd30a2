import { testParity } from '../parity.ts';

testParity('layout');
