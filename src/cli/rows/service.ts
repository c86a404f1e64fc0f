// What belongs to the service as a whole: its members, keys, features, imports, background jobs.
import { flag, required, text, type Row } from './row.js';

const MEMBER = { userId: text('id of a person or service user', { ...required, option: 'user' }) };

const KEY_LISTS = { keys: ['kid', 'alg', 'state', 'createdAt'], sealingKeys: ['kid', 'state', 'createdAt'] };

export const SERVICE_ROWS: readonly Row[] = [
  {
    command: 'members list',
    does: 'Lists who has which roles in an organization',
    route: 'GET /admin/v1/organizations/{orgId}/members',
    list: 'members',
    columns: ['userId', 'roles'],
    examples: ['gatehouse members list --org acme'],
  },
  {
    command: 'members add',
    does: 'Gives a user a role in an organization',
    route: 'POST /admin/v1/organizations/{orgId}/members',
    body: { ...MEMBER, role: text('the role, such as ORG_OWNER', required) },
    examples: ['gatehouse members add --org acme --user 268351204312072193 --role ORG_OWNER'],
  },
  {
    command: 'members remove',
    does: 'Takes a role in an organization away',
    route: 'DELETE /admin/v1/organizations/{orgId}/members/{userId}/{role}',
    examples: ['gatehouse members remove 268351204312072193 ORG_OWNER --org acme --yes'],
  },
  {
    command: 'service-members list',
    does: 'Lists who has which roles in the whole service',
    route: 'GET /admin/v1/members',
    list: 'members',
    columns: ['userId', 'roles'],
    examples: ['gatehouse service-members list'],
  },
  {
    command: 'service-members add',
    does: 'Gives a user a role in the whole service',
    route: 'POST /admin/v1/members',
    body: { ...MEMBER, role: text('the role, such as IAM_OWNER', required) },
    examples: ['gatehouse service-members add --user 268351204312072193 --role IAM_OWNER_VIEWER'],
  },
  {
    command: 'service-members remove',
    does: 'Takes a role in the whole service away',
    route: 'DELETE /admin/v1/members/{userId}/{role}',
    examples: ['gatehouse service-members remove 268351204312072193 IAM_OWNER_VIEWER --yes'],
  },
  {
    command: 'keys list',
    does: 'Lists the keys behind tokens, and their states',
    route: 'GET /admin/v1/keys',
    lists: KEY_LISTS,
    examples: ['gatehouse keys list', 'gatehouse keys list --json'],
  },
  {
    command: 'keys rotate',
    does: 'Has the next signing keys take over',
    route: 'POST /admin/v1/keys/_rotate',
    lists: KEY_LISTS,
    body: { alg: text('only this algorithm; absent: all', { choices: ['RS256', 'ES256', 'EdDSA'] }) },
    examples: ['gatehouse keys rotate', 'gatehouse keys rotate --alg RS256'],
  },
  {
    command: 'keys revoke',
    does: 'Removes a key that somebody else may have; what it signed or sealed is dead',
    route: 'POST /admin/v1/keys/{kid}/_revoke',
    lists: KEY_LISTS,
    examples: ['gatehouse keys revoke 6dQ0b1rJ'],
  },
  {
    command: 'features get',
    does: 'Shows the features of the service',
    route: 'GET /admin/v1/features',
    examples: ['gatehouse features get'],
  },
  {
    command: 'features set',
    does: 'Switches features; the rest stays',
    route: 'PUT /admin/v1/features',
    body: { oidcTokenExchange: flag('token exchange (RFC 8693)', { option: 'token-exchange' }) },
    examples: ['gatehouse features set --token-exchange'],
  },
  {
    command: 'imports list',
    does: 'Lists the imports, newest first',
    route: 'GET /admin/v1/imports',
    list: 'imports',
    columns: ['id', 'state', 'records', 'done', 'added', 'changed', 'failed'],
    examples: ['gatehouse imports list'],
  },
  {
    command: 'imports get',
    does: 'Shows one import',
    route: 'GET /admin/v1/imports/{importId}',
    examples: ['gatehouse imports get 268351204312072193'],
  },
  {
    command: 'imports cancel',
    does: 'Cancels an import: what is done stays',
    route: 'POST /admin/v1/imports/{importId}/_cancel',
    examples: ['gatehouse imports cancel 268351204312072193'],
  },
  {
    command: 'imports resume',
    does: 'Goes on with an import where it stopped',
    route: 'POST /admin/v1/imports/{importId}/_resume',
    examples: ['gatehouse imports resume 268351204312072193'],
  },
  {
    command: 'jobs list',
    does: 'Lists the background jobs, and how they went last',
    route: 'GET /admin/v1/jobs',
    list: 'jobs',
    columns: ['jobId', 'everySeconds', 'heldUntil', 'lastRun.endedAt', 'lastRun.error'],
    examples: ['gatehouse jobs list'],
  },
  {
    command: 'jobs get',
    does: 'Shows one background job',
    route: 'GET /admin/v1/jobs/{jobId}',
    examples: ['gatehouse jobs get key-rotation'],
  },
  {
    command: 'jobs run',
    does: 'Starts a background job now, unless a process is running it',
    route: 'POST /admin/v1/jobs/{jobId}/_run',
    examples: ['gatehouse jobs run key-rotation'],
  },
];
