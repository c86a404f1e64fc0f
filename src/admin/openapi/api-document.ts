// The API document, as `npm run docs` made it of the code (scripts/openapi), with the address and the URNs of this installation.
import { readFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Settings } from '../../common/settings/settings.js';

/** What the document was made with: the defaults of PUBLIC_URL and VENDOR. */
const MADE_WITH = { publicUrl: 'http://localhost:8080', vendor: 'gatehouse' };
const FILE = new URL('openapi.json', import.meta.url);

/** Reads and parses most of a megabyte: call it only when the document is requested. */
export function apiDocument({ publicUrl, vendor }: Pick<Settings, 'publicUrl' | 'vendor'>): OpenAPIObject {
  const own = readFileSync(FILE, 'utf8')
    .replaceAll(MADE_WITH.publicUrl, publicUrl)
    .replaceAll(`urn:${MADE_WITH.vendor}:iam:org:project:id:${MADE_WITH.vendor}:`, `urn:${vendor}:iam:org:project:id:${vendor}:`)
    .replaceAll(`:api:${MADE_WITH.vendor}:messages:`, `:api:${vendor}:messages:`);
  return JSON.parse(own) as OpenAPIObject;
}
