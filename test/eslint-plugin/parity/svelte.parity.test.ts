import { testParity } from '../parity.ts';

testParity('svelte');
