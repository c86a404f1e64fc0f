// Commands for the service as a whole: its members, keys, features, imports, background jobs, read-only mode, servers of the database.
import { CREATED, removal, row, type Row } from './row.js';

const KEY_LISTS = { keys: ['kid', 'alg', 'state', 'createdAt'], sealingKeys: ['kid', 'state', 'createdAt'] };

/** Filters for the users whose roles are listed. */
export const HOLDERS = ['role', 'via', 'userId --user'];

export const SERVICE_ROWS: readonly Row[] = [
  row('members list', 'Lists who has which roles in an organization', 'GET /admin/v1/organizations/{orgId}/members', '--org acme', {
    list: 'members',
    columns: ['userId', 'roles'],
    query: ['role'],
  }),
  row(
    'members explain',
    'Lists who may do what in an organization, and why: given to the user, to a group, or inherited',
    'GET /admin/v1/organizations/{orgId}/role-holders',
    '--org acme --role ORG_OWNER',
    { list: 'roleHolders', columns: ['userId', 'kind', 'userName', 'roles'], query: HOLDERS },
  ),
  row(
    'members add',
    'Gives a user a role in an organization',
    'POST /admin/v1/organizations/{orgId}/members',
    '--org acme --user 268351204312072193 --role ORG_OWNER',
    { body: ['userId --user', 'role'] },
  ),
  removal(
    'members remove',
    'Takes a role in an organization away',
    '/admin/v1/organizations/{orgId}/members/{userId}/{role}',
    '268351204312072193 ORG_OWNER --org acme',
  ),
  row('service-members list', 'Lists who has which roles in the whole service', 'GET /admin/v1/members', '', {
    list: 'members',
    columns: ['userId', 'roles'],
    query: ['role'],
  }),
  row(
    'service-members add',
    'Gives a user a role in the whole service',
    'POST /admin/v1/members',
    '--user 268351204312072193 --role IAM_OWNER_VIEWER',
    { body: ['userId --user', 'role'] },
  ),
  removal(
    'service-members remove',
    'Takes a role in the whole service away',
    '/admin/v1/members/{userId}/{role}',
    '268351204312072193 IAM_OWNER_VIEWER',
  ),
  row('keys list', 'Lists the keys behind tokens, and their states', 'GET /admin/v1/keys', ['', '--json'], { lists: KEY_LISTS }),
  row('keys get', 'Shows one key behind tokens', 'GET /admin/v1/keys/{kid}', '6dQ0b1rJ'),
  row('keys rotate', 'Has the next signing keys take over', 'POST /admin/v1/keys/_rotate', ['', '--alg RS256'], {
    lists: KEY_LISTS,
    body: ['alg'],
  }),
  row(
    'keys revoke',
    'Removes a key that may be stolen; what it signed or sealed is dead',
    'POST /admin/v1/keys/{kid}/_revoke',
    '6dQ0b1rJ',
    { lists: KEY_LISTS },
  ),
  row(
    'keys revoke-sealing',
    'After a stolen master key: removes all sealing keys that stored data can do without',
    'POST /admin/v1/keys/_revoke-sealing',
    ['--dry-run', ''],
    { lists: KEY_LISTS },
  ),
  row('features get', 'Shows the features of the service', 'GET /admin/v1/features', ''),
  row('features set', 'Switches features; the rest stays', 'PUT /admin/v1/features', '--token-exchange', {
    body: ['oidcTokenExchange --token-exchange'],
  }),
  row('imports list', 'Lists the imports, newest first', 'GET /admin/v1/imports', '', {
    list: 'imports',
    columns: ['id', 'state', 'records', 'done', 'added', 'changed', 'failed'],
    query: ['state', ...CREATED],
  }),
  row('imports get', 'Shows one import', 'GET /admin/v1/imports/{importId}', '268351204312072193'),
  row('imports cancel', 'Cancels an import: what is done stays', 'POST /admin/v1/imports/{importId}/_cancel', '268351204312072193'),
  row('imports resume', 'Goes on with an import where it stopped', 'POST /admin/v1/imports/{importId}/_resume', '268351204312072193'),
  row('read-only get', 'Shows whether all processes only read, since when, and why', 'GET /admin/v1/read-only-mode', ''),
  row(
    'read-only begin',
    'Makes all processes read-only, for maintenance; no sign-in works until it ends',
    'POST /admin/v1/read-only-mode/_begin',
    "--reason 'the database moves'",
    { body: ['reason'] },
  ),
  row('read-only end', 'Has all processes write again', 'POST /admin/v1/read-only-mode/_end', ''),
  row('database get', 'Shows the servers of the database, and which one is worked with', 'GET /admin/v1/database', '', {
    lists: { hosts: ['host', 'inUse', 'usable'] },
  }),
  row(
    'database use',
    'Has all processes work with another server of the database',
    'POST /admin/v1/database/_use',
    '--host db1.example.com:3306',
    { lists: { hosts: ['host', 'inUse', 'usable'] }, body: ['host'] },
  ),
  row('jobs list', 'Lists the background jobs, and how they went last', 'GET /admin/v1/jobs', '', {
    list: 'jobs',
    columns: ['jobId', 'everySeconds', 'heldUntil', 'lastRun.endedAt', 'lastRun.error'],
  }),
  row('jobs get', 'Shows one background job', 'GET /admin/v1/jobs/{jobId}', 'key-rotation'),
  row('jobs run', 'Starts a background job now, unless a process is running it', 'POST /admin/v1/jobs/{jobId}/_run', 'key-rotation'),
];
