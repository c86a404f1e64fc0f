// What one person may do, and why: member roles, and roles of projects.
import { Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import { judgeOrganization, judgeService, type Membership } from '../../common/access/permissions.js';
import type { Principal } from '../../common/access/principal.js';
import { HeldProjectRoles, type HeldAuthorization } from '../../users/roles/authorizations/held-project-roles.service.js';
import { HeldMemberRoles, type HeldMemberRole } from '../../users/roles/memberships/held-member-roles.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { People } from '../../users/directory/people/people.service.js';
import { AuthorizationNames } from '../authorizations/authorization-names.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { heldAuthorizationView, HeldAuthorizationView } from '../authorizations/held-roles.controller.js';
import { heldMemberRoleView, HeldMemberRoleView } from '../members/held-member-roles.controller.js';
import { NamesRepository } from '../names/names.repository.js';
import { OrganizationParam } from '../organizations/organization-param.js';

export class PersonMemberRoleView extends HeldMemberRoleView {
  @ApiProperty({ required: false, description: 'id of the organization where it counts; absent: it counts in the whole service' })
  orgId?: string;
  @ApiProperty({ required: false, example: 'Example Ltd' }) orgName?: string;
  @ApiProperty({ required: false, description: 'of the project, or of the project of the grant', example: 'Time sheet' })
  projectName?: string;
}

export class PersonProjectRoleView extends HeldAuthorizationView {
  @ApiProperty({
    type: [String],
    required: false,
    description: 'display names of the roles, in the order of `roleKeys`; for authorizations that this organization gave',
    example: ['Accountant'],
  })
  roleNames?: string[];
}

export class PersonRolesView {
  @ApiProperty({ type: [PersonMemberRoleView], description: 'in the organization its own first, then by group; then roles elsewhere' })
  memberRoles: PersonMemberRoleView[];
  @ApiProperty({ type: [PersonProjectRoleView], description: 'its own first, then by group; at most 2,000' })
  projectRoles: PersonProjectRoleView[];
}

@ApiTags('people')
@AdminController('organizations/:orgId/people/:userId/roles')
export class PersonRolesController {
  constructor(
    private readonly people: People,
    private readonly memberRoles: HeldMemberRoles,
    private readonly projectRoles: HeldProjectRoles,
    private readonly authorizationNames: AuthorizationNames,
    private readonly names: NamesRepository,
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
    const held = await this.projectRoles.explain({ userNo, orgNo });
    return {
      memberRoles: await this.memberViews([...here, ...elsewhere.map((membership) => ({ membership }))]),
      projectRoles: await this.projectViews(organization, held),
    };
  }

  /** With the names of what the caller may read the members of. */
  private async memberViews(held: readonly HeldMemberRole[]): Promise<PersonMemberRoleView[]> {
    const memberships = held.map(({ membership }) => membership);
    const [organizations, projects, granted] = await Promise.all([
      this.names.find(
        'organization',
        memberships.flatMap(({ orgId }) => orgId ?? []),
      ),
      this.names.find(
        'project',
        memberships.flatMap(({ projectId }) => projectId ?? []),
      ),
      this.names.findGranted(memberships.flatMap(({ grantId }) => grantId ?? [])),
    ]);
    return held.map((one) => {
      const { orgId, projectId = '', grantId = '' } = one.membership;
      const orgName = organizations.get(orgId ?? '')?.name;
      const projectName = (projects.get(projectId) ?? granted.get(grantId))?.name;
      return { ...memberRoleView(one), ...(orgName !== undefined && { orgName }), ...(projectName !== undefined && { projectName }) };
    });
  }

  private async projectViews(organization: Organization, held: readonly HeldAuthorization[]): Promise<PersonProjectRoleView[]> {
    const authorizations = held.map(({ authorization }) => authorization);
    const own = authorizations.filter(({ orgNo }) => orgNo === organization.no);
    const [viewOf, roles] = await Promise.all([
      this.authorizationNames.viewsFor(organization, authorizations),
      this.names.findRoles(own.map(({ no }) => no)),
    ]);
    return held.map((one) => {
      const { no, roleKeys } = one.authorization;
      const named = roles.get(no);
      const roleNames = named && roleKeys.map((key) => named.get(key) ?? key);
      return { ...heldAuthorizationView(one), ...viewOf(one.authorization), ...(roleNames && { roleNames }) };
    });
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
