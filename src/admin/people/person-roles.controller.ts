// What one person may do, and why: member roles, and roles of projects.
import { Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import { judgeOrganization, judgeService, type Membership } from '../../common/access/permissions.js';
import type { Principal } from '../../common/access/principal.js';
import { HeldProjectRoles } from '../../users/roles/authorizations/held-project-roles.service.js';
import { HeldMemberRoles, type HeldMemberRole } from '../../users/roles/memberships/held-member-roles.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { People } from '../../users/directory/people/people.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { heldAuthorizationView, HeldAuthorizationView } from '../authorizations/held-roles.controller.js';
import { heldMemberRoleView, HeldMemberRoleView } from '../members/held-member-roles.controller.js';
import { OrganizationParam } from '../organizations/organization-param.js';

export class PersonMemberRoleView extends HeldMemberRoleView {
  @ApiProperty({ required: false, description: 'id of the organization where it counts; absent: it counts in the whole service' })
  orgId?: string;
}

export class PersonRolesView {
  @ApiProperty({ type: [PersonMemberRoleView], description: 'in the organization its own first, then by group; then roles elsewhere' })
  memberRoles: PersonMemberRoleView[];
  @ApiProperty({ type: [HeldAuthorizationView], description: 'its own first, then by group; at most 2,000' })
  projectRoles: HeldAuthorizationView[];
}

@ApiTags('people')
@AdminController('organizations/:orgId/people/:userId/roles')
export class PersonRolesController {
  constructor(
    private readonly people: People,
    private readonly memberRoles: HeldMemberRoles,
    private readonly projectRoles: HeldProjectRoles,
  ) {}

  @Get()
  @Access('authorization.read')
  @ApiOperation({ summary: 'What a person may do, and why; roles elsewhere only for callers who may read the members there' })
  @ApiOkResponse({ type: PersonRolesView })
  async list(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Caller() caller: Principal,
  ): Promise<PersonRolesView> {
    const { no: userNo, orgNo } = await this.people.requirePerson(organization, userId);
    const here = await this.memberRoles.explain(organization, userNo);
    const elsewhere = (await this.memberRoles.listElsewhere(organization, userNo)).filter((membership) => mayRead(caller, membership));
    const projectRoles = await this.projectRoles.explain({ userNo, orgNo });
    return {
      memberRoles: [...here, ...elsewhere.map((membership) => ({ membership }))].map(memberRoleView),
      projectRoles: projectRoles.map(heldAuthorizationView),
    };
  }
}

/** Whether a caller may read the members of where a role counts. */
function mayRead({ memberships }: Principal, { orgId }: Membership): boolean {
  return (orgId === null ? judgeService(memberships, 'org.read') : judgeOrganization(memberships, 'org.read', orgId)) === 'allowed';
}

function memberRoleView(held: HeldMemberRole): PersonMemberRoleView {
  const { orgId } = held.membership;
  return { ...heldMemberRoleView(held), ...(orgId !== null && { orgId }) };
}
