import { NAMED, flag, removal, required, text, type Fields, type Row } from './row.js';
import { HOLDERS } from './service.js';

const PROJECTS = '/admin/v1/organizations/{orgId}/projects';
const PROJECT = `${PROJECTS}/{projectId}`;
const SETTINGS: Fields = {
  projectRoleAssertion: flag('tokens of its applications name the roles of their user without being asked', { option: 'role-assertion' }),
  projectRoleCheck: flag('only people with a role of the project may sign in', { option: 'role-check' }),
  hasProjectCheck: flag('only people of its own organization, and of those it is granted to, may sign in', { option: 'project-check' }),
  applicationsInAudience: flag('access tokens name the other applications of the project in aud'),
};

export const PROJECT_ROWS: readonly Row[] = [
  {
    command: 'projects list',
    does: 'Lists the projects of an organization',
    route: `GET ${PROJECTS}`,
    list: 'projects',
    columns: ['projectId', 'name', 'state', 'createdAt'],
    query: NAMED,
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
  removal('projects delete', 'Removes a project with its applications, roles and grants', PROJECT, 'intranet'),
  {
    command: 'projects roles list',
    does: 'Lists the roles of a project',
    route: `GET ${PROJECT}/roles`,
    list: 'roles',
    columns: ['key', 'name', 'section', 'createdAt'],
    query: { q: text('only roles whose keys or names contain this'), section: text('only roles under this heading') },
    examples: ['gatehouse projects roles list intranet'],
  },
  {
    command: 'projects roles get',
    does: 'Shows one role',
    route: `GET ${PROJECT}/roles/{key}`,
    examples: ['gatehouse projects roles get intranet accountant'],
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
  removal('projects roles delete', 'Removes a role, from everybody who has it', `${PROJECT}/roles/{key}`, 'intranet accountant'),
  {
    command: 'projects members list',
    does: 'Lists the owners of a project',
    route: `GET ${PROJECT}/members`,
    list: 'members',
    columns: ['userId', 'roles'],
    examples: ['gatehouse projects members list intranet'],
  },
  {
    command: 'projects members explain',
    does: 'Lists who has which roles in a project, and why: given to the user, to a group, or inherited',
    route: `GET ${PROJECT}/role-holders`,
    list: 'roleHolders',
    columns: ['userId', 'kind', 'userName', 'roles', 'projectRoles'],
    query: { ...HOLDERS, role: text('only users who have this role, a member role or one of the project') },
    examples: ['gatehouse projects members explain intranet --via inherited'],
  },
  {
    command: 'projects members add',
    does: 'Appoints an owner of a project',
    route: `POST ${PROJECT}/members`,
    body: {
      userId: text('id of a person or service user', { ...required, option: 'user' }),
      role: text('the role, PROJECT_OWNER', required),
    },
    examples: ['gatehouse projects members add intranet --user 268351204312072193 --role PROJECT_OWNER'],
  },
  removal(
    'projects members remove',
    'Dismisses an owner of a project',
    `${PROJECT}/members/{userId}/{role}`,
    'intranet 268351204312072193 PROJECT_OWNER',
  ),
];
