import { NAMED, removal, row, type Row } from './row.js';
import { HOLDERS } from './service.js';

const PROJECTS = '/admin/v1/organizations/{orgId}/projects';
const PROJECT = `${PROJECTS}/{projectId}`;
const SETTINGS = [
  'projectRoleAssertion --role-assertion',
  'projectRoleCheck --role-check',
  'hasProjectCheck --project-check',
  'applicationsInAudience',
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
  row('projects update', 'Changes what is named; the rest stays', `PATCH ${PROJECT}`, 'intranet --no-role-check', {
    body: ['name', ...SETTINGS],
  }),
  row('projects deactivate', 'Ends every token of its applications for good', `POST ${PROJECT}/_deactivate`, 'intranet'),
  row('projects reactivate', 'Lets its applications work again', `POST ${PROJECT}/_reactivate`, 'intranet'),
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
    'Changes name or section of a role',
    `PATCH ${PROJECT}/roles/{key}`,
    'intranet accountant --section Finance',
    { body: ['name', 'section'] },
  ),
  removal('projects roles delete', 'Removes a role, from everybody who has it', `${PROJECT}/roles/{key}`, 'intranet accountant'),
  row('projects members list', 'Lists the owners of a project', `GET ${PROJECT}/members`, 'intranet', {
    list: 'members',
    columns: ['userId', 'roles'],
  }),
  row(
    'projects members explain',
    'Lists who has which roles in a project, and why: given to the user, to a group, or inherited',
    `GET ${PROJECT}/role-holders`,
    'intranet --via inherited',
    { list: 'roleHolders', columns: ['userId', 'kind', 'userName', 'roles', 'projectRoles'], query: HOLDERS },
  ),
  row(
    'projects members add',
    'Appoints an owner of a project',
    `POST ${PROJECT}/members`,
    'intranet --user 268351204312072193 --role PROJECT_OWNER',
    { body: ['userId --user', 'role'] },
  ),
  removal(
    'projects members remove',
    'Dismisses an owner of a project',
    `${PROJECT}/members/{userId}/{role}`,
    'intranet 268351204312072193 PROJECT_OWNER',
  ),
];
