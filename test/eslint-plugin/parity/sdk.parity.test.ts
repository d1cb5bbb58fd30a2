import { testParity } from '../parity.ts';

testParity('sdk');
