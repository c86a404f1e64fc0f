import { CREDENTIALS, NAMED, removal, row, USED, type Row } from './row.js';
import { HOLDERS, MEMBER } from './service.js';

const PROJECTS = '/admin/v1/organizations/{orgId}/projects';
const PROJECT = `${PROJECTS}/{projectId}`;
const TOKEN = `${PROJECT}/registration-tokens/{tokenId}`;
const TOKEN_ID = '268351204312072193';
const SETTINGS = [
  'projectRoleAssertion --role-assertion',
  'projectRoleCheck --role-check',
  'hasProjectCheck --project-check',
  'applicationsInAudience',
  'resourceUri',
];

export const PROJECT_ROWS: readonly Row[] = [
  row('projects list', 'Lists the projects of an organization', `GET ${PROJECTS}`, '', {
    list: 'projects',
    columns: ['projectId', 'name', 'state', 'createdAt'],
    query: NAMED,
  }),
  row('projects get', 'Shows one project', `GET ${PROJECT}`, 'intranet'),
  row('projects create', 'Adds a project, which applications belong to', `POST ${PROJECTS}`, '--name Intranet --role-check', {
    body: ['name', 'projectId --id', ...SETTINGS],
  }),
  row('projects update', 'Changes the given settings and keeps the others', `PATCH ${PROJECT}`, 'intranet --no-role-check', {
    body: ['name', ...SETTINGS],
  }),
  row(
    'projects deactivate',
    'Deactivates a project; tokens of its applications end permanently',
    `POST ${PROJECT}/_deactivate`,
    'intranet',
  ),
  row('projects reactivate', 'Reactivates a project; its applications work again', `POST ${PROJECT}/_reactivate`, 'intranet'),
  removal('projects delete', 'Removes a project with its applications, roles and grants', PROJECT, 'intranet'),
  row('projects roles list', 'Lists the roles of a project', `GET ${PROJECT}/roles`, 'intranet', {
    list: 'roles',
    columns: ['key', 'name', 'section', 'createdAt'],
    query: ['q', 'section'],
  }),
  row('projects roles get', 'Shows one role', `GET ${PROJECT}/roles/{key}`, 'intranet accountant'),
  row('projects roles create', 'Adds a role', `POST ${PROJECT}/roles`, 'intranet --key accountant --name Accountant', {
    body: ['key', 'name', 'section'],
  }),
  row(
    'projects roles update',
    'Changes the name or the section of a role',
    `PATCH ${PROJECT}/roles/{key}`,
    'intranet accountant --section Finance',
    { body: ['name', 'section'] },
  ),
  removal('projects roles delete', 'Removes a role and takes it from everyone who has it', `${PROJECT}/roles/{key}`, 'intranet accountant'),
  row(
    'projects registration-tokens list',
    'Lists the tokens with which clients register themselves',
    `GET ${PROJECT}/registration-tokens`,
    'intranet',
    {
      list: 'registrationTokens',
      columns: ['tokenId', 'name', 'open', 'registered', 'maxApplications', 'expiresAt', 'lastUsedAt'],
      query: [...CREDENTIALS, ...USED],
    },
  ),
  row('projects registration-tokens get', 'Shows one registration token, without its text', `GET ${TOKEN}`, `intranet ${TOKEN_ID}`),
  row(
    'projects registration-tokens create',
    'Adds a registration token and prints it once',
    `POST ${PROJECT}/registration-tokens`,
    [
      'intranet --name "Partner portal" --redirect-host app.example.com --max-applications 5',
      'intranet --name "MCP clients" --loopback-redirects --expires-at 2030-01-01T00:00:00Z',
    ],
    {
      body: [
        'name',
        'open',
        'maxApplications',
        'expiresAt',
        'policy.redirectHosts --redirect-host',
        'policy.loopbackRedirects --loopback-redirects',
        'policy.privateUseSchemes --private-use-schemes',
        'policy.grantTypes --grant-type',
        'policy.responseTypes --response-type',
        'policy.authMethods --auth-method',
        'policy.scopes --scope',
        'policy.unusedDays --unused-days',
      ],
    },
  ),
  removal('projects registration-tokens delete', 'Removes a registration token; its applications stay', TOKEN, `intranet ${TOKEN_ID}`),
  row(
    'projects registration-tokens remove-applications',
    'Removes the applications that were registered with a token',
    `POST ${TOKEN}/_remove-applications`,
    `intranet ${TOKEN_ID}`,
  ),
  row('projects members list', 'Lists the owners of a project', `GET ${PROJECT}/members`, 'intranet', {
    list: 'members',
    columns: ['userId', 'roles'],
  }),
  row(
    'projects members explain',
    'Lists roles in a project and their origin: the user, a group, or inherited',
    `GET ${PROJECT}/role-holders`,
    'intranet --via inherited',
    { list: 'roleHolders', columns: ['userId', 'kind', 'userName', 'roles', 'projectRoles'], query: HOLDERS },
  ),
  row('projects members add', 'Adds an owner of a project', `POST ${PROJECT}/members`, 'intranet --user ada --role PROJECT_OWNER', {
    body: ['userId --user', 'role'],
  }),
  removal(
    'projects members remove',
    'Removes an owner of a project',
    `${PROJECT}/members/{userId}/{role}`,
    'intranet --user ada --role PROJECT_OWNER',
    MEMBER,
  ),
];
