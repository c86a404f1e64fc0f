// Every row, in the order of the table. A row that creates people comes after those that read, so that they meet a small database.
import { rows as clientCredentials } from './client-credentials.mjs';
import { rows as codeFlow } from './code-flow.mjs';
import { rows as documents } from './documents.mjs';
import { rows as events } from './events.mjs';
import { rows as groups } from './groups.mjs';
import { rows as importing } from './import.mjs';
import { rows as importingGroups } from './import-groups.mjs';
import { rows as introspection } from './introspection.mjs';
import { rows as jwtProfile } from './jwt-profile.mjs';
import { rows as passwordLogin } from './password-login.mjs';
import { rows as peopleLists } from './people-lists.mjs';
import { rows as refresh } from './refresh.mjs';
import { rows as roles } from './roles.mjs';
import { rows as scimBulk } from './scim-bulk.mjs';
import { rows as scimCreate } from './scim-create.mjs';
import { rows as scimGet } from './scim-get.mjs';
import { rows as scimLists } from './scim-lists.mjs';
import { rows as userinfo } from './userinfo.mjs';

/** @type {ReadonlyArray<import('../harness/measure.mjs').Row>} */
export const ROWS = [
  ...clientCredentials,
  ...jwtProfile,
  ...introspection,
  ...userinfo,
  ...refresh,
  ...codeFlow,
  ...roles,
  ...passwordLogin,
  ...documents,
  ...scimGet,
  ...scimLists,
  ...peopleLists,
  ...scimCreate,
  ...scimBulk,
  ...importing,
  ...events,
  ...groups,
  ...importingGroups,
];
