// Commands for the service as a whole: its members, keys, features, imports, background jobs, read-only mode, servers of the database.
import { CREATED, flag, removal, required, text, type Fields, type Row } from './row.js';

const MEMBER = { userId: text('id of a person or service user', { ...required, option: 'user' }) };

const KEY_LISTS = { keys: ['kid', 'alg', 'state', 'createdAt'], sealingKeys: ['kid', 'state', 'createdAt'] };

/** Filters for the users whose roles are listed. */
export const HOLDERS: Fields = {
  role: text('only users who have this role'),
  via: text('only users who have a role for this reason', { choices: ['direct', 'group', 'inherited'] }),
  userId: text('only this user', { option: 'user' }),
};

export const SERVICE_ROWS: readonly Row[] = [
  {
    command: 'members list',
    does: 'Lists who has which roles in an organization',
    route: 'GET /admin/v1/organizations/{orgId}/members',
    list: 'members',
    columns: ['userId', 'roles'],
    query: { role: text('only users who have this role') },
    examples: ['gatehouse members list --org acme'],
  },
  {
    command: 'members explain',
    does: 'Lists who may do what in an organization, and why: given to the user, to a group, or inherited',
    route: 'GET /admin/v1/organizations/{orgId}/role-holders',
    list: 'roleHolders',
    columns: ['userId', 'kind', 'userName', 'roles'],
    query: HOLDERS,
    examples: ['gatehouse members explain --org acme --role ORG_OWNER'],
  },
  {
    command: 'members add',
    does: 'Gives a user a role in an organization',
    route: 'POST /admin/v1/organizations/{orgId}/members',
    body: { ...MEMBER, role: text('the role, such as ORG_OWNER', required) },
    examples: ['gatehouse members add --org acme --user 268351204312072193 --role ORG_OWNER'],
  },
  removal(
    'members remove',
    'Takes a role in an organization away',
    '/admin/v1/organizations/{orgId}/members/{userId}/{role}',
    '268351204312072193 ORG_OWNER --org acme',
  ),
  {
    command: 'service-members list',
    does: 'Lists who has which roles in the whole service',
    route: 'GET /admin/v1/members',
    list: 'members',
    columns: ['userId', 'roles'],
    query: { role: text('only users who have this role') },
    examples: ['gatehouse service-members list'],
  },
  {
    command: 'service-members add',
    does: 'Gives a user a role in the whole service',
    route: 'POST /admin/v1/members',
    body: { ...MEMBER, role: text('the role, such as IAM_OWNER', required) },
    examples: ['gatehouse service-members add --user 268351204312072193 --role IAM_OWNER_VIEWER'],
  },
  removal(
    'service-members remove',
    'Takes a role in the whole service away',
    '/admin/v1/members/{userId}/{role}',
    '268351204312072193 IAM_OWNER_VIEWER',
  ),
  {
    command: 'keys list',
    does: 'Lists the keys behind tokens, and their states',
    route: 'GET /admin/v1/keys',
    lists: KEY_LISTS,
    examples: ['gatehouse keys list', 'gatehouse keys list --json'],
  },
  {
    command: 'keys get',
    does: 'Shows one key behind tokens',
    route: 'GET /admin/v1/keys/{kid}',
    examples: ['gatehouse keys get 6dQ0b1rJ'],
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
    command: 'keys revoke-sealing',
    does: 'After a stolen master key: removes all sealing keys that stored data can do without',
    route: 'POST /admin/v1/keys/_revoke-sealing',
    lists: KEY_LISTS,
    examples: ['gatehouse keys revoke-sealing --dry-run', 'gatehouse keys revoke-sealing'],
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
    query: { state: text('only those in this state, such as failed'), ...CREATED },
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
    command: 'read-only get',
    does: 'Shows whether all processes only read, since when, and why',
    route: 'GET /admin/v1/read-only-mode',
    examples: ['gatehouse read-only get'],
  },
  {
    command: 'read-only begin',
    does: 'Has all processes only read, for maintenance; nobody can sign in until it ends',
    route: 'POST /admin/v1/read-only-mode/_begin',
    body: { reason: text('why, for whoever looks') },
    examples: ["gatehouse read-only begin --reason 'the database moves'"],
  },
  {
    command: 'read-only end',
    does: 'Has all processes write again',
    route: 'POST /admin/v1/read-only-mode/_end',
    examples: ['gatehouse read-only end'],
  },
  {
    command: 'database get',
    does: 'Shows the servers of the database, and which one is worked with',
    route: 'GET /admin/v1/database',
    lists: { hosts: ['host', 'inUse', 'usable'] },
    examples: ['gatehouse database get'],
  },
  {
    command: 'database use',
    does: 'Has all processes work with another server of the database',
    route: 'POST /admin/v1/database/_use',
    lists: { hosts: ['host', 'inUse', 'usable'] },
    body: { host: text('one that database get shows, with its port', required) },
    examples: ['gatehouse database use --host db1.example.com:3306'],
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
