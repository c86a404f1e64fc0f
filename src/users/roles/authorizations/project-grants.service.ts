// Grants of projects: which other organizations may use a project, and which of its roles they may assign to their people.
import { Injectable } from '@nestjs/common';
import { judgeService } from '../../../common/access/permissions.js';
import type { Principal } from '../../../common/access/principal.js';
import { ConfigCache, ConfigVersion } from '../../../common/database/config-version.js';
import { Database, DuplicateKeyError } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { Clock } from '../../../common/primitives/clock.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { newId } from '../../../common/primitives/ids.js';
import { EventLog } from '../../events/events.service.js';
import { ProjectMembers } from '../memberships/project-members.service.js';
import type { Organization } from '../../organizations/organizations.service.js';
import { AuthorizationRemovals } from './authorization-removals.service.js';
import { ProjectGrantsRepository, type GrantState, type ProjectGrant } from './project-grants.repository.js';
import { unknownRole } from './unknown-role.js';
import { ProjectRolesRepository, type ProjectRef } from './project-roles.repository.js';
import type { Listed, ListQuery } from '../../../common/primitives/list-query.js';
import type { Precondition } from '../../../common/database/precondition.js';

export { GRANTED_PROJECT_LIST, PROJECT_GRANT_LIST } from './project-grants.repository.js';
export type { ProjectGrant } from './project-grants.repository.js';

@Injectable()
export class ProjectGrants {
  private readonly states: ConfigCache<string, GrantState>;

  constructor(
    private readonly repository: ProjectGrantsRepository,
    private readonly roles: ProjectRolesRepository,
    private readonly removals: AuthorizationRemovals,
    private readonly members: ProjectMembers,
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
  ) {
    this.states = new ConfigCache(config);
  }

  /** Whether a project is granted to an organization. Cached until the next change of the configuration, which every change of grants is. */
  async isGranted(projectNo: number, orgNo: number, configVersion?: number): Promise<boolean> {
    return (await this.grantState(projectNo, orgNo, configVersion)) !== 'none';
  }

  /**
   * Whether the organization also accepted it. The granting organization decides only about its own application, not about other organizations'
   * people.
   */
  async isAccepted(projectNo: number, orgNo: number, configVersion?: number): Promise<boolean> {
    return (await this.grantState(projectNo, orgNo, configVersion)) === 'accepted';
  }

  private grantState(projectNo: number, orgNo: number, configVersion: number | undefined): Promise<GrantState> {
    return this.states.get(`${projectNo} ${orgNo}`, () => this.repository.grantState(projectNo, orgNo), configVersion);
  }

  listByProject({ no }: ProjectRef, query: ListQuery): Promise<Listed<ProjectGrant>> {
    return this.repository.listByProject(no, query);
  }

  listByGrantedOrganization({ no }: Organization, query: ListQuery): Promise<Listed<ProjectGrant>> {
    return this.repository.listByGrantedOrganization(no, query);
  }

  /** @throws DomainError `notFound` */
  async requireOfProject(project: ProjectRef, id: string, tx?: Transaction): Promise<ProjectGrant> {
    return (await this.repository.findOfProject(project.no, id, tx)) ?? refuseUnknown();
  }

  /** A grant as seen by the organization that has it. @throws DomainError `notFound` */
  async requireOfGrantedOrganization(organization: Organization, id: string): Promise<ProjectGrant> {
    return (await this.repository.findOfGrantedOrganization(organization.no, id)) ?? refuseUnknown();
  }

  /**
   * A grant by an administrator of the whole service counts as accepted.
   * @throws DomainError `invalid` for its own organization or an unknown role, `conflict` when it is granted already
   */
  addGrant(project: ProjectRef, to: Organization, roleKeys: readonly string[], caller: Principal): Promise<ProjectGrant> {
    return this.database.write('grant project', async (tx) => {
      // First: its row lock serializes changes, and every process sees the grant with its next request.
      await this.config.raise(tx);
      if (to.no === project.orgNo)
        throw new DomainError(
          'invalid',
          'projectGrant.own',
          'A project cannot be granted to the organization it belongs to.',
          'grantedOrgId',
        );
      const keys = await this.knownKeys(tx, project, roleKeys);
      const [no, id] = [tx.nextNumber(), newId()];
      const accepted = judgeService(caller.memberships, 'project.grant.write') === 'allowed';
      const added = { no, id, project, grantedOrgNo: to.no, accepted, createdUs: this.clock.nowUs() };
      await this.repository.insertGrant(tx, added).catch((error: unknown) => {
        if (!(error instanceof DuplicateKeyError)) throw error;
        throw new DomainError('conflict', 'projectGrant.exists', 'The project is already granted to this organization.', 'grantedOrgId');
      });
      await this.repository.insertGrantRoles(tx, added, keys);
      const grant = await this.requireOfProject(project, id, tx);
      await this.append(tx, grant, 'project.grant.added', { roleKeys: keys }, caller.userId);
      return grant;
    });
  }

