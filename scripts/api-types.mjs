// Writes the types of the API document, with which the clients are checked: that of our tests and that of the console. Neither file is committed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import openapiTypes, { astToString } from 'openapi-typescript';

const DOCUMENT = new URL('../src/admin/openapi/openapi.json', import.meta.url);
const TYPES = ['../test/support/api-types.d.ts', '../console/src/api/document.d.ts'].map((path) => new URL(path, import.meta.url));

const text = astToString(await openapiTypes(JSON.parse(readFileSync(DOCUMENT, 'utf8'))));
for (const file of TYPES) if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
