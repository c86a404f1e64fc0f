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
const ID = 'ada@example.com';
const INVITATIONS = '/admin/v1/organizations/{orgId}/invitations';
const INVITED = ['applicationId --application', 'returnTo', 'message'];
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
    {
      body: [
        'userName',
        'givenName',
        'familyName',
        'emails --email',
        'passwordChangeRequired',
        'invitation.applicationId --invite-to',
        'invitation.message --invite-message',
        ...PROFILE,
      ],
    },
  ),
  row('users update', 'Changes the given attributes and keeps the others', `PATCH ${PERSON}`, `${ID} --title Countess --unset department`, {
    body: ['userName', 'givenName', 'familyName', 'emails --email', ...PROFILE],
  }),
  removal('users delete', 'Removes a person with roles, sessions and tokens; `users removed` lists people who can be restored', PERSON, ID),
  row(
    'users deactivate',
    'Deactivates a person, as a directory does; sessions and tokens end permanently',
    `POST ${PERSON}/_deactivate`,
    ID,
  ),
  row('users reactivate', 'Lets a deactivated person sign in again, unless locked', `POST ${PERSON}/_reactivate`, ID),
  row('users lock', 'Locks a person out; directories do not see the lock; sessions and tokens end permanently', `POST ${PERSON}/_lock`, ID),
  row('users show-lock', 'Shows whether a person is locked, and why', `GET ${PERSON}/lock`, ID),
  row(
    'users set-temporary-password',
    'Sets a password that the person must change at the next sign-in',
    `POST ${PERSON}/_set-temporary-password`,
    [ID, `${ID} --data @password.json`],
    { body: [], secrets: [{ member: 'password', asks: 'Temporary password' }] },
  ),
  row(
    'users set-picture',
    'Replaces the picture: PNG, JPEG, WebP or plain SVG in base64, drawn anew',
    `POST ${PERSON}/_set-picture`,
    `${ID} --content "$(base64 -w0 ada.png)"`,
    { body: ['content'] },
  ),
  row('users remove-picture', 'Removes a picture that was uploaded', `POST ${PERSON}/_remove-picture`, ID),
  row('users unlock', 'Unlocks a person, after `users lock` or too many wrong passwords', `POST ${PERSON}/_unlock`, ID),
  row('users require-password-change', 'Requires a new password at the next sign-in', `POST ${PERSON}/_require-password-change`, ID),
  row(
    'users invite',
    'Mails an invitation to choose a password and go on to an application',
    `POST ${PERSON}/_invite`,
    [ID, `${ID} --application timesheet --message "Please enter your hours by Friday."`],
    { body: INVITED },
  ),
  row(
    'users invitations',
    'Lists people who were invited and have not accepted yet',
    `GET ${INVITATIONS}`,
    '--sent-before 2026-07-01T00:00:00Z',
    {
      list: 'invitations',
      columns: ['userId', 'userName', 'email', 'sentAt', 'sentCount'],
      query: ['sentAfter', 'sentBefore'],
    },
  ),
  row(
    'users remind',
    'Invites people again who have not accepted yet, at most 100 at once',
    `POST ${INVITATIONS}/_remind`,
    '--sent-before 2026-07-01T00:00:00Z',
    { body: ['sentBefore'] },
  ),
  row('users send-verification', 'Mails a code that verifies the e-mail address', `POST ${PERSON}/_send-verification`, ID),
  row(
    'users verify-email',
    'Marks an e-mail address of a person as verified, without a code',
    `POST ${PERSON}/_verify-email`,
    [ID, `${ID} --email ada@example.com`],
    { body: ['email'] },
  ),
  row('users groups', 'Lists the groups of a person, including indirect ones', `GET ${PERSON}/groups`, ID, {
    list: 'groups',
    columns: ['groupId', 'displayName', 'direct'],
  }),
  row('users roles', 'Lists the roles of a person and where they come from', `GET ${PERSON}/roles`, ID, {
    lists: {
      memberRoles: ['role', 'orgId', 'projectId', 'grantId', 'group.displayName'],
      projectRoles: ['projectId', 'roleKeys', 'group.displayName', 'authorizationId'],
    },
  }),
  row('users history', 'Lists the events of a person, newest first', `GET ${PERSON}/events`, `${ID} --limit 20`, {
    list: 'events',
    shows: 'events',
    query: CREATED,
  }),
  ...metadataRows('users', 'a person', PERSON, ID),
  row(
    'sessions list',
    'Lists the browser sessions of an organization',
    'GET /admin/v1/organizations/{orgId}/sessions',
    '--sort -lastUsedAt',
    { list: 'sessions', columns: ['sessionId', 'userId', 'browser', 'startedAt', 'lastUsedAt'], query: ['userId --user', ...USED] },
  ),
  row('sessions get', 'Shows one browser session', 'GET /admin/v1/organizations/{orgId}/sessions/{sessionId}', '0Dq2Zk4S'),
  removal('sessions end', 'Signs one person out of one browser', '/admin/v1/organizations/{orgId}/sessions/{sessionId}', '0Dq2Zk4S'),
  removal(
    'sessions end-all',
    'Signs out everyone in an organization; applications keep their refresh tokens',
    '/admin/v1/organizations/{orgId}/sessions',
    '',
  ),
  row('users sessions list', 'Lists the browser sessions of a person', `GET ${PERSON}/sessions`, ID, {
    list: 'sessions',
    columns: ['sessionId', 'browser', 'startedAt', 'lastUsedAt'],
  }),
  row('users sessions get', 'Shows one browser session', `GET ${PERSON}/sessions/{sessionId}`, `${ID} 0Dq2Zk4S`),
  removal('users sessions end', 'Signs a person out of one browser', `${PERSON}/sessions/{sessionId}`, `${ID} 0Dq2Zk4S`),
  removal('users sessions end-all', 'Signs a person out everywhere; applications keep their refresh tokens', `${PERSON}/sessions`, ID),
  row('users factors list', 'Lists the second factors of a person', `GET ${PERSON}/factors`, ID, {
    list: 'factors',
    columns: ['factorId', 'kind', 'createdAt', 'lastUsedAt'],
  }),
  row('users factors get', 'Shows one second factor of a person', `GET ${PERSON}/factors/{factorId}`, `${ID} recovery`),
  row(
    'users factors invite',
    'Creates a link to set up a passkey or an authenticator app, valid once and for one day',
    `POST ${PERSON}/factors/_invite`,
    [ID, `${ID} --mail`],
    { body: ['mail'] },
  ),
  row('users factors uninvite', 'Withdraws the link', `POST ${PERSON}/factors/_uninvite`, ID),
  removal('users factors remove', 'Removes a lost second factor and notifies the person', `${PERSON}/factors/{factorId}`, `${ID} recovery`),
  row('users grants list', 'Lists the applications with tokens or consent of a person', `GET ${PERSON}/grants`, ID, {
    list: 'grants',
    columns: ['clientId', 'application', 'scopes', 'lastUsedAt'],
    query: ['q', ...USED],
  }),
  row('users grants get', 'Shows the tokens and the consent of one application', `GET ${PERSON}/grants/{clientId}`, `${ID} Intranet`),
  removal('users grants end', 'Revokes the tokens and the consent of one application', `${PERSON}/grants/{clientId}`, `${ID} Intranet`),
  removal('users grants end-all', 'Revokes the tokens and consents of all applications', `${PERSON}/grants`, ID),
  removal('users revoke-tokens', 'Revokes every refresh and access token of a person; sessions and consents stay', `${PERSON}/tokens`, ID),
  row('users removed list', 'Lists deleted people who can be restored', `GET ${REMOVED}`, '', {
    list: 'people',
    columns: ['userId', 'userName', 'displayName', 'removedAt', 'keptUntil'],
    query: ['q', 'userName', 'removedAfter', 'removedBefore'],
  }),
  row('users removed restore', 'Brings a removed person back', `POST ${PERSON}/_restore`, ID),
  removal('users removed erase', 'Permanently erases a deleted person', `${REMOVED}/{userId}`, ID),
];
