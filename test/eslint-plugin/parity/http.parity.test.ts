import { testParity } from '../parity.ts';

testParity('http');