  /** Accepts a grant for the organization; no effect if it is accepted already. @throws DomainError `notFound` */
  acceptGrant(organization: Organization, id: string, editor: string): Promise<ProjectGrant> {
    return this.database.write('accept project grant', async (tx) => {
      await this.config.raise(tx);
      const grant = (await this.repository.findOfGrantedOrganization(organization.no, id, tx)) ?? refuseUnknown();
      if (!(await this.repository.acceptGrant(tx, grant.no, this.clock.nowUs()))) return grant;
      await this.append(tx, grant, 'project.grant.accepted', {}, editor);
      return { ...grant, accepted: true };
    });
  }

  /**
   * Sets the roles that the organization may assign. Users lose a role that is no longer among them at once.
   * @throws DomainError `notFound`, `invalid` for an unknown role, `changed` if `expected` throws it
   */
  setGrantRoles(
    project: ProjectRef,
    id: string,
    roleKeys: readonly string[],
    editor: string,
    expected?: Precondition<ProjectGrant>,
  ): Promise<ProjectGrant> {
    return this.database.write('change project grant', async (tx) => {
      await this.config.raise(tx);
      const grant = await this.requireOfProject(project, id, tx);
      await expected?.(grant, tx);
      const keys = await this.knownKeys(tx, project, roleKeys);
      const [gone, added] = [grant.roleKeys.filter((key) => !keys.includes(key)), keys.filter((key) => !grant.roleKeys.includes(key))];
      if (gone.length === 0 && added.length === 0) return grant;
      await this.repository.insertGrantRoles(tx, grant, added);
      const sources = await this.repository.deleteGrantRoles(tx, grant.no, gone);
      await this.append(tx, grant, 'project.grant.changed', { roleKeys: keys }, editor);
      await this.removals.removeSources(tx, sources, editor);
      return { ...grant, roleKeys: keys };
    });
  }

  /** Ends a grant at once, with the roles assigned through it and the member roles in it. @throws DomainError `notFound` */
  async removeGrant(project: ProjectRef, id: string, editor: string, expected?: Precondition<ProjectGrant>): Promise<void> {
    await this.database.write('remove project grant', async (tx) => {
      await this.config.raise(tx);
      const grant = await this.requireOfProject(project, id, tx);
      await expected?.(grant, tx);
      await this.removeGrantIn(tx, grant, editor);
    });
  }

  /** Ends grants of a project that is being removed, at most `limit`, as part of `tx`. @returns how many there were */
  removeSomeOfProject(tx: Transaction, projectNo: number, limit: number, editor: string): Promise<number> {
    return this.removeSome(tx, 'project_no', projectNo, limit, editor);
  }

  /** The same for grants to an organization that is being removed. */
  removeSomeToOrganization(tx: Transaction, orgNo: number, limit: number, editor: string): Promise<number> {
    return this.removeSome(tx, 'granted_org_no', orgNo, limit, editor);
  }

  private async removeSome(
    tx: Transaction,
    column: 'project_no' | 'granted_org_no',
    no: number,
    limit: number,
    editor: string,
  ): Promise<number> {
    const some = await this.repository.listSome(tx, column, no, limit);
    for (const grant of some) await this.removeGrantIn(tx, grant, editor);
    return some.length;
  }

  private async removeGrantIn(tx: Transaction, grant: ProjectGrant, editor: string): Promise<void> {
    const { id, project } = grant;
    const scope = { no: grant.no, orgNo: grant.grantedOrgNo, orgId: grant.grantedOrgId, projectId: project.id, within: { grantId: id } };
    await this.members.removeScope(tx, scope, editor);
    const sources = await this.repository.deleteGrantRoles(tx, grant.no, grant.roleKeys);
    await this.repository.deleteGrant(tx, grant.no);
    await this.append(tx, grant, 'project.grant.removed', {}, editor);
    await this.removals.removeSources(tx, sources, editor);
  }

  /** Sorted, without duplicates. @throws DomainError `invalid` for a key that the project does not have */
  private async knownKeys(tx: Transaction, project: ProjectRef, roleKeys: readonly string[]): Promise<string[]> {
    const keys = [...new Set(roleKeys)].toSorted();
    const known = await this.roles.keysAmong(tx, project.no, keys);
    const unknown = keys.find((key) => !known.has(key));
    if (unknown !== undefined) throw unknownRole(unknown);
    return keys;
  }

  private append(
    tx: Transaction,
    { id, project, grantedOrgId }: ProjectGrant,
    type: 'project.grant.added' | 'project.grant.accepted' | 'project.grant.changed' | 'project.grant.removed',
    payload: Record<string, unknown>,
    editor: string,
  ): Promise<void> {
    const details = { grantId: id, grantedOrgId, ...payload };
    return this.events.appendNext(tx, { type, orgNo: project.orgNo, id: project.id, editor, payload: details });
  }
}

function refuseUnknown(): never {
  throw new DomainError('notFound', 'projectGrant.notFound', 'This grant does not exist here.');
}
