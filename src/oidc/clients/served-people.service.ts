// The people that an application serves, and those it must ask for consent (docs/adr/0024-who-may-sign-in-where.md).
import { Injectable } from '@nestjs/common';
import { HeldProjectRoles } from '../../users/roles/authorizations/held-project-roles.service.js';
import { ProjectGrants } from '../../users/roles/authorizations/project-grants.service.js';
import type { ClientRecord } from './clients.service.js';

/**
 * Why a person may not use an application. `notServed`: it does not serve the person's organization. `notGranted`: its project is not
 * granted to that organization (`hasProjectCheck`). `noRole`: the person has no role of the project (`projectRoleCheck`).
 */
export type NotServedReason = 'notServed' | 'notGranted' | 'noRole';

@Injectable()
export class ServedPeople {
  constructor(
    private readonly projectGrants: ProjectGrants,
    private readonly heldRoles: HeldProjectRoles,
  ) {}

  /**
   * The reason why a user may not get tokens at a client; undefined if allowed. Checked at every sign-in, exchange and refresh.
   * @param configVersion as read since the request arrived; if absent, it is read where it is needed
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
   * The reason why users of an organization may not get tokens at a client, and why their earlier tokens are invalid; undefined if allowed.
   * Every check of a token evaluates it too. A service user as the client has no such settings, so it refuses no user. Makes no query for
   * people of the application's own organization. For others, a cache that ends with the next change of a grant says whether the project is
   * granted.
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
   * Whether an application is foreign to the people of an organization, so that they must be asked for consent. Applications of the
   * organization that runs the service are never foreign: its administrators have access to all data anyway. Nor are those of a project
   * granted to the organization, if it accepted the grant. Without that acceptance, any organization could grant a project to learn about
   * other people without asking them. An application that its client registered is foreign to every person, unless an administrator
   * decided that people needn't consent: it is unreviewed, also in the person's own organization.
   */
  async isForeign(client: ClientRecord, orgNo: number, configVersion?: number): Promise<boolean> {
    if (client.kind !== 'application') return false;
    if (client.isRegistered && client.config.consentRequired) return true;
    if (client.orgNo === orgNo || client.ofOperator) return false;
    return !(await this.projectGrants.isAccepted(client.projectNo, orgNo, configVersion));
  }
}
