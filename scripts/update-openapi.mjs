// Writes the API document from the code: `npm run docs`. With --check it only says whether the file is current. The service runs from dist, on a
// database that is thrown away.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDocument } from './openapi/document.mjs';

/** @param {string} path below src */
const built = (path) => import(new URL(`../dist/src/${path}.js`, import.meta.url).href);
const { createService } = await built('create-app');
const { loadSettings } = await built('common/settings/settings');
const { apiScope } = await built('oidc/protocol/scopes');
const { USER } = await built('scim/protocol/user.schema');
const { GROUP } = await built('scim/protocol/group.schema');
const { URN, errorDetailUrn } = await built('scim/protocol/messages');

const FILE = new URL('../src/admin/openapi/openapi.json', import.meta.url);

const before = (() => {
  try {
    return readFileSync(FILE, 'utf8');
  } catch {
    return '';
  }
})();
const after = `${JSON.stringify(await currentDocument(), null, 1)}\n`;
if (after === before) process.exit(0);
if (process.argv.includes('--check')) {
  console.error('src/admin/openapi/openapi.json is not current; run: npm run docs');
  process.exit(1);
}
writeFileSync(FILE, after);
console.log('src/admin/openapi/openapi.json has been brought up to date.');
process.exit(0);

async function currentDocument() {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-openapi-'));
  const settings = loadSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', EXPLORER: 'false' });
  const service = await createService(settings);
  const { publicUrl, vendor } = settings;
  const root = fileURLToPath(new URL('..', import.meta.url));
  try {
    const scim = { types: [USER, GROUP], urn: URN, detailUrn: errorDetailUrn(vendor) };
    return buildDocument(service.app, { root, publicUrl, apiScope: apiScope(vendor), scim });
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
