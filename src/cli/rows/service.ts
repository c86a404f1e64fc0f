// Commands for the service as a whole: its members, keys, features, imports, background jobs, read-only mode, servers of the database.
import { CREATED, OVERVIEW, removal, row, type Row } from './row.js';

const KEY_LISTS = { keys: ['kid', 'alg', 'state', 'createdAt'], sealingKeys: ['kid', 'state', 'createdAt'] };

/** Filters for the users whose roles are listed. */
export const HOLDERS = ['role', 'via', 'userId --user'];

/** Who loses which role is said as it was when it was given. */
export const MEMBER = { named: ['userId --user', 'role'] } as const;

export const SERVICE_ROWS: readonly Row[] = [
  row(
    'overview',
    'Shows numbers of the service, sign-ins of 30 days, and what needs attention',
    'GET /admin/v1/overview',
    ['', '--json'],
    OVERVIEW,
  ),
  row('members list', 'Lists who has which roles in an organization', 'GET /admin/v1/organizations/{orgId}/members', '--org acme', {
    list: 'members',
    columns: ['userId', 'roles'],
    query: ['role'],
  }),
  row(
    'members explain',
    'Lists roles in an organization and their origin: the user, a group, or inherited',
    'GET /admin/v1/organizations/{orgId}/role-holders',
    '--org acme --role ORG_OWNER',
    { list: 'roleHolders', columns: ['userId', 'kind', 'userName', 'roles'], query: HOLDERS },
  ),
  row(
    'members add',
    'Assigns a role in an organization to a user',
    'POST /admin/v1/organizations/{orgId}/members',
    '--org acme --user ada --role ORG_OWNER',
    { body: ['userId --user', 'role'] },
  ),
  removal(
    'members remove',
    'Removes a role in an organization from a user',
    '/admin/v1/organizations/{orgId}/members/{userId}/{role}',
    '--org acme --user ada --role ORG_OWNER',
    MEMBER,
  ),
  row('service-members list', 'Lists who has which roles in the whole service', 'GET /admin/v1/members', '', {
    list: 'members',
    columns: ['userId', 'roles'],
    query: ['role'],
  }),
  row(
    'service-members add',
    'Assigns a role in the whole service to a user',
    'POST /admin/v1/members',
    '--user ada --role IAM_OWNER_VIEWER',
    { body: ['userId --user', 'role'] },
  ),
  removal(
    'service-members remove',
    'Removes a role in the whole service from a user',
    '/admin/v1/members/{userId}/{role}',
    '--user ada --role IAM_OWNER_VIEWER',
    MEMBER,
  ),
  row('keys list', 'Lists the signing and sealing keys with their states', 'GET /admin/v1/keys', ['', '--json'], { lists: KEY_LISTS }),
  row('keys get', 'Shows one signing or sealing key', 'GET /admin/v1/keys/{kid}', '6dQ0b1rJ'),
  row('keys rotate', 'Activates the next signing keys', 'POST /admin/v1/keys/_rotate', ['', '--alg RS256'], {
    lists: KEY_LISTS,
    body: ['alg'],
  }),
  row(
    'keys revoke',
    'Removes a key that may be stolen; everything it signed or sealed becomes invalid',
    'POST /admin/v1/keys/{kid}/_revoke',
    '6dQ0b1rJ',
    { lists: KEY_LISTS },
  ),
  row(
    'keys revoke-sealing',
    'Removes all sealing keys that stored data no longer needs, after the master key was stolen',
    'POST /admin/v1/keys/_revoke-sealing',
    ['--dry-run', ''],
    { lists: KEY_LISTS },
  ),
  row('features get', 'Shows the features of the service', 'GET /admin/v1/features', ''),
  row('features set', 'Turns features on or off; others keep their state', 'PUT /admin/v1/features', '--token-exchange', {
    body: ['oidcTokenExchange --token-exchange'],
  }),
  row('imports list', 'Lists the imports, newest first', 'GET /admin/v1/imports', '', {
    list: 'imports',
    columns: ['id', 'state', 'records', 'done', 'added', 'changed', 'failed'],
    query: ['state', ...CREATED],
  }),
  row('imports get', 'Shows one import', 'GET /admin/v1/imports/{importId}', '268351204312072193'),
  row(
    'imports cancel',
    'Cancels an import; entries already imported stay',
    'POST /admin/v1/imports/{importId}/_cancel',
    '268351204312072193',
  ),
  row('imports resume', 'Continues an import where it stopped', 'POST /admin/v1/imports/{importId}/_resume', '268351204312072193'),
  row('read-only get', 'Shows whether the service is read-only, since when, and why', 'GET /admin/v1/read-only-mode', ''),
  row(
    'read-only begin',
    'Makes the service read-only for maintenance; no one can sign in until it ends',
    'POST /admin/v1/read-only-mode/_begin',
    "--reason 'the database moves'",
    { body: ['reason'] },
  ),
  row('read-only end', 'Ends read-only mode', 'POST /admin/v1/read-only-mode/_end', ''),
  row('database get', 'Shows the database servers and which one is in use', 'GET /admin/v1/database', '', {
    lists: { hosts: ['host', 'inUse', 'usable'] },
  }),
  row('database use', 'Switches all processes to another database server', 'POST /admin/v1/database/_use', '--host db1.example.com:3306', {
    lists: { hosts: ['host', 'inUse', 'usable'] },
    body: ['host'],
  }),
  row('jobs list', 'Lists the background jobs with their last results', 'GET /admin/v1/jobs', '', {
    list: 'jobs',
    columns: ['jobId', 'everySeconds', 'heldUntil', 'lastRun.endedAt', 'lastRun.error'],
  }),
  row('jobs get', 'Shows one background job', 'GET /admin/v1/jobs/{jobId}', 'key-rotation'),
  row('jobs run', 'Runs a background job now, unless it is already running', 'POST /admin/v1/jobs/{jobId}/_run', 'key-rotation'),
];
