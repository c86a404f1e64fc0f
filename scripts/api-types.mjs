// Writes the types of the API document, with which the client of our tests is checked: test/support/api-types.d.ts, which is not committed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import openapiTypes, { astToString } from 'openapi-typescript';

const DOCUMENT = new URL('../src/admin/openapi/openapi.json', import.meta.url);
const TYPES = new URL('../test/support/api-types.d.ts', import.meta.url);

const text = astToString(await openapiTypes(JSON.parse(readFileSync(DOCUMENT, 'utf8'))));
if (!existsSync(TYPES) || readFileSync(TYPES, 'utf8') !== text) writeFileSync(TYPES, text);
