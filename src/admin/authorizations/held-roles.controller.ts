// What one user has, and why: its own roles, and those it has through groups.
import { Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access } from '../../common/access/access.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { listItems, momentFilters, type ItemList } from '../../common/primitives/list-items.js';
import { HeldProjectRoles, type HeldAuthorization } from '../../users/roles/authorizations/held-project-roles.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { UserDirectory } from '../../users/roles/user-directory/user-directory.repository.js';
import { AdminController } from '../controller/admin-controller.js';
import { belongedGroupView, BelongedGroupView } from '../groups/group.view.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { AuthorizationNames } from './authorization-names.service.js';
import { authorizationView, AuthorizationView } from './authorization.view.js';

export class HeldAuthorizationView extends AuthorizationView {
  @ApiProperty({ required: false, description: 'group that has it and that the user belongs to; absent: the user has it itself' })
  group?: BelongedGroupView;
}

/** Its own first, then by group, each in the order in which they were given. */
const HELD_LIST: ItemList<HeldAuthorization> = {
  no: ({ authorization, group }) => `${group ? 1 : 0} ${String(authorization.no).padStart(16, '0')}`,
  sorts: { createdAt: ({ authorization }) => authorization.createdUs },
  filters: {
    projectId: { kind: 'is', of: ({ authorization }) => authorization.projectId },
    roleKey: { kind: 'is', of: ({ authorization }) => authorization.roleKeys },
    groupId: { kind: 'is', of: ({ group }) => group?.id ?? '' },
    ...momentFilters('created', ({ authorization }: HeldAuthorization) => authorization.createdUs),
  },
  defaultLimit: 1_000,
};

@ApiTags('authorizations')
@AdminController('organizations/:orgId/users/:userId/authorizations')
export class HeldRolesController {
  constructor(
    private readonly directory: UserDirectory,
    private readonly heldRoles: HeldProjectRoles,
    private readonly names: AuthorizationNames,
  ) {}

  /** Every role of a project that counts for a person or service user now, whichever organization gave it: its own first, then by group; at most 2,000. */
  @Get()
  @ApiOperation({ summary: 'Roles of projects that a user has now, and by which group' })
  @ApiOkResponse({ type: listView('authorizations', HeldAuthorizationView) })
  @Access('authorization.read')
  async list(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @ListParam(HELD_LIST) list: ListRequest,
  ): Promise<ListAnswer<'authorizations', HeldAuthorizationView>> {
    const user = await this.directory.requireInOrganization(organization.no, userId);
    const held = await this.heldRoles.explain({ userNo: user.no, orgNo: user.orgNo });
    const found = listItems(held, HELD_LIST, list);
    const viewOf = await this.names.viewsFor(
      organization,
      found.entries.map(({ authorization }) => authorization),
    );
    return list.answer('authorizations', found, (one) => ({ ...heldAuthorizationView(one), ...viewOf(one.authorization) }));
  }
}

/** An authorization, and by which group it counts. */
export function heldAuthorizationView({ authorization, group }: HeldAuthorization): HeldAuthorizationView {
  return { ...authorizationView(authorization), ...(group && { group: belongedGroupView(group) }) };
}
