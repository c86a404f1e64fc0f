// Whose people an application serves, and whom it has to ask first (docs/adr/0024-who-may-sign-in-where.md).
import { Injectable } from '@nestjs/common';
import { HeldProjectRoles } from '../../users/authorizations/held-project-roles.service.js';
import { ProjectGrants } from '../../users/authorizations/project-grants.service.js';
import type { ClientRecord } from './clients.service.js';

/**
 * Why somebody may not use an application: it does not serve the person's organization, its project is not granted to that organization
 * (`hasProjectCheck`), or the person has no role of the project (`projectRoleCheck`).
 */
export type NotServedReason = 'notServed' | 'notGranted' | 'noRole';

@Injectable()
export class ServedPeople {
  constructor(
    private readonly projectGrants: ProjectGrants,
    private readonly heldRoles: HeldProjectRoles,
  ) {}

  /**
   * Why a user may not get tokens at a client; undefined if it may. Asked whenever somebody signs in, at every exchange and every refresh.
   * @param configVersion as it was read since the request came; absent: it is read where it matters
   */
  async reasonAgainst(
    client: ClientRecord,
    user: { userNo: number; orgNo: number },
    configVersion?: number,
  ): Promise<NotServedReason | undefined> {
    const reason = await this.reasonAgainstOrganization(client, user.orgNo, configVersion);
    if (reason || client.kind !== 'application' || !client.projectRoleCheck) return reason;
    const roles = await this.heldRoles.rolesInProjects(user, [client.projectNo], configVersion);
    return roles.length === 0 ? 'noRole' : undefined;
  }

  /**
   * Why no user of an organization may get tokens at a client, and none that was given counts any more; asked at every check of a token as well.
   * A service user serves nobody by its settings, so it refuses nobody. No query for people of the application's own organization; for others,
   * whether the project is granted comes from a cache that ends with the next change of a grant.
   */
  async reasonAgainstOrganization(client: ClientRecord, orgNo: number, configVersion?: number): Promise<NotServedReason | undefined> {
    if (client.kind !== 'application' || client.orgNo === orgNo) return undefined;
    const { servedOrganizations } = client.config;
    if (servedOrganizations === 'own') return 'notServed';
    if (servedOrganizations === 'every' && !client.hasProjectCheck) return undefined;
    if (await this.projectGrants.isGranted(client.projectNo, orgNo, configVersion)) return undefined;
    return client.hasProjectCheck ? 'notGranted' : 'notServed';
  }

  /**
   * Whether an application is somebody else's for the people of an organization. The applications of the organization that runs the service
   * are nobody's stranger: its administrators hold everybody's data as it is. Nor are those of a project that is granted to the
   * organization, if that one agreed: otherwise anybody could grant a project to learn about people of others without asking them.
   */
  async isForeign(client: ClientRecord, orgNo: number, configVersion?: number): Promise<boolean> {
    if (client.kind !== 'application' || client.orgNo === orgNo || client.ofOperator) return false;
    return !(await this.projectGrants.isAccepted(client.projectNo, orgNo, configVersion));
  }
}
