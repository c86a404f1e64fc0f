import { ApiProperty } from '@nestjs/swagger';
import { isoInstant } from '../../common/http/instants.js';
import type { ListedMember } from '../../users/groups/group-members.repository.js';
import type { Group } from '../../users/groups/group.js';

export class GroupView {
  @ApiProperty() groupId: string;
  @ApiProperty() displayName: string;
  @ApiProperty({ required: false, description: 'name that a directory has for the group' }) externalId?: string;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ format: 'date-time' }) modifiedAt: string;
}

export class GroupMemberView {
  @ApiProperty() memberId: string;
  @ApiProperty({ enum: ['user', 'group'] }) type: string;
  @ApiProperty() displayName: string;
}

export interface GroupsPage {
  groups: GroupView[];
  after: number | null;
}

export interface GroupMembersPage {
  members: GroupMemberView[];
  after: number | null;
}

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
