// Every row.
import { rows as clientCredentials } from './client-credentials.mjs';
import { rows as codeFlow } from './code-flow.mjs';
import { rows as directory } from './directory.mjs';
import { rows as documents } from './documents.mjs';
import { rows as dpop } from './dpop.mjs';
import { rows as events } from './events.mjs';
import { rows as groups } from './groups.mjs';
import { rows as importing } from './import.mjs';
import { rows as importingGroups } from './import-groups.mjs';
import { rows as introspection } from './introspection.mjs';
import { rows as jwtProfile } from './jwt-profile.mjs';
import { rows as passwordLogin } from './password-login.mjs';
import { rows as peopleLists } from './people-lists.mjs';
import { rows as refresh } from './refresh.mjs';
import { rows as revocation } from './revocation.mjs';
import { rows as roles } from './roles.mjs';
import { rows as scimBulk } from './scim-bulk.mjs';
import { rows as scimChanges } from './scim-changes.mjs';
import { rows as scimCreate } from './scim-create.mjs';
import { rows as scimGet } from './scim-get.mjs';
import { rows as scimLists } from './scim-lists.mjs';
import { rows as signIn } from './sign-in.mjs';
import { rows as userinfo } from './userinfo.mjs';
import { rows as workers } from './workers.mjs';

/**
 * Rows that belong together, in the order of the table. A row that creates people comes after those that read, so that they meet a small database.
 * @type {Readonly<Record<string, ReadonlyArray<import('../harness/measure.mjs').Row>>>}
 */
export const GROUPS = {
  tokens: [...clientCredentials, ...jwtProfile, ...introspection, ...revocation, ...userinfo, ...dpop, ...refresh],
  roles,
  'sign-in': [...codeFlow, ...passwordLogin, ...signIn, ...directory],
  documents,
  'scim-read': [...scimGet, ...scimLists],
  'people-lists': peopleLists,
  'scim-write': [...scimCreate, ...scimBulk, ...scimChanges],
  import: importing,
  events,
  groups: [...groups, ...importingGroups],
  processes: workers,
};

export const ROWS = Object.values(GROUPS).flat();
