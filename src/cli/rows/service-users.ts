import { flag, list, required, text, type Fields, type Row } from './row.js';

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
];
