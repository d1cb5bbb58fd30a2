import { testParity } from '../parity.ts';

testParity('removal');
