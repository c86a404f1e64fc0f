import { CREDENTIALS, TIMES, USED, removal, row, type Row } from './row.js';
import { credentialRows } from './credentials.js';
import { metadataRows } from './metadata.js';

const SERVICE_USERS = '/admin/v1/organizations/{orgId}/service-users';
const SERVICE_USER = `${SERVICE_USERS}/{userId}`;
const SETTINGS = ['name', 'description', 'accessTokenType', 'profile', 'assertionReuse'];

export const SERVICE_USER_ROWS: readonly Row[] = [
  row('service-users list', 'Lists the service users of an organization', `GET ${SERVICE_USERS}`, '--state active', {
    list: 'serviceUsers',
    columns: ['userId', 'userName', 'name', 'clientId', 'active'],
    query: ['q', 'userName', 'state', ...TIMES],
  }),
  row('service-users get', 'Shows one service user', `GET ${SERVICE_USER}`, 'entra'),
  row('service-users create', 'Adds a service user', `POST ${SERVICE_USERS}`, '--user-name entra --name "Entra ID"', {
    body: ['userName', 'userId --id', ...SETTINGS],
  }),
  row(
    'service-users update',
    'Changes the given settings and keeps the others',
    `PATCH ${SERVICE_USER}`,
    'entra --description "Provisioning from Entra ID"',
    { body: SETTINGS },
  ),
  row('service-users deactivate', 'Deactivates a service user; its tokens end permanently', `POST ${SERVICE_USER}/_deactivate`, 'entra'),
  row('service-users reactivate', 'Reactivates a service user', `POST ${SERVICE_USER}/_reactivate`, 'entra'),
  removal(
    'service-users delete',
    'Removes a service user with its credentials and roles; its tokens become invalid',
    SERVICE_USER,
    'entra',
  ),
  ...credentialRows('service-users', 'a service user', SERVICE_USER, 'entra'),
  row(
    'service-users tokens list',
    'Lists its personal access tokens, without their values',
    `GET ${SERVICE_USER}/personal-access-tokens`,
    'entra',
    { list: 'personalAccessTokens', columns: ['tokenId', 'createdAt', 'expiresAt', 'lastUsedAt'], query: [...CREDENTIALS, ...USED] },
  ),
  row(
    'service-users tokens get',
    'Shows one personal access token, without its value',
    `GET ${SERVICE_USER}/personal-access-tokens/{tokenId}`,
    'entra 268351204312072193',
  ),
  row(
    'service-users tokens create',
    'Adds a personal access token and prints it once',
    `POST ${SERVICE_USER}/personal-access-tokens`,
    'entra --expires-at 2030-01-01T00:00:00Z',
    { body: ['expiresAt', 'scope', 'audience'] },
  ),
  removal(
    'service-users tokens delete',
    'Removes a personal access token',
    `${SERVICE_USER}/personal-access-tokens/{tokenId}`,
    'entra 268351204312072193',
  ),
  ...metadataRows('service-users', 'a service user', SERVICE_USER, 'entra'),
  row(
    'service-users roles',
    'Lists its administrative roles in the organization, with the group that assigns them',
    'GET /admin/v1/organizations/{orgId}/users/{userId}/roles',
    'entra',
    { list: 'roles', columns: ['role', 'projectId', 'grantId', 'group.displayName'] },
  ),
  row(
    'service-users project-roles',
    'Lists its project roles, with the group that assigns them',
    'GET /admin/v1/organizations/{orgId}/users/{userId}/authorizations',
    'entra',
    { list: 'authorizations', columns: ['projectId', 'roleKeys', 'group.displayName', 'authorizationId'] },
  ),
];
