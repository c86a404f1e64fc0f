#!/usr/bin/env node
// The command line as a program: exits with the code of the command.
import { main } from './main.js';
import { EXIT } from './terminal/exit-code.js';

/** The reader of the output has closed the pipe: `gatehouse … | head`. */
process.stdout.on('error', (error: { code?: string }) => process.exit(error.code === 'EPIPE' ? EXIT.done : EXIT.failed));

process.exitCode = await main(process.argv.slice(2));
