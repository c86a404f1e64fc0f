// Roles of projects: the rules for their keys and names, and what ends with a role.
import { Injectable } from '@nestjs/common';
import { ConfigCache, ConfigVersion } from '../../../common/database/config-version.js';
import { Database, DuplicateKeyError } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { Clock } from '../../../common/primitives/clock.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { EventLog } from '../../events/events.service.js';
import { AuthorizationRemovals } from './authorization-removals.service.js';
import { ProjectRolesRepository, type ProjectRef, type ProjectRole } from './project-roles.repository.js';
import { listItems, momentFilters, type ItemList } from '../../../common/primitives/list-items.js';
import type { Listed, ListQuery } from '../../../common/primitives/list-query.js';
import type { Precondition } from '../../../common/database/precondition.js';

export type { ProjectRef, ProjectRole } from './project-roles.repository.js';

/** The texts of a role. An absent text stays; for a new role, the name defaults to the key. */
export interface ProjectRoleTexts {
  name?: string | undefined;
  section?: string | undefined;
}

/** Most roles that a project may have. */
export const MAX_PROJECT_ROLES = 1_000;
const MAX_TEXT = 200;
/** A key becomes part of a scope, so it has the same characters (RFC 6749 section 3.3). */
const KEY = /^[\x21\x23-\x5B\x5D-\x7E]{1,200}$/;

export const PROJECT_ROLE_LIST: ItemList<ProjectRole> = {
  no: ({ no }) => no,
  sorts: { key: ({ key }) => key, name: ({ name }) => name, section: ({ section }) => section, createdAt: ({ createdUs }) => createdUs },
  filters: {
    name: { kind: 'startsWith', of: ({ name }) => name },
    section: { kind: 'is', of: ({ section }) => section },
    q: { kind: 'contains', of: ({ key, name }) => [key, name], description: 'only those whose key or name contains this' },
    ...momentFilters('created', ({ createdUs }: ProjectRole) => createdUs),
  },
};

@Injectable()
export class ProjectRoles {
  private readonly known: ConfigCache<string, boolean>;

  constructor(
    private readonly repository: ProjectRolesRepository,
    private readonly removals: AuthorizationRemovals,
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
  ) {
    this.known = new ConfigCache(config);
  }

  /** Whether a project has a role. Cached until the next change of the configuration, which every change of roles is. */
  async hasRole(projectNo: number, key: string, configVersion?: number): Promise<boolean> {
    // Unknown keys are cached too, so their length must be limited.
    if (!KEY.test(key)) return false;
    return this.known.get(`${projectNo} ${key}`, async () => (await this.repository.findRole(projectNo, key)) !== undefined, configVersion);
  }

  /** Few enough to be sorted and filtered in memory. */
  async listRoles(project: ProjectRef, query: ListQuery): Promise<Listed<ProjectRole>> {
    return listItems(await this.repository.listRoles(project.no, 0, MAX_PROJECT_ROLES), PROJECT_ROLE_LIST, query);
  }

  /** @throws DomainError `invalid`, `conflict` for a key the project has, `precondition` for too many */
  addRole(project: ProjectRef, key: string, texts: ProjectRoleTexts, editor: string): Promise<ProjectRole> {
    return this.database.write('add project role', async (tx) => {
      // First: its row lock serializes counting and adding.
      await this.config.raise(tx);
      return this.addRoleIn(tx, project, key, texts, editor);
    });
  }

  private async addRoleIn(
    tx: Transaction,
    project: ProjectRef,
    key: string,
    texts: ProjectRoleTexts,
    editor: string,
  ): Promise<ProjectRole> {
    if (!KEY.test(key))
      throw invalid('key', 'must have 1 to 200 characters that a scope may have: printable ASCII without blanks, quotes and backslashes');
    const role = { no: tx.nextNumber(), key, name: key, section: '', ...checkedTexts(texts), createdUs: this.clock.nowUs() };
    if ((await this.repository.countRoles(tx, project.no)) >= MAX_PROJECT_ROLES)
      throw new DomainError(
        'precondition',
        'projectRole.tooMany',
        `This project already has ${MAX_PROJECT_ROLES} roles; remove one first.`,
      );
    await this.repository.insertRole(tx, project.no, role).catch((error: unknown) => {
      if (!(error instanceof DuplicateKeyError)) throw error;
      throw new DomainError('conflict', 'projectRole.exists', 'The project already has a role with this key.', 'key');
    });
    await this.append(tx, project, 'project.role.added', { roleKey: key, name: role.name, section: role.section }, editor);
    return role;
  }

  /** Changes the name or the section; the key stays. @throws DomainError `invalid`, `notFound`, `changed` if `expected` throws it */
  changeRole(
    project: ProjectRef,
    key: string,
    texts: ProjectRoleTexts,
    editor: string,
    expected?: Precondition<ProjectRole>,
  ): Promise<ProjectRole> {
    return this.database.write('change project role', async (tx) => {
      await this.config.raise(tx);
      const before = await this.requireRole(project, key, tx);
      await expected?.(before, tx);
      const after = { ...before, ...checkedTexts(texts) };
      if (after.name === before.name && after.section === before.section) return before;
      await this.repository.updateRole(tx, after);
      await this.append(tx, project, 'project.role.changed', { roleKey: key, name: after.name, section: after.section }, editor);
      return after;
    });
  }

  /**
   * Removes a role at once from the project, its grants and all users. A few related rows are deleted in the same unit of work, more of them
   * afterwards.
   * @throws DomainError `notFound`
   */
  async removeRole(project: ProjectRef, key: string, editor: string, expected?: Precondition<ProjectRole>): Promise<void> {
    await this.database.write('remove project role', async (tx) => {
      await this.config.raise(tx);
      const role = await this.requireRole(project, key, tx);
      await expected?.(role, tx);
      const sources = await this.repository.deleteRole(tx, project.no, role);
      await this.append(tx, project, 'project.role.removed', { roleKey: key }, editor);
      await this.removals.removeSources(tx, sources, editor);
    });
  }

  /** @throws DomainError `notFound` */
  async requireRole(project: ProjectRef, key: string, query?: Query): Promise<ProjectRole> {
    const role = await this.repository.findRole(project.no, key, query);
    if (role) return role;
    throw new DomainError('notFound', 'projectRole.notFound', 'The project does not have this role.');
  }

  private append(
    tx: Transaction,
    project: ProjectRef,
    type: 'project.role.added' | 'project.role.changed' | 'project.role.removed',
    payload: Record<string, unknown>,
    editor: string,
  ): Promise<void> {
    return this.events.appendNext(tx, { type, orgNo: project.orgNo, id: project.id, editor, payload });
  }
}

/** @throws DomainError `invalid` */
function checkedTexts({ name, section }: ProjectRoleTexts): { name?: string; section?: string } {
  return {
    ...(name === undefined ? {} : { name: checkedText('name', name, 1) }),
    ...(section === undefined ? {} : { section: checkedText('section', section, 0) }),
  };
}

function checkedText(field: string, text: string, min: number): string {
  const trimmed = text.trim();
  if (trimmed.length >= min && trimmed.length <= MAX_TEXT && !/\p{C}/u.test(trimmed)) return trimmed;
  throw invalid(field, `must have ${min} to ${MAX_TEXT} printable characters`);
}

function invalid(field: string, rule: string): DomainError {
  return new DomainError('invalid', 'projectRole.invalid', `${field} of a role ${rule}.`, field);
}
