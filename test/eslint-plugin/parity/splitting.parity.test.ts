import { testParity } from '../parity.ts';

testParity('splitting');
