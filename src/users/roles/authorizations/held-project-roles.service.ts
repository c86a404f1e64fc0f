// The roles of projects that a user has now: for tokens, for checks at sign-in, and for administrators.
import { Injectable } from '@nestjs/common';
import { ConfigCache, ConfigVersion } from '../../../common/database/config-version.js';
import { GroupGraph, type BelongedGroup } from '../group-graph/group-graph.repository.js';
import { Organizations } from '../../organizations/organizations.service.js';
import { AuthorizationsRepository, type Authorization } from './authorizations.repository.js';
import { HeldProjectRolesRepository, type HeldRole } from './held-project-roles.repository.js';
import type { RoleBasis } from './role-basis.repository.js';

/** The user whose roles are read, and its organization. */
export interface RoleHolder {
  userNo: number;
  orgNo: number;
  /** If already known. */
  kind?: 'person' | 'service';
}

/** A role of a project that a user has, with the organization that assigned it: the project's own, or one with a grant. */
export interface HeldProjectRole {
  projectNo: number;
  key: string;
  org: { id: string; primaryDomain: string };
}

/** An authorization that counts for a user: its own, or (`group`) that of a group it is a member of, directly or through other groups. */
export interface HeldAuthorization {
  authorization: Authorization;
  group?: BelongedGroup;
}

/** Most authorizations in one explanation: the result is for people to read, on one page. */
const MAX_EXPLAINED = 2_000;
/** Groups of one user that are read concurrently. */
const GROUPS_AT_ONCE = 64;

@Injectable()
export class HeldProjectRoles {
  private readonly inUse: ConfigCache<number, boolean>;
  /** By number and version. */
  private readonly ofAuthorizations: ConfigCache<string, readonly string[]>;
  private readonly ofGroups: ConfigCache<string, readonly HeldRole[]>;
  private readonly ofServiceUsers: ConfigCache<number, RoleBasis>;

  constructor(
    private readonly repository: HeldProjectRolesRepository,
    private readonly authorizations: AuthorizationsRepository,
    private readonly groupGraph: GroupGraph,
    private readonly organizations: Organizations,
    private readonly config: ConfigVersion,
  ) {
    this.inUse = new ConfigCache(config);
    this.ofAuthorizations = new ConfigCache(config);
    this.ofGroups = new ConfigCache(config);
    this.ofServiceUsers = new ConfigCache(config);
  }

  /**
   * The roles that a user has in these projects now, directly and through groups, ordered by project and key. A role that two organizations assigned
   * appears twice. Roles of inactive projects, and those assigned by an inactive organization, do not count.
   *
   * Every process sees changes of groups, grants and authorizations at the next call. A project without any assigned role costs no query: that is
   * cached by the config version, which the first authorization of a project raises. Otherwise the cost is that of {@link basisOf}. The roles of an
   * authorization are cached by its version. The roles of a group, its own and inherited ones, are cached by the version of the organization's
   * groups. Both caches also depend on the config version.
   * @param configVersion as read during this request; absent: it is read
   * @param known as read during this request; absent: it is read
   */
  async rolesInProjects(
    user: RoleHolder,
    projectNos: readonly number[],
    configVersion?: number,
    known?: RoleBasis,
  ): Promise<HeldProjectRole[]> {
    if (projectNos.length === 0) return [];
    const version = configVersion ?? (await this.config.current());
    const used: number[] = [];
    for (const no of new Set(projectNos)) if (await this.isInUse(no, version)) used.push(no);
    if (used.length === 0) return [];
    used.sort((one, other) => one - other);
    const basis = known ?? (await this.basisOf(user, version));
    const roles = (await Promise.all(used.map((projectNo) => this.rolesInProject(basis, user.orgNo, projectNo, version)))).flat();
    const givers = new Map<number, HeldProjectRole['org']>();
    for (const orgNo of new Set(roles.map((role) => role.orgNo))) {
      const organization = await this.organizations.byNo(orgNo, version);
      if (organization?.state === 'active') givers.set(orgNo, { id: organization.id, primaryDomain: organization.primaryDomain });
    }
    return roles.flatMap(({ projectNo, orgNo, key }) => {
      const org = givers.get(orgNo);
      return org ? { projectNo, key, org } : [];
    });
  }

