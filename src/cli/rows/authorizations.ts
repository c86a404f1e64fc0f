// Roles of projects: the organizations that may assign them, and the users they are assigned to.
import { CREATED, removal, row, type Row } from './row.js';
import { MEMBER } from './service.js';

const PROJECT = '/admin/v1/organizations/{orgId}/projects/{projectId}';
const GRANTED = '/admin/v1/organizations/{orgId}/granted-projects';
const ROLE_KEYS = ['roleKeys --role'];

const GRANTS = ['accepted', ...CREATED];
const GIVEN = ['holderId --of', ...CREATED];

export const AUTHORIZATION_ROWS: readonly Row[] = [
  row('projects grants list', 'Lists the organizations that a project is granted to', `GET ${PROJECT}/grants`, 'intranet', {
    list: 'grants',
    columns: ['grantId', 'grantedOrgId', 'roleKeys', 'accepted'],
    query: ['grantedOrgId --to', ...GRANTS],
  }),
  row('projects grants get', 'Shows one grant', `GET ${PROJECT}/grants/{grantId}`, 'intranet 268351204312072193'),
  row(
    'projects grants create',
    'Grants a project with some of its roles to another organization',
    `POST ${PROJECT}/grants`,
    'intranet --to partner --role reader',
    { body: ['grantedOrgId --to', ...ROLE_KEYS] },
  ),
  row(
    'projects grants update',
    'Replaces the roles that the organization may assign',
    `PUT ${PROJECT}/grants/{grantId}`,
    'intranet 268351204312072193 --role reader --role approver',
    { body: ROLE_KEYS },
  ),
  removal(
    'projects grants delete',
    'Ends a grant and removes the roles assigned by it',
    `${PROJECT}/grants/{grantId}`,
    'intranet 268351204312072193',
  ),
  row(
    'authorizations list',
    'Lists who has which roles of projects in an organization',
    'GET /admin/v1/organizations/{orgId}/authorizations',
    '',
    { list: 'authorizations', columns: ['authorizationId', 'projectId', 'holderId', 'holderKind', 'roleKeys'], query: GIVEN },
  ),
  row(
    'projects authorizations list',
    'Lists the roles that the organization of a project assigned',
    `GET ${PROJECT}/authorizations`,
    'intranet',
    {
      list: 'authorizations',
      columns: ['authorizationId', 'holderId', 'holderKind', 'roleKeys'],
      query: GIVEN,
    },
  ),
  row('authorizations get', 'Shows one authorization', `GET ${PROJECT}/authorizations/{authorizationId}`, 'intranet 268351204312072194'),
  row(
    'authorizations create',
    'Assigns roles of a project to a user or a group',
    `POST ${PROJECT}/authorizations`,
    'intranet --to ada@example.com --role accountant',
    { body: ['holderId --to', ...ROLE_KEYS] },
  ),
  row(
    'authorizations update',
    'Replaces the assigned roles',
    `PUT ${PROJECT}/authorizations/{authorizationId}`,
    'intranet 268351204312072194 --role reader',
    { body: ROLE_KEYS },
  ),
  removal(
    'authorizations delete',
    'Removes the assigned roles',
    `${PROJECT}/authorizations/{authorizationId}`,
    'intranet 268351204312072194',
  ),
  row('granted-projects list', 'Lists the projects that others granted to an organization', `GET ${GRANTED}`, '--org partner', {
    list: 'grants',
    columns: ['grantId', 'projectId', 'projectName', 'orgId', 'roleKeys', 'accepted'],
    query: ['q', 'name', ...GRANTS],
  }),
  row('granted-projects get', 'Shows one granted project', `GET ${GRANTED}/{grantId}`, '268351204312072193 --org partner'),
  row(
    'granted-projects accept',
    'Accepts a grant; people are no longer asked for consent',
    `POST ${GRANTED}/{grantId}/_accept`,
    '268351204312072193 --org partner',
  ),
  row(
    'granted-projects authorizations list',
    'Lists the roles assigned by a grant',
    `GET ${GRANTED}/{grantId}/authorizations`,
    '268351204312072193 --org partner',
    { list: 'authorizations', columns: ['authorizationId', 'holderId', 'holderKind', 'roleKeys'], query: GIVEN },
  ),
  row(
    'granted-projects authorizations create',
    'Assigns granted roles to a user or a group',
    `POST ${GRANTED}/{grantId}/authorizations`,
    'Intranet --org partner --to ada --role reader',
    { body: ['holderId --to', ...ROLE_KEYS] },
  ),
  removal(
    'granted-projects authorizations delete',
    'Removes granted roles',
    `${GRANTED}/{grantId}/authorizations/{authorizationId}`,
    '268351204312072193 268351204312072196',
  ),
  row(
    'granted-projects authorizations get',
    'Shows one authorization',
    `GET ${GRANTED}/{grantId}/authorizations/{authorizationId}`,
    '268351204312072193 268351204312072196',
  ),
  row(
    'granted-projects authorizations update',
    'Replaces the assigned granted roles',
    `PUT ${GRANTED}/{grantId}/authorizations/{authorizationId}`,
    '268351204312072193 268351204312072196 --role reader',
    { body: ROLE_KEYS },
  ),
  row(
    'granted-projects members list',
    'Lists the owners of a grant',
    `GET ${GRANTED}/{grantId}/members`,
    '268351204312072193 --org partner',
    { list: 'members', columns: ['userId', 'roles'] },
  ),
  row(
    'granted-projects members add',
    'Adds an owner of a grant',
    `POST ${GRANTED}/{grantId}/members`,
    'Intranet --org partner --user ada --role PROJECT_GRANT_OWNER',
    { body: ['userId --user', 'role'] },
  ),
  removal(
    'granted-projects members remove',
    'Removes an owner of a grant',
    `${GRANTED}/{grantId}/members/{userId}/{role}`,
    'Intranet --org partner --user ada --role PROJECT_GRANT_OWNER',
    MEMBER,
  ),
];
