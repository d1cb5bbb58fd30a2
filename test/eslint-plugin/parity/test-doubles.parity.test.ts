import { testParity } from '../parity.ts';

testParity('test-doubles');
