import { TIMES, removal, row, type Row } from './row.js';

const GROUPS = '/admin/v1/organizations/{orgId}/groups';
const GROUP = `${GROUPS}/{groupId}`;
const MEMBERS = ['memberIds --member'];

export const GROUP_ROWS: readonly Row[] = [
  row('groups list', 'Lists the groups of an organization', `GET ${GROUPS}`, '--q account', {
    list: 'groups',
    columns: ['groupId', 'displayName', 'createdAt', 'modifiedAt'],
    query: ['q', 'name', ...TIMES],
  }),
  row('groups get', 'Shows one group', `GET ${GROUP}`, '268351204312072193'),
  row('groups create', 'Adds a group', `POST ${GROUPS}`, '--name Accounting --member 268351204312072193', {
    body: ['displayName --name', 'memberIds --member', 'groupId --id'],
  }),
  row('groups update', 'Gives a group another name', `PATCH ${GROUP}`, '268351204312072193 --name Finance', {
    body: ['displayName --name'],
  }),
  removal('groups delete', 'Removes a group; its members lose what they had by it', GROUP, '268351204312072193'),
  row('groups members list', 'Lists the members of the group itself', `GET ${GROUP}/members`, '268351204312072193', {
    list: 'members',
    columns: ['memberId', 'type', 'displayName'],
  }),
  row(
    'groups members get',
    'Shows one member of the group itself',
    `GET ${GROUP}/members/{memberId}`,
    '268351204312072193 268351204312072194',
  ),
  row(
    'groups members add',
    'Adds members, all or none; some may be in already',
    `POST ${GROUP}/members`,
    '268351204312072193 --member 268351204312072194',
    { body: MEMBERS },
  ),
  row(
    'groups members remove',
    'Removes members; there need not be such',
    `POST ${GROUP}/members/_remove`,
    '268351204312072193 --member 268351204312072194',
    { body: MEMBERS },
  ),
  row('groups roles list', 'Lists the administrative roles of a group', `GET ${GROUP}/roles`, '268351204312072193', {
    list: 'roles',
    columns: ['role', 'projectId', 'grantId'],
    query: ['role'],
  }),
  row(
    'groups roles add',
    'Gives an administrative role to everybody in a group',
    `POST ${GROUP}/roles`,
    '268351204312072193 --role ORG_USER_MANAGER',
    { body: ['role', 'projectId --project', 'grantId --grant'] },
  ),
  row(
    'groups roles remove',
    'Takes an administrative role from a group',
    `DELETE ${GROUP}/roles/{role}`,
    '268351204312072193 ORG_USER_MANAGER --yes',
    { query: ['projectId --project', 'grantId --grant'] },
  ),
];
