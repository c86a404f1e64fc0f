// The Group resource type bound to groups.
import { Injectable } from '@nestjs/common';
import { GroupMembers } from '../../users/directory/groups/group-members.service.js';
import type { ListedMember } from '../../users/directory/groups/group-members.repository.js';
import { GroupSearch, type GroupSearchRequest } from '../../users/directory/groups/group-search.service.js';
import { Groups } from '../../users/directory/groups/groups.service.js';
import type { Group, GroupValues, MemberKind } from '../../users/directory/groups/group.js';
import type { ElementChanges } from '../protocol/elements.js';
import type { JsonObject } from '../protocol/query/evaluate.js';
import { GROUP } from '../protocol/schema/group.schema.js';
import { toRecord } from '../protocol/mapping.js';
import type {
  ApartElement,
  ElementReader,
  RecordPage,
  RecordQuery,
  ResourceBinding,
  ResourcePermissions,
} from '../resources/resource-binding.js';
import type { ScimRequest } from '../resources/scim-requests.service.js';

export const GROUP_PERMISSIONS: ResourcePermissions = { read: 'group.read', write: 'group.write', remove: 'group.delete' };

/** Members per query while a long list of them is being written. */
const PORTION = 1_000;

const TYPE_NAMES: Readonly<Record<MemberKind, string>> = { user: 'User', group: 'Group' };

@Injectable()
export class GroupBinding implements ResourceBinding<Group> {
  readonly type = GROUP;
  readonly permissions = GROUP_PERMISSIONS;
  readonly elements = { members: this.memberReader() };

  constructor(
    private readonly groups: Groups,
    private readonly members: GroupMembers,
    private readonly groupSearch: GroupSearch,
  ) {}

  toRecord(resource: JsonObject): object {
    return toRecord(resource, GROUP.attributes);
  }

  shown(group: Group): Group {
    return group;
  }

  get({ organization, domainNo }: ScimRequest, id: string): Promise<Group> {
    return this.groups.requireGroup(organization, id, { domainNo });
  }

  create({ organization, caller, domainNo }: ScimRequest, record: object, { members }: ElementChanges): Promise<Group> {
    return this.groups.create(organization, record as GroupValues, members, caller, { domainNo });
  }

  update(
    { organization, caller, domainNo }: ScimRequest,
    id: string,
    change: (current: Group) => object,
    { members }: ElementChanges,
  ): Promise<Group> {
    return this.groups.update(organization, id, (current) => change(current) as GroupValues, members, caller, { domainNo });
  }

  remove({ organization, caller }: ScimRequest, id: string, permit: (current: Group) => void): Promise<void> {
    return this.groups.remove(organization, id, caller, permit);
  }

  async search({ organization, domainNo }: ScimRequest, { filter, sort, ...page }: RecordQuery): Promise<RecordPage<Group>> {
    const { groups, ...found } = await this.groupSearch.search(organization.no, {
      domainNo,
      ...(filter ? { criteria: filter } : {}),
      ...(sort ? { order: { field: sort.field, descending: sort.descending } as NonNullable<GroupSearchRequest['order']> } : {}),
      ...page,
    });
    return { ...found, records: groups };
  }

  private memberReader(): ElementReader<Group> {
    return {
      isVersioned: true,
      readAll: async ({ organization }, groups, limit) => {
        const members = await this.members.listAllMembers(organization.no, groups, limit);
        return members && new Map(groups.map(({ id, no }) => [id, (members.get(no) ?? []).map(toElement)]));
      },
      readPortions: (_request, group) => this.portionsOf(group),
    };
  }

  private async *portionsOf(group: Group): AsyncGenerator<ApartElement[]> {
    for (let after = 0; ;) {
      const members = await this.members.listMembers(group, after, PORTION);
      yield members.map(toElement);
      if (members.length < PORTION) return;
      after = members.at(-1)?.no ?? 0;
    }
  }
}

/** A member with the field names that the attribute table uses. */
function toElement({ id, kind, display }: ListedMember): ApartElement & Record<'display' | 'type', string> {
  return { value: id, leadsTo: TYPE_NAMES[kind], display, type: TYPE_NAMES[kind] };
}
