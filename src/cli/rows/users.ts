import { EVENT_COLUMNS } from './events.js';
import { CREATED, TIMES, USED, removal, row, type Row } from './row.js';
import { metadataRows } from './metadata.js';

const PEOPLE = '/admin/v1/organizations/{orgId}/people';
const PERSON = `${PEOPLE}/{userId}`;

/** The most frequent properties of people; `--data` accepts every member (`/openapi.json`). */
const PROFILE = [
  'displayName',
  'phoneNumbers --phone',
  'preferredLanguage --language',
  'title',
  'department',
  'employeeNumber',
  'externalId',
];

/** In the examples. */
const ID = '268351204312072193';
const REMOVED = `${PEOPLE}/_removed`;

export const USER_ROWS: readonly Row[] = [
  row('users list', 'Lists the people of an organization', `GET ${PEOPLE}`, ['--q ada', '--state inactive --sort -createdAt --limit 20'], {
    list: 'people',
    columns: ['userId', 'loginName', 'givenName', 'familyName', 'emails', 'state'],
    query: ['q', 'state', 'locked --[no-]locked', 'userName', 'email', ...TIMES],
  }),
  row('users find', 'Finds people of all organizations', 'GET /admin/v1/people', '--email ada@example.com', {
    list: 'people',
    columns: ['userId', 'orgId', 'loginName', 'emails', 'state'],
    query: ['q', 'userName', 'email'],
  }),
  row('users get', 'Shows one person', `GET ${PERSON}`, ID),
  row(
    'users create',
    'Adds a person',
    `POST ${PEOPLE}`,
    '--user-name ada --given-name Ada --family-name Lovelace --email ada@example.com',
    { body: ['userName', 'givenName', 'familyName', 'emails --email', 'passwordChangeRequired', ...PROFILE] },
  ),
  row('users update', 'Changes what is named; the rest stays', `PATCH ${PERSON}`, `${ID} --title Countess --unset department`, {
    body: ['userName', 'givenName', 'familyName', 'emails --email', ...PROFILE],
  }),
  removal('users delete', 'Removes a person with roles, sessions and tokens; "users removed" lists those the policy keeps', PERSON, ID),
  row('users deactivate', 'Deactivates a person, as a directory does; sessions and tokens end for good', `POST ${PERSON}/_deactivate`, ID),
  row('users reactivate', 'Lets a deactivated person sign in again, unless locked', `POST ${PERSON}/_reactivate`, ID),
  row('users lock', 'Keeps a person from signing in, unseen by directories; sessions and tokens end for good', `POST ${PERSON}/_lock`, ID),
  row('users show-lock', 'Shows what keeps a person from signing in, besides the state', `GET ${PERSON}/lock`, ID),
  row(
    'users set-temporary-password',
    'Sets a password, which is in --data, to be changed at the next sign-in',
    `POST ${PERSON}/_set-temporary-password`,
    `${ID} --data @password.json`,
    { body: [] },
  ),
  row('users unlock', 'Ends a lock, whether `users lock` or too many wrong passwords set it', `POST ${PERSON}/_unlock`, ID),
  row(
    'users require-password-change',
    'Has a person choose a new password at the next sign-in',
    `POST ${PERSON}/_require-password-change`,
    ID,
  ),
  row('users invite', 'Mails a person without a password a code to choose one', `POST ${PERSON}/_invite`, ID),
  row('users send-verification', 'Mails a person a code that proves the e-mail address', `POST ${PERSON}/_send-verification`, ID),
  row(
    'users verify-email',
    'Marks an e-mail address of a person as verified, without a code',
    `POST ${PERSON}/_verify-email`,
    [ID, `${ID} --email ada@example.com`],
    { body: ['email'] },
  ),
  row('users groups', 'Lists the groups a person belongs to, also through other groups', `GET ${PERSON}/groups`, ID, {
    list: 'groups',
    columns: ['groupId', 'displayName', 'direct'],
  }),
  row('users roles', 'Shows what a person may do, and why', `GET ${PERSON}/roles`, ID, {
    lists: {
      memberRoles: ['role', 'orgId', 'projectId', 'grantId', 'group.displayName'],
      projectRoles: ['projectId', 'roleKeys', 'group.displayName', 'authorizationId'],
    },
  }),
  row('users history', 'Shows what happened to a person, newest first', `GET ${PERSON}/events`, `${ID} --limit 20`, {
    list: 'events',
    columns: EVENT_COLUMNS,
    query: CREATED,
  }),
  ...metadataRows('users', 'a person', PERSON, ID),
  row(
    'sessions list',
    'Lists where the people of an organization are signed in',
    'GET /admin/v1/organizations/{orgId}/sessions',
    '--sort -lastUsedAt',
    { list: 'sessions', columns: ['sessionId', 'userId', 'browser', 'startedAt', 'lastUsedAt'], query: ['userId --user', ...USED] },
  ),
  row(
    'sessions get',
    'Shows one browser in which a person is signed in',
    'GET /admin/v1/organizations/{orgId}/sessions/{sessionId}',
    '0Dq2Zk4S',
  ),
  removal('sessions end', 'Signs one person out of one browser', '/admin/v1/organizations/{orgId}/sessions/{sessionId}', '0Dq2Zk4S'),
  removal(
    'sessions end-all',
    'Signs everybody of an organization out; applications keep their refresh tokens',
    '/admin/v1/organizations/{orgId}/sessions',
    '',
  ),
  row('users sessions list', 'Lists where a person is signed in', `GET ${PERSON}/sessions`, ID, {
    list: 'sessions',
    columns: ['sessionId', 'browser', 'startedAt', 'lastUsedAt'],
  }),
  row('users sessions get', 'Shows one browser in which a person is signed in', `GET ${PERSON}/sessions/{sessionId}`, `${ID} 0Dq2Zk4S`),
  removal('users sessions end', 'Signs a person out of one browser', `${PERSON}/sessions/{sessionId}`, `${ID} 0Dq2Zk4S`),
  removal('users sessions end-all', 'Signs a person out everywhere; applications keep their refresh tokens', `${PERSON}/sessions`, ID),
  row('users factors list', 'Lists the second factors of a person', `GET ${PERSON}/factors`, ID, {
    list: 'factors',
    columns: ['factorId', 'kind', 'createdAt', 'lastUsedAt'],
  }),
  row('users factors get', 'Shows one second factor of a person', `GET ${PERSON}/factors/{factorId}`, `${ID} recovery`),
  row(
    'users factors invite',
    'Gives a link with which a person sets up a passkey or an authenticator app, once and within a day',
    `POST ${PERSON}/factors/_invite`,
    [ID, `${ID} --mail`],
    { body: ['mail'] },
  ),
  row('users factors uninvite', 'Ends the link that a person was given', `POST ${PERSON}/factors/_uninvite`, ID),
  removal(
    'users factors remove',
    'Removes a second factor that was lost; the person is told',
    `${PERSON}/factors/{factorId}`,
    `${ID} recovery`,
  ),
  row('users grants list', 'Lists the applications that hold tokens or a consent of a person', `GET ${PERSON}/grants`, ID, {
    list: 'grants',
    columns: ['clientId', 'application', 'scopes', 'lastUsedAt'],
    query: ['q', ...USED],
  }),
  row('users grants get', 'Shows what one application holds of a person', `GET ${PERSON}/grants/{clientId}`, `${ID} 268351204312072200`),
  removal(
    'users grants end',
    'Ends what one application holds: its tokens, and the consent',
    `${PERSON}/grants/{clientId}`,
    `${ID} 268351204312072200`,
  ),
  removal('users grants end-all', 'Ends what every application holds: tokens and consents', `${PERSON}/grants`, ID),
  removal('users revoke-tokens', 'Revokes every refresh and access token of a person; sessions and consents stay', `${PERSON}/tokens`, ID),
  row('users removed list', 'Lists people who were removed and can come back', `GET ${REMOVED}`, '', {
    list: 'people',
    columns: ['userId', 'userName', 'displayName', 'removedAt', 'keptUntil'],
    query: ['q', 'userName', 'removedAfter', 'removedBefore'],
  }),
  row('users removed restore', 'Brings a removed person back', `POST ${PERSON}/_restore`, ID),
  removal('users removed erase', 'Erases what is kept of a removed person', `${REMOVED}/{userId}`, ID),
];
