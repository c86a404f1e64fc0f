// Writes the API document, the table of permissions and the fields of the console's policies from the code: `npm run docs`. With --check it
// only says whether the files are current. The service runs from dist, on a database that is thrown away.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDocument } from './openapi/document.mjs';
import { permissionsTable } from './openapi/permissions-table.mjs';
import { policyFields } from './openapi/policy-fields.mjs';
import { formatted } from './formatted.mjs';

/** @param {string} path below src */
const built = (path) => import(new URL(`../dist/src/${path}.js`, import.meta.url).href);
const { createService } = await built('create-app');
const { loadSettings } = await built('common/settings/settings');
const { apiScope } = await built('oidc/protocol/scopes');
const { USER } = await built('scim/protocol/schema/user.schema');
const { GROUP } = await built('scim/protocol/schema/group.schema');
const { URN, errorDetailUrn, warningUrn } = await built('scim/protocol/wire/messages');

const { ORGANIZATION_ROLES, PROJECT_GRANT_ROLES, PROJECT_ROLES, SERVICE_ROLES } = await built('common/access/permissions');

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DOCUMENT = join(ROOT, 'src/admin/openapi/openapi.json');
const PERMISSIONS = join(ROOT, 'docs/permissions.md');
const POLICY_FIELDS = join(ROOT, 'console/src/pages/policies/fields.json');

const document = await currentDocument();
const table = permissionsTable(document, { ...SERVICE_ROLES, ...ORGANIZATION_ROLES, ...PROJECT_ROLES, ...PROJECT_GRANT_ROLES });
const stale = [
  [DOCUMENT, `${JSON.stringify(document, null, 1)}\n`],
  [PERMISSIONS, await formatted(PERMISSIONS, table)],
  [POLICY_FIELDS, await formatted(POLICY_FIELDS, JSON.stringify(policyFields(document)))],
].filter(([file, text]) => !existsSync(String(file)) || readFileSync(String(file), 'utf8') !== text);
const names = stale.map(([file]) => relative(ROOT, String(file))).join(', ');

if (stale.length === 0) process.exit(0);
if (process.argv.includes('--check')) {
  console.error(`Not current: ${names}; run: npm run docs`);
  process.exit(1);
}
for (const [file, text] of stale) writeFileSync(String(file), String(text));
console.log(`Brought up to date: ${names}`);
process.exit(0);

async function currentDocument() {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-openapi-'));
  const settings = loadSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', EXPLORER: 'false', CONSOLE: 'false' });
  const service = await createService(settings);
  const { publicUrl, vendor } = settings;
  try {
    const scim = { types: [USER, GROUP], urn: URN, detailUrn: errorDetailUrn(vendor), warningUrn: warningUrn(vendor) };
    return buildDocument(service.app, { root: ROOT, publicUrl, apiScope: apiScope(vendor), scim });
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
