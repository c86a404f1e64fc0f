import type { components } from '../../api/document.d.ts';

export type Group = components['schemas']['Group'];
export type GroupMember = components['schemas']['GroupMember'];

export const GROUPS = '/admin/v1/organizations/{orgId}/groups';
/** Where a group is read and changed; everything about it begins with this route. */
export const GROUP = '/admin/v1/organizations/{orgId}/groups/{groupId}';

/** Of ids in one request. */
export const MAX_MEMBERS = 500;

/** Which group a part of the page is about. */
export interface GroupPlace {
  orgId: string;
  groupId: string;
}
