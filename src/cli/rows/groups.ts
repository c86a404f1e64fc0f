import { TIMES, list, removal, required, text, type Row } from './row.js';

const GROUPS = '/admin/v1/organizations/{orgId}/groups';
const GROUP = `${GROUPS}/{groupId}`;
const MEMBERS = { memberIds: list('id of a person or group; may be repeated', { ...required, option: 'member' }) };

export const GROUP_ROWS: readonly Row[] = [
  {
    command: 'groups list',
    does: 'Lists the groups of an organization',
    route: `GET ${GROUPS}`,
    list: 'groups',
    columns: ['groupId', 'displayName', 'createdAt', 'modifiedAt'],
    query: {
      q: text('only groups whose names contain this'),
      name: text('only groups whose names begin with this'),
      ...TIMES,
    },
    examples: ['gatehouse groups list --q account'],
  },
  { command: 'groups get', does: 'Shows one group', route: `GET ${GROUP}`, examples: ['gatehouse groups get 268351204312072193'] },
  {
    command: 'groups create',
    does: 'Adds a group',
    route: `POST ${GROUPS}`,
    body: {
      displayName: text('name; no other group of the organization has it', { ...required, option: 'name' }),
      memberIds: list('id of a person or group in it from the start; may be repeated', { option: 'member' }),
      groupId: text('id to keep from another system; generated when absent', { option: 'id' }),
    },
    examples: ['gatehouse groups create --name Accounting --member 268351204312072193'],
  },
  {
    command: 'groups update',
    does: 'Gives a group another name',
    route: `PATCH ${GROUP}`,
    body: { displayName: text('the new name', { option: 'name' }) },
    examples: ['gatehouse groups update 268351204312072193 --name Finance'],
  },
  removal('groups delete', 'Removes a group; its members lose what they had by it', GROUP, '268351204312072193'),
  {
    command: 'groups members list',
    does: 'Lists the members of the group itself',
    route: `GET ${GROUP}/members`,
    list: 'members',
    columns: ['memberId', 'type', 'displayName'],
    examples: ['gatehouse groups members list 268351204312072193'],
  },
  {
    command: 'groups members get',
    does: 'Shows one member of the group itself',
    route: `GET ${GROUP}/members/{memberId}`,
    examples: ['gatehouse groups members get 268351204312072193 268351204312072194'],
  },
  {
    command: 'groups members add',
    does: 'Adds members, all or none; some may be in already',
    route: `POST ${GROUP}/members`,
    body: MEMBERS,
    examples: ['gatehouse groups members add 268351204312072193 --member 268351204312072194'],
  },
  {
    command: 'groups members remove',
    does: 'Removes members; there need not be such',
    route: `POST ${GROUP}/members/_remove`,
    body: MEMBERS,
    examples: ['gatehouse groups members remove 268351204312072193 --member 268351204312072194'],
  },
  {
    command: 'groups roles list',
    does: 'Lists the administrative roles of a group',
    route: `GET ${GROUP}/roles`,
    list: 'roles',
    columns: ['role', 'projectId', 'grantId'],
    query: { role: text('only this role') },
    examples: ['gatehouse groups roles list 268351204312072193'],
  },
  {
    command: 'groups roles add',
    does: 'Gives an administrative role to everybody in a group',
    route: `POST ${GROUP}/roles`,
    body: {
      role: text('the role, such as ORG_USER_MANAGER', required),
      projectId: text('only in this project', { option: 'project' }),
      grantId: text('only in this grant', { option: 'grant' }),
    },
    examples: ['gatehouse groups roles add 268351204312072193 --role ORG_USER_MANAGER'],
  },
  {
    command: 'groups roles remove',
    does: 'Takes an administrative role from a group',
    route: `DELETE ${GROUP}/roles/{role}`,
    query: { projectId: text('of this project', { option: 'project' }), grantId: text('of this grant', { option: 'grant' }) },
    examples: ['gatehouse groups roles remove 268351204312072193 ORG_USER_MANAGER --yes'],
  },
];
