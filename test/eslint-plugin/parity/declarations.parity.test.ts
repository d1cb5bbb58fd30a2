import { testParity } from '../parity.ts';

testParity('declarations');
