// What a removed organization leaves behind, in the order in which it is deleted. Nothing of it has an effect any more.
import { Injectable } from '@nestjs/common';
import { Removals } from '../../common/work/removals.service.js';
import { ApplicationRemoval } from '../../oidc/clients/management/application-removal.service.js';
import { REMOVED_PROJECT } from '../../oidc/clients/management/project-removal.service.js';
import { Projects } from '../../oidc/clients/management/projects.service.js';
import { SessionEnd } from '../../oidc/sessions/session-end.service.js';
import { AuthorizationRemovals } from '../../users/roles/authorizations/authorization-removals.service.js';
import { ProjectGrants } from '../../users/roles/authorizations/project-grants.service.js';
import { GroupRelations } from '../../users/directory/groups/group-relations.service.js';
import { REMOVED_ORGANIZATION } from '../../users/organizations/organization-removal.service.js';
import { OrganizationUsers } from '../../users/directory/people/organization-users.service.js';

/** What has events of its own, per unit of work. */
const FEW = 10;

/** Tables whose rows name the organization, and the column that tells those of one organization apart; its own row comes last. */
const ROWS = [
  ['policies', 'kind'],
  ['mail_texts', 'kind'],
  ['branding_drafts', 'org_no'],
  ['branding_images', 'digest'],
  ['organization_metadata', 'meta_key'],
  ['identity_provider_logos', 'provider_no'],
  ['identity_providers', 'no'],
  ['organization_domains', 'domain'],
  ['domain_claims', 'domain'],
  ['domain_challenges', 'domain'],
  ['domain_losses', 'no'],
  ['provisioning_domains', 'no'],
  ['provisioning_log', 'no'],
  ['provisioning_omissions', 'no'],
  ['group_nesting', 'org_no'],
  ['group_counts', 'slot'],
  ['people_counts', 'slot'],
  ['sign_in_counts', 'day'],
  ['removed_people', 'user_no'],
  ['removed_names', 'value_key'],
] as const;

@Injectable()
export class OrganizationRowRemovals {
  constructor(
    private readonly removals: Removals,
    private readonly sessions: SessionEnd,
    private readonly authorizations: AuthorizationRemovals,
    private readonly grants: ProjectGrants,
    private readonly applications: ApplicationRemoval,
    private readonly projects: Projects,
    private readonly groups: GroupRelations,
    private readonly users: OrganizationUsers,
  ) {}

  /** Called once, while the service is put together. */
  register(): void {
    const { removals } = this;
    removals.register(
      REMOVED_ORGANIZATION,
      // First, so that applications of others are told of the end of sessions.
      (tx, { no, editor }) => this.sessions.endSomeOfOrganization(tx, no, editor),
      (tx, { no }) => this.authorizations.forgetSomeOfOrganization(tx, no),
      async (tx, { no, editor }) => (await this.grants.removeSomeToOrganization(tx, no, FEW, editor)) === FEW,
      async (tx, { no, editor }) => (await this.applications.removeSomeOfOrganization(tx, no, FEW, editor)) === FEW,
      async (tx, removal) => {
        const projectNo = await this.projects.anyNumberOf(tx, removal.no);
        if (projectNo !== undefined) await removals.runOnce(tx, { ...removal, kind: REMOVED_PROJECT, no: projectNo });
        return projectNo !== undefined;
      },
      removals.rowsOf({ table: 'group_roles', owner: 'scope_no', key: 'group_no' }),
      removals.rowsOf({ table: 'memberships', owner: 'scope_no', key: 'user_no' }),
      (tx, { no }) => this.groups.removeSomeOfOrganization(tx, no),
      (tx, { no, editor }) => this.users.removeSome(tx, no, editor),
      ...ROWS.map(([table, key]) => removals.rowsOf({ table, owner: 'org_no', key })),
      removals.rowsOf({ table: 'organizations', owner: 'no', key: 'no' }),
    );
  }
}
