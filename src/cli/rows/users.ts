import { text, list, required, type Row } from './row.js';

const PERSON = '/admin/v1/organizations/{orgId}/people/{userId}';

export const USER_ROWS: readonly Row[] = [
  {
    command: 'users unlock',
    does: 'Unlocks a person after too many wrong passwords',
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
    does: 'Lists the roles of projects that a user has, and by which group',
    route: 'GET /admin/v1/organizations/{orgId}/users/{userId}/authorizations',
    list: 'authorizations',
    columns: ['projectId', 'roleKeys', 'group.displayName', 'authorizationId'],
    examples: ['gatehouse users roles 268351204312072193'],
  },
  {
    command: 'users metadata list',
    does: 'Lists what other systems keep about a person',
    route: `GET ${PERSON}/metadata`,
    list: 'metadata',
    columns: ['key', 'value'],
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
];
