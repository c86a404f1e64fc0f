import 'reflect-metadata';
import fc from 'fast-check';
import { beforeAll } from 'vitest';
import './record-statements.js';
import './rsa-keys.js';
import { forgetSecrets } from './secrets.js';

// The same cases in each run, so that a failure is found again. The long check draws others each time, and fast-check prints their seed.
if (!process.env['LONG']) fc.configureGlobal({ seed: 20_261 });

// Before the hooks of the file itself, which start its services.
beforeAll(forgetSecrets);
