import { flag, list, required, text, TIMES, type Fields, type Row } from './row.js';

const SERVICE_USERS = '/admin/v1/organizations/{orgId}/service-users';
const SERVICE_USER = `${SERVICE_USERS}/{userId}`;
const SETTINGS: Fields = {
  name: text('name people see'),
  description: text('what it is for'),
  accessTokenType: text('format of its access tokens', { choices: ['opaque', 'jwt'] }),
  assertionReuse: flag('assertions of the JWT profile may be used more than once'),
};
const EXPIRY: Fields = { expiresAt: text('when it ends, such as 2030-01-01T00:00:00Z; absent: never', { option: 'expires-at' }) };

export const SERVICE_USER_ROWS: readonly Row[] = [
  {
    command: 'service-users list',
    does: 'Lists the service users of an organization',
    route: `GET ${SERVICE_USERS}`,
    list: 'serviceUsers',
    columns: ['userId', 'userName', 'name', 'clientId', 'active'],
    query: {
      q: text('only those whose names contain this'),
      userName: text('only the one with this userName'),
      state: text('only those in this state', { choices: ['active', 'inactive'] }),
      ...TIMES,
    },
    examples: ['gatehouse service-users list --state active'],
  },
  {
    command: 'service-users get',
    does: 'Shows one service user',
    route: `GET ${SERVICE_USER}`,
    examples: ['gatehouse service-users get entra'],
  },
  {
    command: 'service-users create',
    does: 'Adds a service user',
    route: `POST ${SERVICE_USERS}`,
    body: {
      userName: text('name in the organization', required),
      userId: text('id to keep from another system; generated when absent', { option: 'id' }),
      ...SETTINGS,
    },
    examples: ['gatehouse service-users create --user-name entra --name "Entra ID"'],
  },
  {
    command: 'service-users update',
    does: 'Changes what is named; the rest stays',
    route: `PATCH ${SERVICE_USER}`,
    body: SETTINGS,
    examples: ['gatehouse service-users update entra --description "Provisioning from Entra ID"'],
  },
  {
    command: 'service-users deactivate',
    does: 'Ends its tokens for good',
    route: `POST ${SERVICE_USER}/_deactivate`,
    examples: ['gatehouse service-users deactivate entra'],
  },
  {
    command: 'service-users reactivate',
    does: 'Lets it work again',
    route: `POST ${SERVICE_USER}/_reactivate`,
    examples: ['gatehouse service-users reactivate entra'],
  },
  {
    command: 'service-users delete',
    does: 'Removes it with its credentials and roles; its tokens are dead',
    route: `DELETE ${SERVICE_USER}`,
    examples: ['gatehouse service-users delete entra --yes'],
  },
  {
    command: 'service-users secrets list',
    does: 'Lists its secrets, without their values',
    route: `GET ${SERVICE_USER}/secrets`,
    list: 'secrets',
    columns: ['secretId', 'createdAt', 'expiresAt'],
    examples: ['gatehouse service-users secrets list entra'],
  },
  {
    command: 'service-users secrets create',
    does: 'Adds a secret, which is shown once; the others keep working',
    route: `POST ${SERVICE_USER}/secrets`,
    body: EXPIRY,
    examples: ['gatehouse service-users secrets create entra --expires-at 2030-01-01T00:00:00Z'],
  },
  {
    command: 'service-users secrets update',
    does: 'Has a secret end at a time',
    route: `PUT ${SERVICE_USER}/secrets/{secretId}`,
    body: EXPIRY,
    examples: ['gatehouse service-users secrets update entra 268351204312072193 --expires-at 2030-01-01T00:00:00Z'],
  },
  {
    command: 'service-users secrets delete',
    does: 'Removes a secret',
    route: `DELETE ${SERVICE_USER}/secrets/{secretId}`,
    examples: ['gatehouse service-users secrets delete entra 268351204312072193 --yes'],
  },
  {
    command: 'service-users keys list',
    does: 'Lists its public keys',
    route: `GET ${SERVICE_USER}/keys`,
    list: 'keys',
    columns: ['keyId', 'createdAt', 'expiresAt'],
    examples: ['gatehouse service-users keys list entra'],
  },
  {
    command: 'service-users keys create',
    does: 'Adds a public key; without one a key file is made and shown once',
    route: `POST ${SERVICE_USER}/keys`,
    body: { publicKeyPem: text('public key as PEM (SPKI)', { option: 'public-key' }), ...EXPIRY },
    examples: ['gatehouse service-users keys create entra --json > entra-key.json'],
  },
  {
    command: 'service-users keys delete',
    does: 'Removes a public key',
    route: `DELETE ${SERVICE_USER}/keys/{keyId}`,
    examples: ['gatehouse service-users keys delete entra 268351204312072193 --yes'],
  },
  {
    command: 'service-users tokens list',
    does: 'Lists its personal access tokens, without their values',
    route: `GET ${SERVICE_USER}/personal-access-tokens`,
    list: 'personalAccessTokens',
    columns: ['tokenId', 'createdAt', 'expiresAt', 'lastUsedAt'],
    examples: ['gatehouse service-users tokens list entra'],
  },
  {
    command: 'service-users tokens create',
    does: 'Adds a personal access token, which is shown once',
    route: `POST ${SERVICE_USER}/personal-access-tokens`,
    body: {
      ...EXPIRY,
      scope: text('scopes, separated by blanks; absent: all it may do'),
      audience: list('id of a project it is good for; may be repeated'),
    },
    examples: ['gatehouse service-users tokens create entra --expires-at 2030-01-01T00:00:00Z'],
  },
  {
    command: 'service-users tokens delete',
    does: 'Removes a personal access token',
    route: `DELETE ${SERVICE_USER}/personal-access-tokens/{tokenId}`,
    examples: ['gatehouse service-users tokens delete entra 268351204312072193 --yes'],
  },
  {
    command: 'service-users metadata list',
    does: 'Lists what other systems keep about a service user',
    route: `GET ${SERVICE_USER}/metadata`,
    list: 'metadata',
    columns: ['key', 'value'],
    query: { q: text('only keys that contain this') },
    examples: ['gatehouse service-users metadata list entra'],
  },
  {
    command: 'service-users metadata set',
    does: 'Sets one entry; the value is base64',
    route: `PUT ${SERVICE_USER}/metadata/{key}`,
    body: { value: text('the value in base64', required) },
    examples: ['gatehouse service-users metadata set entra costCenter --value NDcxMQ=='],
  },
  {
    command: 'service-users metadata delete',
    does: 'Removes entries',
    route: `POST ${SERVICE_USER}/metadata/_remove`,
    body: { keys: list('key of an entry; may be repeated', { ...required, option: 'key' }) },
    examples: ['gatehouse service-users metadata delete entra --key costCenter'],
  },
];
