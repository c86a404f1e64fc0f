// What a user has of projects at this moment: for tokens, for checks at sign-in, and for whoever wants to know why.
import { Injectable } from '@nestjs/common';
import { ConfigCache, ConfigVersion } from '../../common/database/config-version.js';
import { GroupGraph } from '../group-graph/group-graph.repository.js';
import { Organizations } from '../organizations/organizations.service.js';
import { AuthorizationsRepository, type Authorization } from './authorizations.repository.js';
import { HeldProjectRolesRepository, type HeldRole } from './held-project-roles.repository.js';

/** Whose roles are asked for; the organization is that of the user. */
export interface RoleHolder {
  userNo: number;
  orgNo: number;
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
  group?: { id: string; displayName: string; direct: boolean };
}

/** An answer is for people to read, and in one piece. */
const MAX_EXPLAINED = 2_000;
/** Groups of one user that are looked up at once. */
const GROUPS_AT_ONCE = 64;

@Injectable()
export class HeldProjectRoles {
  private readonly inUse: ConfigCache<number, boolean>;
  private readonly ofGroups: ConfigCache<string, readonly HeldRole[]>;

  constructor(
    private readonly repository: HeldProjectRolesRepository,
    private readonly authorizations: AuthorizationsRepository,
    private readonly groupGraph: GroupGraph,
    private readonly organizations: Organizations,
    private readonly config: ConfigVersion,
  ) {
    this.inUse = new ConfigCache(config);
    this.ofGroups = new ConfigCache(config);
  }

  /**
   * The roles that a user has in these projects at this moment, directly and through groups, ordered by project and key. A role that two
   * organizations gave is there twice. Roles of inactive projects, and those an inactive organization gave, do not count.
   *
   * Nothing about a person is cached: what changes in groups, grants and authorizations is seen by the next call, in every process. It costs no
   * query for projects that nobody has ever been given a role of, which is cached by the version of the configuration (the first authorization
   * of a project raises it), and otherwise one query for all projects together, which users who are asked about at the same time share. What a
   * group has, itself and through other groups, is cached by that version and the one of the organization's groups, which the query reads.
   * @param configVersion as it was read since the request came; absent: it is read
   */
  async rolesInProjects(user: RoleHolder, projectNos: readonly number[], configVersion?: number): Promise<HeldProjectRole[]> {
    if (projectNos.length === 0) return [];
    const version = configVersion ?? (await this.config.current());
    const used: number[] = [];
    for (const no of new Set(projectNos)) if (await this.isInUse(no, version)) used.push(no);
    if (used.length === 0) return [];
    used.sort((one, other) => one - other);
    const roles = (await Promise.all(used.map((projectNo) => this.rolesInProject(user, projectNo, version)))).flat();
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

  /** Each role once for each organization that gave it, ordered by key. */
  private async rolesInProject({ userNo, orgNo }: RoleHolder, projectNo: number, configVersion: number): Promise<HeldRole[]> {
    const { own, groupNos, groupsVersion } = await this.repository.basisOf(userNo, projectNo);
    const roles = [...own];
    for (let from = 0; from < groupNos.length; from += GROUPS_AT_ONCE) {
      const some = groupNos.slice(from, from + GROUPS_AT_ONCE);
      const held = some.map((groupNo) =>
        this.ofGroups.get(
          `${orgNo}:${groupsVersion}:${groupNo}:${projectNo}`,
          () => this.repository.rolesOfGroup({ orgNo, groupNo, projectNo }),
          configVersion,
        ),
      );
      roles.push(...(await Promise.all(held)).flat());
    }
    const distinct = new Map(roles.map((role) => [`${role.key} ${role.orgNo}`, role]));
    return [...distinct.values()].sort((one, other) => (one.key === other.key ? one.orgNo - other.orgNo : one.key < other.key ? -1 : 1));
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
      return { authorization, ...(group && { group: { id: group.id, displayName: group.displayName, direct: group.direct } }) };
    });
    return [...held.filter(({ group }) => !group), ...held.filter(({ group }) => group)];
  }
}
