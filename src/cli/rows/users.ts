import { EVENT_COLUMNS } from './events.js';
import { flag, list, required, text, TIMES, values, type Fields, type Row } from './row.js';

const PEOPLE = '/admin/v1/organizations/{orgId}/people';
const PERSON = `${PEOPLE}/{userId}`;

/** What people are asked for most; `--data` takes every member (`/openapi.json`). */
const PROFILE: Fields = {
  displayName: text('the name shown to others'),
  phoneNumbers: values('a phone number; may be repeated', { option: 'phone' }),
  preferredLanguage: text('language of pages and mails', { option: 'language' }),
  title: text('job title'),
  department: text('department'),
  employeeNumber: text('personnel number'),
  externalId: text('id that your system has for the person'),
};

const ANYWHERE: Fields = {
  q: text('only those whose userName begins with this'),
  userName: text('only those with this userName'),
  email: text('only those with this e-mail address'),
};

export const USER_ROWS: readonly Row[] = [
  {
    command: 'users list',
    does: 'Lists the people of an organization',
    route: `GET ${PEOPLE}`,
    list: 'people',
    columns: ['userId', 'loginName', 'givenName', 'familyName', 'emails', 'state'],
    query: {
      q: text('only those whose names, login name or e-mail address begin with this'),
      state: text('only those in this state', { choices: ['active', 'inactive'] }),
      locked: flag('only those whom an administrator has locked'),
      userName: text('only the one with this userName'),
      email: text('only those with this e-mail address'),
      ...TIMES,
    },
    examples: ['gatehouse users list --q ada', 'gatehouse users list --state inactive --sort -createdAt --limit 20'],
  },
  {
    command: 'users find',
    does: 'Finds people of all organizations',
    route: 'GET /admin/v1/people',
    list: 'people',
    columns: ['userId', 'orgId', 'loginName', 'emails', 'state'],
    query: ANYWHERE,
    examples: ['gatehouse users find --email ada@example.com'],
  },
  { command: 'users get', does: 'Shows one person', route: `GET ${PERSON}`, examples: ['gatehouse users get 268351204312072193'] },
  {
    command: 'users create',
    does: 'Adds a person',
    route: `POST ${PEOPLE}`,
    body: {
      userName: text('name to sign in with, unique in the organization', required),
      givenName: text('given name', required),
      familyName: text('family name', required),
      emails: values('an e-mail address, the primary one first; may be repeated', { ...required, option: 'email' }),
      passwordChangeRequired: flag('the password in --data has to be changed at the first sign-in'),
      ...PROFILE,
    },
    examples: ['gatehouse users create --user-name ada --given-name Ada --family-name Lovelace --email ada@example.com'],
  },
  {
    command: 'users update',
    does: 'Changes what is named; the rest stays',
    route: `PATCH ${PERSON}`,
    body: {
      userName: text('name to sign in with'),
      givenName: text('given name'),
      familyName: text('family name'),
      emails: values('an e-mail address, in the place of those there were; may be repeated', { option: 'email' }),
      ...PROFILE,
    },
    examples: ['gatehouse users update 268351204312072193 --title Countess --unset department'],
  },
  {
    command: 'users delete',
    does: 'Removes a person for good, with roles, sessions and tokens',
    route: `DELETE ${PERSON}`,
    examples: ['gatehouse users delete 268351204312072193 --yes'],
  },
  {
    command: 'users deactivate',
    does: 'Deactivates a person, as a directory does; sessions and tokens end for good',
    route: `POST ${PERSON}/_deactivate`,
    examples: ['gatehouse users deactivate 268351204312072193'],
  },
  {
    command: 'users reactivate',
    does: 'Lets a deactivated person sign in again, unless locked',
    route: `POST ${PERSON}/_reactivate`,
    examples: ['gatehouse users reactivate 268351204312072193'],
  },
  {
    command: 'users lock',
    does: 'Keeps a person from signing in, unseen by directories; sessions and tokens end for good',
    route: `POST ${PERSON}/_lock`,
    examples: ['gatehouse users lock 268351204312072193'],
  },
  {
    command: 'users show-lock',
    does: 'Shows what keeps a person from signing in, besides the state',
    route: `GET ${PERSON}/lock`,
    examples: ['gatehouse users show-lock 268351204312072193'],
  },
  {
    command: 'users set-temporary-password',
    does: 'Sets a password, which is in --data, to be changed at the next sign-in',
    route: `POST ${PERSON}/_set-temporary-password`,
    body: {},
    examples: ['gatehouse users set-temporary-password 268351204312072193 --data @password.json'],
  },
  {
    command: 'users unlock',
    does: 'Ends a lock, whether `users lock` or too many wrong passwords set it',
    route: `POST ${PERSON}/_unlock`,
    examples: ['gatehouse users unlock 268351204312072193'],
  },
  {
    command: 'users require-password-change',
    does: 'Has a person choose a new password at the next sign-in',
    route: `POST ${PERSON}/_require-password-change`,
    examples: ['gatehouse users require-password-change 268351204312072193'],
  },
  {
    command: 'users invite',
    does: 'Mails a person without a password a code to choose one',
    route: `POST ${PERSON}/_invite`,
    examples: ['gatehouse users invite 268351204312072193'],
  },
  {
    command: 'users send-verification',
    does: 'Mails a person a code that proves the e-mail address',
    route: `POST ${PERSON}/_send-verification`,
    examples: ['gatehouse users send-verification 268351204312072193'],
  },
  {
    command: 'users groups',
    does: 'Lists the groups a person belongs to, also through other groups',
    route: `GET ${PERSON}/groups`,
    list: 'groups',
    columns: ['groupId', 'displayName', 'direct'],
    examples: ['gatehouse users groups 268351204312072193'],
  },
  {
    command: 'users roles',
    does: 'Shows what a person may do, and why',
    route: `GET ${PERSON}/roles`,
    lists: {
      memberRoles: ['role', 'orgId', 'projectId', 'grantId', 'group.displayName'],
      projectRoles: ['projectId', 'roleKeys', 'group.displayName', 'authorizationId'],
    },
    examples: ['gatehouse users roles 268351204312072193'],
  },
  {
    command: 'users history',
    does: 'Shows what happened to a person, newest first',
    route: `GET ${PERSON}/events`,
    list: 'events',
    columns: EVENT_COLUMNS,
    examples: ['gatehouse users history 268351204312072193 --limit 20'],
  },
  {
    command: 'users metadata list',
    does: 'Lists what other systems keep about a person',
    route: `GET ${PERSON}/metadata`,
    list: 'metadata',
    columns: ['key', 'value'],
    query: { q: text('only keys that contain this') },
    examples: ['gatehouse users metadata list 268351204312072193'],
  },
  {
    command: 'users metadata set',
    does: 'Sets one entry; the value is base64',
    route: `PUT ${PERSON}/metadata/{key}`,
    body: { value: text('the value in base64', required) },
    examples: ['gatehouse users metadata set 268351204312072193 costCenter --value NDcxMQ=='],
  },
  {
    command: 'users metadata delete',
    does: 'Removes entries',
    route: `POST ${PERSON}/metadata/_remove`,
    body: { keys: list('key of an entry; may be repeated', { ...required, option: 'key' }) },
    examples: ['gatehouse users metadata delete 268351204312072193 --key costCenter'],
  },
  {
    command: 'users sessions list',
    does: 'Lists where a person is signed in',
    route: `GET ${PERSON}/sessions`,
    list: 'sessions',
    columns: ['sessionId', 'browser', 'startedAt', 'lastUsedAt'],
    examples: ['gatehouse users sessions list 268351204312072193'],
  },
  {
    command: 'users sessions end',
    does: 'Signs a person out of one browser',
    route: `DELETE ${PERSON}/sessions/{sessionId}`,
    examples: ['gatehouse users sessions end 268351204312072193 0Dq2Zk4S --yes'],
  },
  {
    command: 'users sessions end-all',
    does: 'Signs a person out everywhere; applications keep their refresh tokens',
    route: `DELETE ${PERSON}/sessions`,
    examples: ['gatehouse users sessions end-all 268351204312072193 --yes'],
  },
  {
    command: 'users grants list',
    does: 'Lists the applications that hold an authorization of a person',
    route: `GET ${PERSON}/grants`,
    list: 'grants',
    columns: ['clientId', 'application', 'scopes', 'lastUsedAt'],
    examples: ['gatehouse users grants list 268351204312072193'],
  },
  {
    command: 'users grants end',
    does: 'Ends what one application holds: its tokens, and the consent',
    route: `DELETE ${PERSON}/grants/{clientId}`,
    examples: ['gatehouse users grants end 268351204312072193 268351204312072200 --yes'],
  },
  {
    command: 'users grants end-all',
    does: 'Ends what every application holds: tokens and consents',
    route: `DELETE ${PERSON}/grants`,
    examples: ['gatehouse users grants end-all 268351204312072193 --yes'],
  },
  {
    command: 'users revoke-tokens',
    does: 'Revokes every refresh and access token of a person; sessions and consents stay',
    route: `DELETE ${PERSON}/tokens`,
    examples: ['gatehouse users revoke-tokens 268351204312072193 --yes'],
  },
];
