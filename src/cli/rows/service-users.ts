import { CREDENTIALS, STATE, TIMES, USED, flag, list, removal, required, text, type Fields, type Row } from './row.js';
import { metadataRows } from './metadata.js';

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
      ...STATE,
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
  removal('service-users delete', 'Removes it with its credentials and roles; its tokens are dead', SERVICE_USER, 'entra'),
  {
    command: 'service-users secrets list',
    does: 'Lists its secrets, without their values',
    route: `GET ${SERVICE_USER}/secrets`,
    list: 'secrets',
    columns: ['secretId', 'createdAt', 'expiresAt'],
    query: CREDENTIALS,
    examples: ['gatehouse service-users secrets list entra'],
  },
  {
    command: 'service-users secrets get',
    does: 'Shows one secret, without its value',
    route: `GET ${SERVICE_USER}/secrets/{secretId}`,
    examples: ['gatehouse service-users secrets get entra 268351204312072193'],
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
  removal('service-users secrets delete', 'Removes a secret', `${SERVICE_USER}/secrets/{secretId}`, 'entra 268351204312072193'),
  {
    command: 'service-users keys list',
    does: 'Lists its public keys',
    route: `GET ${SERVICE_USER}/keys`,
    list: 'keys',
    columns: ['keyId', 'createdAt', 'expiresAt'],
    query: CREDENTIALS,
    examples: ['gatehouse service-users keys list entra'],
  },
  {
    command: 'service-users keys get',
    does: 'Shows one public key',
    route: `GET ${SERVICE_USER}/keys/{keyId}`,
    examples: ['gatehouse service-users keys get entra 268351204312072193'],
  },
  {
    command: 'service-users keys create',
    does: 'Adds a public key; without one a key file is made and shown once',
    route: `POST ${SERVICE_USER}/keys`,
    body: { publicKeyPem: text('public key as PEM (SPKI)', { option: 'public-key' }), ...EXPIRY },
    examples: ['gatehouse service-users keys create entra --json > entra-key.json'],
  },
  removal('service-users keys delete', 'Removes a public key', `${SERVICE_USER}/keys/{keyId}`, 'entra 268351204312072193'),
  {
    command: 'service-users tokens list',
    does: 'Lists its personal access tokens, without their values',
    route: `GET ${SERVICE_USER}/personal-access-tokens`,
    list: 'personalAccessTokens',
    columns: ['tokenId', 'createdAt', 'expiresAt', 'lastUsedAt'],
    query: { ...CREDENTIALS, ...USED },
    examples: ['gatehouse service-users tokens list entra'],
  },
  {
    command: 'service-users tokens get',
    does: 'Shows one personal access token, without its value',
    route: `GET ${SERVICE_USER}/personal-access-tokens/{tokenId}`,
    examples: ['gatehouse service-users tokens get entra 268351204312072193'],
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
  removal(
    'service-users tokens delete',
    'Removes a personal access token',
    `${SERVICE_USER}/personal-access-tokens/{tokenId}`,
    'entra 268351204312072193',
  ),
  ...metadataRows('service-users', 'a service user', SERVICE_USER, 'entra'),
  {
    command: 'service-users roles',
    does: 'Lists the administrative roles it has in the organization, and by which group',
    route: 'GET /admin/v1/organizations/{orgId}/users/{userId}/roles',
    list: 'roles',
    columns: ['role', 'projectId', 'grantId', 'group.displayName'],
    examples: ['gatehouse service-users roles entra'],
  },
  {
    command: 'service-users project-roles',
    does: 'Lists the roles of projects it has, and by which group',
    route: 'GET /admin/v1/organizations/{orgId}/users/{userId}/authorizations',
    list: 'authorizations',
    columns: ['projectId', 'roleKeys', 'group.displayName', 'authorizationId'],
    examples: ['gatehouse service-users project-roles entra'],
  },
];
