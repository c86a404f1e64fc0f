import { flag, list, required, text, type Fields, type Row } from './row.js';

const PROJECTS = '/admin/v1/organizations/{orgId}/projects';
const PROJECT = `${PROJECTS}/{projectId}`;
const SETTINGS: Fields = {
  projectRoleAssertion: flag('tokens of its applications name the roles of their user without being asked', { option: 'role-assertion' }),
  projectRoleCheck: flag('only people with a role of the project may sign in', { option: 'role-check' }),
  hasProjectCheck: flag('only people of its own organization, and of those it is granted to, may sign in', { option: 'project-check' }),
};
const ROLE_KEYS = { roleKeys: list('key of a role; may be repeated', { ...required, option: 'role' }) };

export const PROJECT_ROWS: readonly Row[] = [
  {
    command: 'projects list',
    does: 'Lists the projects of an organization',
    route: `GET ${PROJECTS}`,
    list: 'projects',
    columns: ['projectId', 'name', 'state', 'createdAt'],
    examples: ['gatehouse projects list'],
  },
  { command: 'projects get', does: 'Shows one project', route: `GET ${PROJECT}`, examples: ['gatehouse projects get intranet'] },
  {
    command: 'projects create',
    does: 'Adds a project, which applications belong to',
    route: `POST ${PROJECTS}`,
    body: {
      name: text('name people see', required),
      projectId: text('id to keep from another system; generated when absent', { option: 'id' }),
      ...SETTINGS,
    },
    examples: ['gatehouse projects create --name Intranet --role-check'],
  },
  {
    command: 'projects update',
    does: 'Changes what is named; the rest stays',
    route: `PATCH ${PROJECT}`,
    body: { name: text('name people see'), ...SETTINGS },
    examples: ['gatehouse projects update intranet --no-role-check'],
  },
  {
    command: 'projects deactivate',
    does: 'Ends every token of its applications for good',
    route: `POST ${PROJECT}/_deactivate`,
    examples: ['gatehouse projects deactivate intranet'],
  },
  {
    command: 'projects reactivate',
    does: 'Lets its applications work again',
    route: `POST ${PROJECT}/_reactivate`,
    examples: ['gatehouse projects reactivate intranet'],
  },
  {
    command: 'projects delete',
    does: 'Removes a project with its applications, roles and grants',
    route: `DELETE ${PROJECT}`,
    examples: ['gatehouse projects delete intranet --yes'],
  },
  {
    command: 'projects roles list',
    does: 'Lists the roles of a project',
    route: `GET ${PROJECT}/roles`,
    list: 'roles',
    columns: ['key', 'name', 'section', 'createdAt'],
    examples: ['gatehouse projects roles list intranet'],
  },
  {
    command: 'projects roles create',
    does: 'Adds a role',
    route: `POST ${PROJECT}/roles`,
    body: { key: text('key that tokens tell', required), name: text('name people see'), section: text('heading it stands under') },
    examples: ['gatehouse projects roles create intranet --key accountant --name Accountant'],
  },
  {
    command: 'projects roles update',
    does: 'Changes name or section of a role',
    route: `PATCH ${PROJECT}/roles/{key}`,
    body: { name: text('name people see'), section: text('heading it stands under') },
    examples: ['gatehouse projects roles update intranet accountant --section Finance'],
  },
  {
    command: 'projects roles delete',
    does: 'Removes a role, from everybody who has it',
    route: `DELETE ${PROJECT}/roles/{key}`,
    examples: ['gatehouse projects roles delete intranet accountant --yes'],
  },
  {
    command: 'projects grants list',
    does: 'Lists the organizations that a project is granted to',
    route: `GET ${PROJECT}/grants`,
    list: 'grants',
    columns: ['grantId', 'grantedOrgId', 'roleKeys', 'accepted'],
    examples: ['gatehouse projects grants list intranet'],
  },
  {
    command: 'projects grants create',
    does: 'Grants a project with some of its roles to another organization',
    route: `POST ${PROJECT}/grants`,
    body: { grantedOrgId: text('id of that organization', { ...required, option: 'to' }), ...ROLE_KEYS },
    examples: ['gatehouse projects grants create intranet --to partner --role reader'],
  },
  {
    command: 'projects grants update',
    does: 'Replaces the roles that the organization may give',
    route: `PUT ${PROJECT}/grants/{grantId}`,
    body: ROLE_KEYS,
    examples: ['gatehouse projects grants update intranet 268351204312072193 --role reader --role approver'],
  },
  {
    command: 'projects grants delete',
    does: 'Ends a grant, with the roles that were given by it',
    route: `DELETE ${PROJECT}/grants/{grantId}`,
    examples: ['gatehouse projects grants delete intranet 268351204312072193 --yes'],
  },
  {
    command: 'authorizations list',
    does: 'Lists who has which roles of projects in an organization',
    route: 'GET /admin/v1/organizations/{orgId}/authorizations',
    list: 'authorizations',
    columns: ['authorizationId', 'projectId', 'holderId', 'holderKind', 'roleKeys'],
    examples: ['gatehouse authorizations list'],
  },
  {
    command: 'authorizations create',
    does: 'Gives a user or a group roles of a project',
    route: `POST ${PROJECT}/authorizations`,
    body: { holderId: text('id of a person, a service user or a group', { ...required, option: 'to' }), ...ROLE_KEYS },
    examples: ['gatehouse authorizations create intranet --to 268351204312072193 --role accountant'],
  },
  {
    command: 'authorizations update',
    does: 'Replaces the roles that somebody was given',
    route: `PUT ${PROJECT}/authorizations/{authorizationId}`,
    body: ROLE_KEYS,
    examples: ['gatehouse authorizations update intranet 268351204312072194 --role reader'],
  },
  {
    command: 'authorizations delete',
    does: 'Takes the roles away',
    route: `DELETE ${PROJECT}/authorizations/{authorizationId}`,
    examples: ['gatehouse authorizations delete intranet 268351204312072194 --yes'],
  },
];
