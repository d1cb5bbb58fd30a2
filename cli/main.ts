#!/usr/bin/env node
// A module may await, but the command is CommonJS, whose compiled code can be kept; and a module that imports Node's own ones waits for all that these could export.
import { start } from './start.ts';

await start();
