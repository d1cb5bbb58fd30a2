import { testParity } from '../parity.ts';

testParity('astro');
