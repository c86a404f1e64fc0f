// What a user has of projects at this moment: for tokens, for checks at sign-in, and for whoever wants to know why.
import { Injectable } from '@nestjs/common';
import { ConfigCache, ConfigVersion } from '../../common/database/config-version.js';
import { GroupGraph, type BelongedGroup } from '../group-graph/group-graph.repository.js';
import { Organizations } from '../organizations/organizations.service.js';
import { AuthorizationsRepository, type Authorization } from './authorizations.repository.js';
import { HeldProjectRolesRepository, type HeldRole } from './held-project-roles.repository.js';
import type { RoleBasis } from './role-basis.repository.js';

/** Whose roles are asked for; the organization is that of the user. */
export interface RoleHolder {
  userNo: number;
  orgNo: number;
  /** Where it is known. */
  kind?: 'person' | 'service';
}

/** A role of a project that a user has, with the organization that gave it: the project's own, or one it is granted to. */
export interface HeldProjectRole {
  projectNo: number;
  key: string;
  org: { id: string; primaryDomain: string };
}

/** An authorization that counts for a user: its own, or (`group`) one of a group it belongs to, directly or through other groups. */
export interface HeldAuthorization {
  authorization: Authorization;
  group?: BelongedGroup;
}

/** An answer is for people to read, and in one piece. */
const MAX_EXPLAINED = 2_000;
/** Groups of one user that are looked up at once. */
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
   * The roles that a user has in these projects at this moment, directly and through groups, ordered by project and key. A role that two
   * organizations gave is there twice. Roles of inactive projects, and those an inactive organization gave, do not count.
   *
   * What changes in groups, grants and authorizations is seen by the next call, in every process. It costs no query for projects that nobody
   * has ever been given a role of, which is cached by the version of the configuration (the first authorization of a project raises it), and
   * otherwise that of {@link basisOf}. Which roles an authorization stands for is cached by its version, and what a group has, itself and
   * through other groups, by the version of the organization's groups; both by that of the configuration too.
   * @param configVersion as it was read since the request came; absent: it is read
   * @param known as it was read since the request came; absent: it is read
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
   * What the roles of a user follow from at this moment. Of a person it is read each time, with one query that all who are asked about at the same
   * time share. A service user is in no group, and every change of its authorizations raises the version of the configuration: it is cached by that.
   * @param configVersion as it was read since the request came
   */
  basisOf({ userNo, kind }: RoleHolder, configVersion: number): Promise<RoleBasis> {
    const read = () => this.repository.basisOf(userNo);
    return kind === 'service' ? this.ofServiceUsers.get(userNo, read, configVersion) : read();
  }

  /** Each role once for each organization that gave it, ordered by key. */
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
   * Whether somebody has ever been given a role of an active project, from a cache that ends with the next change of the configuration. False
   * means that nobody has one now.
   */
  isInUse(projectNo: number, configVersion?: number): Promise<boolean> {
    return this.inUse.get(projectNo, () => this.repository.isInUse(projectNo), configVersion);
  }

  /** Everything that counts for a user, whichever organization gave it, and why: its own first, then by group; at most 2,000. Read each time. */
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
