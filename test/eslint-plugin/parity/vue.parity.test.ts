import { testParity } from '../parity.ts';

testParity('vue');
