// The API document, as `npm run docs` made it of the code (scripts/openapi), with the address and the URNs of this installation.
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { NextFunction, Request, Response } from 'express';
import type { Settings } from '../../common/settings/settings.js';

/** What the document was made with: the defaults of PUBLIC_URL and VENDOR. */
const MADE_WITH = { publicUrl: 'http://localhost:8080', vendor: 'gatehouse' };
const FILE = new URL('openapi.json', import.meta.url);

type Place = Pick<Settings, 'publicUrl' | 'vendor'>;

/** Reads most of a megabyte: call it only when the document is requested. */
export function apiDocument({ publicUrl, vendor }: Place): string {
  return readFileSync(FILE, 'utf8')
    .replaceAll(MADE_WITH.publicUrl, publicUrl)
    .replaceAll(`urn:${MADE_WITH.vendor}:iam:org:project:id:${MADE_WITH.vendor}:`, `urn:${vendor}:iam:org:project:id:${vendor}:`)
    .replaceAll(`:api:${MADE_WITH.vendor}:messages:`, `:api:${vendor}:messages:`);
}

/** Compresses the document for the first request that accepts it so, and keeps these 70 kB alone. */
export function documentHandler(place: Place) {
  let compressed: Promise<Buffer> | undefined;
  return (request: Request, response: Response, next: NextFunction): void => {
    if (request.path !== '/' || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
    response.set({ 'Content-Type': 'application/json; charset=utf-8', Vary: 'Accept-Encoding' });
    if (request.acceptsEncodings('gzip') === false) return void response.send(apiDocument(place));
    compressed ??= promisify(gzip)(apiDocument(place));
    compressed.then((body) => response.set('Content-Encoding', 'gzip').send(body), next);
  };
}
