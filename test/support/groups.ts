// Groups for tests that are about something else, by the domain's own services.
import type { Principal } from '../../src/common/access/principal.js';
import type { Group } from '../../src/users/directory/groups/group.js';
import { Groups } from '../../src/users/directory/groups/groups.service.js';
import { Organizations } from '../../src/users/organizations/organizations.service.js';
import { freshName } from './people.js';
import type { TestService } from './service.js';

/** Who may do everything. */
export const OWNER: Principal = {
  userNo: 0,
  userId: 'test',
  kind: 'service',
  orgId: '',
  memberships: [{ role: 'IAM_OWNER', orgId: null }],
};

/** A group of an organization with some members, named by their ids. */
export async function addGroup(
  service: TestService,
  orgId: string,
  memberIds: readonly string[] = [],
  displayName = freshName('group'),
): Promise<Group> {
  const organization = await service.get(Organizations).requireOrganization(orgId);
  return service.get(Groups).create(organization, { displayName }, changeOf(memberIds, []), OWNER);
}

/** Puts somebody into a group, or takes somebody out. */
export async function changeMembers(
  service: TestService,
  orgId: string,
  groupId: string,
  { put = [], dropped = [] }: { put?: readonly string[]; dropped?: readonly string[] },
  caller: Principal = OWNER,
): Promise<void> {
  const organization = await service.get(Organizations).requireOrganization(orgId);
  await service.get(Groups).update(organization, groupId, (current) => current, changeOf(put, dropped), caller);
}

function changeOf(put: readonly string[], dropped: readonly string[]) {
  return { replaces: false, put: put.map((value) => ({ value, where: 'members' })), dropped };
}
