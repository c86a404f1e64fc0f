// Groups and their members as the admin API takes and shows them.
import { ApiProperty } from '@nestjs/swagger';
import { Text, TextList } from '../../common/http/fields.js';
import type { ItemList } from '../../common/primitives/list-items.js';
import { isoInstant } from '../../common/http/instants.js';
import type { BelongedGroup } from '../../users/roles/group-graph/group-graph.repository.js';
import { GROUP_LENGTHS, type Group, type MemberKind } from '../../users/directory/groups/group.js';
import type { ListedMember } from '../../users/directory/groups/group-members.repository.js';

/** Most members that one request names. */
const MAX_AT_ONCE = 500;
const MEMBER_KINDS: readonly MemberKind[] = ['user', 'group'];

export class GroupBody {
  @Text(GROUP_LENGTHS.displayName, {
    description: 'name; no other group of the organization has it, whatever its case',
    example: 'Accounting',
  })
  displayName: string;
}

export class GroupMembersBody {
  @TextList(MAX_AT_ONCE, 200, { description: 'ids of people and groups of the organization', example: ['268351204312072193'] })
  memberIds: string[];
}

export class NewGroupBody extends GroupBody {
  @TextList(MAX_AT_ONCE, 200, { description: 'ids of people and groups that are in it from the start', optional: true })
  memberIds?: string[];
  @Text(200, { description: 'id to keep from another system; generated when absent', optional: true }) groupId?: string;
}

export class GroupView {
  @ApiProperty() groupId: string;
  @ApiProperty({ example: 'Accounting' }) displayName: string;
  @ApiProperty({ required: false, description: 'name that a directory has for the group' }) externalId?: string;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ format: 'date-time', description: 'of the last change, also of its members' }) modifiedAt: string;
}

export class GroupMemberView {
  @ApiProperty() memberId: string;
  @ApiProperty({ enum: MEMBER_KINDS }) type: MemberKind;
  @ApiProperty({ example: 'Ada Lovelace' }) displayName: string;
}

export class BelongedGroupView {
  @ApiProperty() groupId: string;
  @ApiProperty({ example: 'Accounting' }) displayName: string;
  @ApiProperty({ description: 'a member of the group itself, not only of one inside it' }) direct: boolean;
}

/** By name, as it always was. */
export const BELONGED_LIST: ItemList<BelongedGroup> = {
  no: ({ displayName, id }) => `${displayName.toLowerCase()} ${id}`,
  sorts: { name: ({ displayName }) => displayName },
  filters: {
    name: { kind: 'startsWith', of: ({ displayName }) => displayName },
    q: { kind: 'contains', of: ({ displayName }) => displayName, description: 'only groups whose names contain this, whatever its case' },
  },
  defaultLimit: 1_000,
};

export function groupView({ id, displayName, externalId, createdUs, modifiedUs }: Group): GroupView {
  return {
    groupId: id,
    displayName,
    ...(externalId !== undefined && { externalId }),
    createdAt: isoInstant(createdUs),
    modifiedAt: isoInstant(modifiedUs),
  };
}

export function groupMemberView({ id, kind, display }: ListedMember): GroupMemberView {
  return { memberId: id, type: kind, displayName: display };
}

export function belongedGroupView({ id, displayName, direct }: BelongedGroup): BelongedGroupView {
  return { groupId: id, displayName, direct };
}