  /**
   * The basis of a user's roles now. For a person it is read each time, with one query that concurrent calls share. For a service user it is cached
   * by the config version: it is in no group, and every change of its authorizations raises that version.
   * @param configVersion as read during this request
   */
  basisOf({ userNo, kind }: RoleHolder, configVersion: number): Promise<RoleBasis> {
    const read = () => this.repository.basisOf(userNo);
    return kind === 'service' ? this.ofServiceUsers.get(userNo, read, configVersion) : read();
  }

  /** Each role once for each organization that assigned it, ordered by key. */
  private async rolesInProject(basis: RoleBasis, orgNo: number, projectNo: number, configVersion: number): Promise<HeldRole[]> {
    const [own, ofGroups] = await Promise.all([
      this.ownRoles(basis, projectNo, configVersion),
      this.rolesOfGroups(basis, orgNo, projectNo, configVersion),
    ]);
    const distinct = new Map([...own, ...ofGroups].map((role) => [`${role.key} ${role.orgNo}`, role]));
    return [...distinct.values()].sort((one, other) => (one.key === other.key ? one.orgNo - other.orgNo : one.key < other.key ? -1 : 1));
  }

  private async ownRoles({ own }: RoleBasis, projectNo: number, configVersion: number): Promise<HeldRole[]> {
    const roles: HeldRole[] = [];
    for (const { authorizationNo, version, orgNo, ...given } of own) {
      if (given.projectNo !== projectNo) continue;
      const load = () => this.repository.keysOf(authorizationNo);
      const keys = await this.ofAuthorizations.get(`${authorizationNo}:${version}`, load, configVersion);
      roles.push(...keys.map((key) => ({ projectNo, orgNo, key })));
    }
    return roles;
  }

  private async rolesOfGroups(
    { groupNos, groupsVersion }: RoleBasis,
    orgNo: number,
    projectNo: number,
    configVersion: number,
  ): Promise<HeldRole[]> {
    const roles: HeldRole[] = [];
    for (let from = 0; from < groupNos.length; from += GROUPS_AT_ONCE) {
      const held = groupNos.slice(from, from + GROUPS_AT_ONCE).map((groupNo) => {
        const load = () => this.repository.rolesOfGroup({ orgNo, groupNo, projectNo });
        return this.ofGroups.get(`${orgNo}:${groupsVersion}:${groupNo}:${projectNo}`, load, configVersion);
      });
      roles.push(...(await Promise.all(held)).flat());
    }
    return roles;
  }

  /**
   * Whether a role of an active project was ever assigned, from a cache that ends with the next change of the configuration. If false, no user has a
   * role now.
   */
  isInUse(projectNo: number, configVersion?: number): Promise<boolean> {
    return this.inUse.get(projectNo, () => this.repository.isInUse(projectNo), configVersion);
  }

  /** All authorizations that count for a user, from every organization, and why: own ones first, then by group; at most 2,000. Read each time. */
  async explain({ userNo, orgNo }: RoleHolder): Promise<HeldAuthorization[]> {
    const groups = await this.groupGraph.groupsOfMembers(orgNo, [userNo]);
    const byNo = new Map(groups.map((group) => [group.no, group]));
    const found = await this.authorizations.listByHolders([userNo, ...byNo.keys()], MAX_EXPLAINED);
    const held = found.map((authorization): HeldAuthorization => {
      const group = byNo.get(authorization.holder.no);
      return { authorization, ...(group && { group }) };
    });
    return [...held.filter(({ group }) => !group), ...held.filter(({ group }) => group)];
  }
}
