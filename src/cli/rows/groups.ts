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
  row('groups get', 'Shows one group', `GET ${GROUP}`, 'Accounting'),
  row('groups create', 'Adds a group', `POST ${GROUPS}`, '--name Accounting --member ada', {
    body: ['displayName --name', 'memberIds --member', 'groupId --id'],
  }),
  row('groups update', 'Renames a group', `PATCH ${GROUP}`, 'Accounting --name Finance', {
    body: ['displayName --name'],
  }),
  removal('groups delete', 'Removes a group; its members lose the roles they have through it', GROUP, 'Accounting'),
  row('groups members list', 'Lists the direct members of a group', `GET ${GROUP}/members`, 'Accounting', {
    list: 'members',
    columns: ['memberId', 'type', 'displayName'],
  }),
  row('groups members get', 'Shows one direct member of a group', `GET ${GROUP}/members/{memberId}`, 'Accounting ada'),
  row(
    'groups members add',
    'Adds members, all or none; existing members are ignored',
    `POST ${GROUP}/members`,
    'Accounting --member ada@example.com',
    { body: MEMBERS },
  ),
  row(
    'groups members remove',
    "Removes members; entries that aren't members are ignored",
    `POST ${GROUP}/members/_remove`,
    'Accounting --member ada@example.com',
    { body: MEMBERS },
  ),
  row('groups roles list', 'Lists the administrative roles of a group', `GET ${GROUP}/roles`, 'Accounting', {
    list: 'roles',
    columns: ['role', 'projectId', 'grantId'],
    query: ['role'],
  }),
  row(
    'groups roles add',
    'Assigns an administrative role to everyone in a group',
    `POST ${GROUP}/roles`,
    'Accounting --role ORG_USER_MANAGER',
    { body: ['role', 'projectId --project', 'grantId --grant'] },
  ),
  removal(
    'groups roles remove',
    'Removes an administrative role from a group',
    `${GROUP}/roles/{role}`,
    'Accounting --role ORG_USER_MANAGER',
    {
      named: ['role'],
      query: ['projectId --project', 'grantId --grant'],
    },
  ),
];
