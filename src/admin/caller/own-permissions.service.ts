// What a caller may do, and where: the table of permissions applied to the caller's roles, for consoles that show only what is allowed.
import { Injectable } from '@nestjs/common';
import { permissionsIn, type Membership, type Permission, type Scope } from '../../common/access/permissions.js';
import { grouped } from '../../common/primitives/grouped.js';
import { NamesRepository } from '../names/names.repository.js';

/** The roles in one scope, and what they give there together with the roles of every wider scope. */
export interface Permitted {
  roles: string[];
  permissions: Permission[];
}

export interface PermittedProject extends Permitted {
  projectId: string;
  name: string;
  /** The role counts in this grant of the project. */
  grantId?: string;
}

export interface PermittedOrganization extends Permitted {
  orgId: string;
  name: string;
  projects: PermittedProject[];
}

export interface OwnPermitted {
  service: Permitted;
  /** Ordered by name. */
  organizations: PermittedOrganization[];
  /** How many there are, also if they are more than {@link MAX_ORGANIZATIONS}. */
  organizationCount: number;
}

/** Most organizations that one answer names, and most projects. */
const MAX_NAMED = 1_000;

/** The memberships in one scope. */
interface Held {
  scope: Scope;
  memberships: Membership[];
}

@Injectable()
export class OwnPermissions {
  constructor(private readonly names: NamesRepository) {}

  async explain(memberships: readonly Membership[]): Promise<OwnPermitted> {
    const ofService = memberships.filter(({ orgId }) => orgId === null);
    const ofOrganizations = grouped(scopesOf(memberships), ({ scope }) => String(scope.orgId));
    const shown = [...ofOrganizations].slice(0, MAX_NAMED);
    const ofProjects = shown.flatMap(([, held]) => held.filter(isOfProject)).slice(0, MAX_NAMED);
    const organizations = await this.names.find(
      'organization',
      shown.map(([orgId]) => orgId),
    );
    const projectOf = await this.nameProjects(ofProjects);
    const permittedIn = (orgId: string, held: readonly Held[]): Omit<PermittedOrganization, 'name'> => {
      const own = held.filter((one) => !isOfProject(one)).flatMap((one) => one.memberships);
      const wider = [...ofService, ...own];
      const projects = held.flatMap((one) => {
        const project = projectOf.get(one);
        return project ? { ...project, ...permitted(wider, one.memberships, one.scope) } : [];
      });
      return { orgId, ...permitted(ofService, own, { orgId }), projects };
    };
    return {
      service: permitted([], ofService, { orgId: null }),
      organizations: shown
        .flatMap(([orgId, held]) => {
          const name = organizations.get(orgId)?.name;
          return name === undefined ? [] : { ...permittedIn(orgId, held), name };
        })
        .toSorted((one, other) => one.name.localeCompare(other.name)),
      organizationCount: ofOrganizations.size,
    };
  }

  /** The project of each scope, unless it was removed meanwhile. */
  private async nameProjects(held: readonly Held[]): Promise<Map<Held, Pick<PermittedProject, 'projectId' | 'name' | 'grantId'>>> {
    const [projects, granted] = await Promise.all([
      this.names.find(
        'project',
        held.flatMap(({ scope }) => scope.projectId ?? []),
      ),
      this.names.findGranted(held.flatMap(({ scope }) => scope.grantId ?? [])),
    ]);
    return new Map(
      held.flatMap((one) => {
        const { projectId = '', grantId = '' } = one.scope;
        const [project, grant] = [projects.get(projectId), granted.get(grantId)];
        if (grant) return [[one, { projectId: grant.projectId, name: grant.name, grantId }]];
        return project ? [[one, { projectId, name: project.name }]] : [];
      }),
    );
  }
}

/** The scopes of roles other than the whole service. */
function scopesOf(memberships: readonly Membership[]): Held[] {
  const scoped = memberships.filter(({ orgId }) => orgId !== null);
  const byScope = grouped(scoped, ({ orgId, projectId = '', grantId = '' }) => `${orgId} ${projectId} ${grantId}`);
  return [...byScope.values()].flatMap((held) => {
    const [first] = held;
    if (!first) return [];
    const { role: _, ...scope } = first;
    return { scope, memberships: held };
  });
}

const isOfProject = ({ scope: { projectId, grantId } }: Held) => projectId !== undefined || grantId !== undefined;

/** @param wider memberships in the scopes that include this one @param own those in this scope */
function permitted(wider: readonly Membership[], own: readonly Membership[], scope: Scope): Permitted {
  return { roles: [...new Set(own.map(({ role }) => role))], permissions: permissionsIn([...wider, ...own], scope) };
}
