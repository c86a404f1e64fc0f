// Roles of projects: the organizations that may assign them, and the users they are assigned to.
import { CREATED, list, removal, required, text, type Fields, type Row } from './row.js';

const PROJECT = '/admin/v1/organizations/{orgId}/projects/{projectId}';
const GRANTED = '/admin/v1/organizations/{orgId}/granted-projects';
const ROLE_KEYS = { roleKeys: list('key of a role; may be repeated', { ...required, option: 'role' }) };

const GRANTS: Fields = {
  accepted: text('only those that were accepted, or only the others', { choices: ['true', 'false'] }),
  ...CREATED,
};
const GIVEN: Fields = { holderId: text('only those of this user or group', { option: 'of' }), ...CREATED };

export const AUTHORIZATION_ROWS: readonly Row[] = [
  {
    command: 'projects grants list',
    does: 'Lists the organizations that a project is granted to',
    route: `GET ${PROJECT}/grants`,
    list: 'grants',
    columns: ['grantId', 'grantedOrgId', 'roleKeys', 'accepted'],
    query: { grantedOrgId: text('only the one to this organization', { option: 'to' }), ...GRANTS },
    examples: ['gatehouse projects grants list intranet'],
  },
  {
    command: 'projects grants get',
    does: 'Shows one grant',
    route: `GET ${PROJECT}/grants/{grantId}`,
    examples: ['gatehouse projects grants get intranet 268351204312072193'],
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
  removal(
    'projects grants delete',
    'Ends a grant, with the roles that were given by it',
    `${PROJECT}/grants/{grantId}`,
    'intranet 268351204312072193',
  ),
  {
    command: 'authorizations list',
    does: 'Lists who has which roles of projects in an organization',
    route: 'GET /admin/v1/organizations/{orgId}/authorizations',
    list: 'authorizations',
    columns: ['authorizationId', 'projectId', 'holderId', 'holderKind', 'roleKeys'],
    query: GIVEN,
    examples: ['gatehouse authorizations list'],
  },
  {
    command: 'projects authorizations list',
    does: 'Lists what the organization of a project gave of it',
    route: `GET ${PROJECT}/authorizations`,
    list: 'authorizations',
    columns: ['authorizationId', 'holderId', 'holderKind', 'roleKeys'],
    query: GIVEN,
    examples: ['gatehouse projects authorizations list intranet'],
  },
  {
    command: 'authorizations get',
    does: 'Shows one authorization',
    route: `GET ${PROJECT}/authorizations/{authorizationId}`,
    examples: ['gatehouse authorizations get intranet 268351204312072194'],
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
  removal('authorizations delete', 'Takes the roles away', `${PROJECT}/authorizations/{authorizationId}`, 'intranet 268351204312072194'),
  {
    command: 'granted-projects list',
    does: 'Lists the projects that others granted to an organization',
    route: `GET ${GRANTED}`,
    list: 'grants',
    columns: ['grantId', 'projectId', 'projectName', 'orgId', 'roleKeys', 'accepted'],
    query: { q: text('only projects whose names contain this'), name: text('only projects whose names begin with this'), ...GRANTS },
    examples: ['gatehouse granted-projects list --org partner'],
  },
  {
    command: 'granted-projects get',
    does: 'Shows one of them',
    route: `GET ${GRANTED}/{grantId}`,
    examples: ['gatehouse granted-projects get 268351204312072193 --org partner'],
  },
  {
    command: 'granted-projects accept',
    does: 'Agrees to a grant; people are no longer asked for consent',
    route: `POST ${GRANTED}/{grantId}/_accept`,
    examples: ['gatehouse granted-projects accept 268351204312072193 --org partner'],
  },
  {
    command: 'granted-projects authorizations list',
    does: 'Lists who was given roles by a grant',
    route: `GET ${GRANTED}/{grantId}/authorizations`,
    list: 'authorizations',
    columns: ['authorizationId', 'holderId', 'holderKind', 'roleKeys'],
    query: GIVEN,
    examples: ['gatehouse granted-projects authorizations list 268351204312072193 --org partner'],
  },
  {
    command: 'granted-projects authorizations create',
    does: 'Gives a user or a group granted roles',
    route: `POST ${GRANTED}/{grantId}/authorizations`,
    body: { holderId: text('id of a person, a service user or a group', { ...required, option: 'to' }), ...ROLE_KEYS },
    examples: ['gatehouse granted-projects authorizations create 268351204312072193 --to 268351204312072195 --role reader'],
  },
  removal(
    'granted-projects authorizations delete',
    'Takes granted roles away',
    `${GRANTED}/{grantId}/authorizations/{authorizationId}`,
    '268351204312072193 268351204312072196',
  ),
  {
    command: 'granted-projects authorizations get',
    does: 'Shows one authorization',
    route: `GET ${GRANTED}/{grantId}/authorizations/{authorizationId}`,
    examples: ['gatehouse granted-projects authorizations get 268351204312072193 268351204312072196'],
  },
  {
    command: 'granted-projects authorizations update',
    does: 'Replaces the granted roles that somebody was given',
    route: `PUT ${GRANTED}/{grantId}/authorizations/{authorizationId}`,
    body: ROLE_KEYS,
    examples: ['gatehouse granted-projects authorizations update 268351204312072193 268351204312072196 --role reader'],
  },
  {
    command: 'granted-projects members list',
    does: 'Lists the owners of a grant',
    route: `GET ${GRANTED}/{grantId}/members`,
    list: 'members',
    columns: ['userId', 'roles'],
    examples: ['gatehouse granted-projects members list 268351204312072193 --org partner'],
  },
  {
    command: 'granted-projects members add',
    does: 'Appoints an owner of a grant',
    route: `POST ${GRANTED}/{grantId}/members`,
    body: {
      userId: text('id of a person or service user', { ...required, option: 'user' }),
      role: text('the role, such as PROJECT_GRANT_OWNER', required),
    },
    examples: ['gatehouse granted-projects members add 268351204312072193 --user 268351204312072195 --role PROJECT_GRANT_OWNER'],
  },
  removal(
    'granted-projects members remove',
    'Dismisses an owner of a grant',
    `${GRANTED}/{grantId}/members/{userId}/{role}`,
    '268351204312072193 268351204312072195 PROJECT_GRANT_OWNER',
  ),
];
