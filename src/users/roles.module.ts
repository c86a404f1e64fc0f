// The wing roles of the users domain.
// Owns who may do what: member roles, roles and grants of projects, authorizations, and impersonation.
// Owns the graph of groups, through which roles are inherited, and the registry of rows that end with a user.
// Never adds or changes a person or a group: the directory does.
// Never imports authentication: a role doesn't depend on how its holder signed in.
import { Module } from '@nestjs/common';
import { EventRetention } from './events/event-retention.service.js';
import { AuthorizationRemovals } from './roles/authorizations/authorization-removals.service.js';
import { AuthorizationsRepository } from './roles/authorizations/authorizations.repository.js';
import { Authorizations } from './roles/authorizations/authorizations.service.js';
import { HeldProjectRolesRepository } from './roles/authorizations/held-project-roles.repository.js';
import { HeldProjectRoles } from './roles/authorizations/held-project-roles.service.js';
import { HoldersRepository } from './roles/authorizations/holders.repository.js';
import { ProjectGrantsRepository } from './roles/authorizations/project-grants.repository.js';
import { ProjectGrants } from './roles/authorizations/project-grants.service.js';
import { ProjectRoleHoldersRepository } from './roles/authorizations/project-role-holders.repository.js';
import { ProjectRoleHolders } from './roles/authorizations/project-role-holders.service.js';
import { ProjectRolesRepository } from './roles/authorizations/project-roles.repository.js';
import { ProjectRoles } from './roles/authorizations/project-roles.service.js';
import { GroupGraph } from './roles/group-graph/group-graph.repository.js';
import { GroupRolesRepository } from './roles/memberships/group-roles.repository.js';
import { GroupRoles } from './roles/memberships/group-roles.service.js';
import { HeldMemberRoles } from './roles/memberships/held-member-roles.service.js';
import { Impersonation } from './roles/memberships/impersonation.service.js';
import { Members } from './roles/memberships/members.service.js';
import { MembershipsRepository } from './roles/memberships/memberships.repository.js';
import { Memberships } from './roles/memberships/memberships.service.js';
import { PolicyPermission } from './roles/memberships/policy-permission.service.js';
import { PrivilegeCheck } from './roles/memberships/privilege-check.service.js';
import { ProjectMembers } from './roles/memberships/project-members.service.js';
import { ProjectScopes } from './roles/memberships/project-scopes.service.js';
import { RoleHoldersRepository } from './roles/memberships/role-holders.repository.js';
import { RoleHolders } from './roles/memberships/role-holders.service.js';
import { UserDirectory } from './roles/user-directory/user-directory.repository.js';
import { UserRows } from './roles/user-directory/user-rows.repository.js';
import { EventsModule } from './events.module.js';
import { OrganizationsModule } from './organizations.module.js';

const SHARED = [
  GroupGraph,
  Members,
  ProjectMembers,
  GroupRoles,
  HeldMemberRoles,
  RoleHolders,
  ProjectRoles,
  ProjectGrants,
  Authorizations,
  AuthorizationRemovals,
  HeldProjectRoles,
  ProjectRoleHolders,
  Memberships,
  PolicyPermission,
  PrivilegeCheck,
  Impersonation,
  UserDirectory,
  UserRows,
];

@Module({
  imports: [EventsModule, OrganizationsModule],
  providers: [
    ...SHARED,
    MembershipsRepository,
    GroupRolesRepository,
    RoleHoldersRepository,
    ProjectScopes,
    ProjectRolesRepository,
    ProjectGrantsRepository,
    AuthorizationsRepository,
    HoldersRepository,
    HeldProjectRolesRepository,
    ProjectRoleHoldersRepository,
  ],
  exports: SHARED,
})
export class RolesModule {
  constructor(userRows: UserRows, retention: EventRetention) {
    retention.register((tx, userNos) => userRows.sweepRemoved(tx, userNos));
  }
}
