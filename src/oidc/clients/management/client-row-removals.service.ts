// The related rows of removed applications and projects, in the order of their deletion.
import { Injectable } from '@nestjs/common';
import { Removals } from '../../../common/work/removals.service.js';
import { AuthorizationRemovals } from '../../../users/roles/authorizations/authorization-removals.service.js';
import { ProjectGrants } from '../../../users/roles/authorizations/project-grants.service.js';
import { ApplicationRemoval, REMOVED_APPLICATION } from './application-removal.service.js';
import { REMOVED_PROJECT } from './project-removal.service.js';

/** Applications, and grants, of a project deleted per unit of work: each has its own events. */
const FEW = 10;

@Injectable()
export class ClientRowRemovals {
  constructor(
    private readonly removals: Removals,
    private readonly applications: ApplicationRemoval,
    private readonly authorizations: AuthorizationRemovals,
    private readonly grants: ProjectGrants,
  ) {}

  /** Call once at startup. */
  register(): void {
    const { removals } = this;
    removals.register(
      REMOVED_APPLICATION,
      removals.rowsOf({ table: 'grants', owner: 'client_no', key: 'no' }),
      removals.rowsOf({ table: 'consents', owner: 'client_no', key: 'user_no' }),
      removals.rowsOf({ table: 'device_requests', owner: 'client_no', key: 'id' }),
      removals.rowsOf({ table: 'client_secrets', owner: 'owner_no', key: 'id' }),
      removals.rowsOf({ table: 'client_keys', owner: 'owner_no', key: 'id' }),
      removals.rowsOf({ table: 'application_logos', owner: 'application_no', key: 'application_no' }),
      removals.rowsOf({ table: 'client_registrations', owner: 'application_no', key: 'application_no' }),
    );
    removals.register(
      REMOVED_PROJECT,
      async (tx, { no, editor }) => (await this.applications.removeSomeOf(tx, no, FEW, editor)) === FEW,
      (tx, { no, editor }) => this.authorizations.removeSomeOfProject(tx, no, editor),
      async (tx, { no, editor }) => (await this.grants.removeSomeOfProject(tx, no, FEW, editor)) === FEW,
      removals.rowsOf({ table: 'memberships', owner: 'scope_no', key: 'user_no' }),
      removals.rowsOf({ table: 'group_roles', owner: 'scope_no', key: 'group_no' }),
      removals.rowsOf({ table: 'project_grants', owner: 'project_no', key: 'no' }),
      removals.rowsOf({ table: 'project_grant_roles', owner: 'project_no', key: 'no' }),
      removals.rowsOf({ table: 'project_roles', owner: 'project_no', key: 'no' }),
      removals.rowsOf({ table: 'authorized_projects', owner: 'project_no', key: 'project_no' }),
      removals.rowsOf({ table: 'registration_tokens', owner: 'project_no', key: 'no' }),
      removals.rowsOf({ table: 'projects', owner: 'no', key: 'no' }),
    );
  }
}
