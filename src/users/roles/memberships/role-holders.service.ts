// Which users have which member roles in an organization or a project, and why: assigned to the user, to a group, or inherited from a wider scope.
import { Injectable } from '@nestjs/common';
import { judgeOrganization, judgeService, type Membership } from '../../../common/access/permissions.js';
import type { Principal } from '../../../common/access/principal.js';
import { listAfter, type Listed, type ListQuery } from '../../../common/primitives/list-query.js';
import type { Organization } from '../../organizations/organizations.service.js';
import { HeldMemberRoles, type HeldMemberRole } from './held-member-roles.service.js';
import { ProjectScopes } from './project-scopes.service.js';
import {
  RoleHoldersRepository,
  type FurtherHolders,
  type HolderRow,
  type HolderScopes,
  type ROLE_REASONS,
} from './role-holders.repository.js';

/** A role that a user has, and why. */
export interface ReasonedRole extends HeldMemberRole {
  via: (typeof ROLE_REASONS)[number];
}

/** A user with every role that counts there. */
export interface RoleHolder {
  no: number;
  userId: string;
  /** The user's own organization. */
  orgNo: number;
  kind: HolderRow['kind'];
  /** For users of the organization; users of other organizations are shown only by id. */
  userName?: string;
  roles: ReasonedRole[];
}

@Injectable()
export class RoleHolders {
  constructor(
    private readonly repository: RoleHoldersRepository,
    private readonly heldRoles: HeldMemberRoles,
    private readonly projectScopes: ProjectScopes,
  ) {}

  /**
   * Users with roles in an organization, its projects and its grants, or in one project. Inherited roles are included only if the caller may read the
   * members of the wider scope: the whole service, or for a project its organization.
   * @param further users to list beside them, because of other roles
   * @throws DomainError `notFound` for an unknown project
   */
  async list(
    organization: Organization,
    projectId: string | undefined,
    caller: Principal,
    query: ListQuery,
    further?: FurtherHolders,
  ): Promise<Listed<RoleHolder>> {
    const { no: orgNo, id: orgId } = organization;
    const project = projectId === undefined ? undefined : await this.projectScopes.requireScope(organization, { projectId });
    const scopes: HolderScopes = {
      orgNo,
      ...(project && { projectNo: project.no }),
      ofOrganization: judgeOrganization(caller.memberships, 'org.read', orgId) === 'allowed',
      ofService: judgeService(caller.memberships, 'org.read') === 'allowed',
    };
    const reasonOf = (membership: Membership, byGroup: boolean) => reasonIn(membership, { orgId, projectId, scopes, byGroup });
    const read = async (after: number, limit: number) => {
      const holders = await this.repository.listHolders(scopes, query.filters, after, limit, further);
      const userNos = holders.map(({ no }) => no);
      const held = await this.heldRoles.explainAll(orgNo, userNos);
      return holders.map(({ no, id, kind, userName, orgNo: home }) => ({
        no,
        userId: id,
        orgNo: home,
        kind,
        ...(home === orgNo && { userName }),
        roles: held.flatMap(({ userNo, membership, group }) => {
          const via = userNo === no ? reasonOf(membership, group !== undefined) : undefined;
          return via ? [{ membership, via, ...(group && { group }) }] : [];
        }),
      }));
    };
    return listAfter(
      query,
      read,
      ({ no }) => no,
      () => this.repository.countHolders(scopes, query.filters, further),
    );
  }
}

/** Why a role counts there; undefined: it does not, or is not shown. */
function reasonIn(
  membership: Membership,
  { orgId, projectId, scopes, byGroup }: { orgId: string; projectId: string | undefined; scopes: HolderScopes; byGroup: boolean },
): ReasonedRole['via'] | undefined {
  const here = byGroup ? 'group' : 'direct';
  if (membership.orgId === null) return scopes.ofService ? 'inherited' : undefined;
  if (membership.orgId !== orgId) return undefined;
  if (projectId === undefined || membership.projectId === projectId) return here;
  const ofOrganization = membership.projectId === undefined && membership.grantId === undefined;
  return ofOrganization && scopes.ofOrganization ? 'inherited' : undefined;
}
