// Converts the groups of a Keycloak realm export, with their members from the group paths of users.
import { shown, type GroupLine, type GroupMemberName, type ImportLine } from './import-line.js';
import type { RemarkKind, Remarks } from './remarks.js';

/** keycloak.org, GroupRepresentation: the properties used here. */
export interface KeycloakGroup {
  id?: string;
  name?: string;
  path?: string;
  subGroups?: KeycloakGroup[];
  attributes?: Record<string, string[]>;
  realmRoles?: string[];
  clientRoles?: Record<string, string[]>;
}

/** A group of the flattened tree, with its members. */
interface FlatGroup {
  id: string | undefined;
  name: string;
  path: string;
  members: GroupMemberName[];
}

/** Members per line. Even with names of 200 characters, the line stays below the size limit of an entry. */
const MEMBERS_AT_ONCE = 2_000;

export class KeycloakGroups {
  private readonly byPath = new Map<string, FlatGroup>();
  /** The groups of each member, by path. Groups may be in another file than their members. */
  private readonly memberships: Array<{ who: string; member: GroupMemberName; paths: readonly string[] }> = [];

  constructor(private readonly remark: Remarks) {}

  addGroups(groups: readonly KeycloakGroup[], above = ''): void {
    for (const group of groups) {
      const { id, name = '', subGroups = [] } = group;
      const path = group.path ?? `${above}/${name}`;
      this.byPath.set(path, { id, name, path, members: [] });
      for (const [kind, lost] of lostOf(group)) this.remark(kind, `the group ${path}`, lost);
      this.addGroups(subGroups, path);
      for (const inner of subGroups) this.byPath.get(path)?.members.push({ groupDisplayName: inner.path ?? `${path}/${inner.name ?? ''}` });
    }
  }

  addPerson(who: string, { userId, user }: ImportLine, paths: readonly string[]): void {
    if (paths.length > 0) this.memberships.push({ who, member: userId === undefined ? { userName: user.userName } : { userId }, paths });
  }

  /** The lines of all groups, once every file has been read. */
  *lines(org: string): Generator<GroupLine> {
    for (const { who, member, paths } of this.memberships) {
      const missing = paths.filter((path) => !this.byPath.has(path));
      if (missing.length > 0)
        this.remark('group', who, `loses the groups ${missing.join(', ')}: the export does not have them`, missing.length);
      for (const path of paths) this.byPath.get(path)?.members.push(member);
    }
    const names = this.displayNames();
    for (const { id, path, members } of this.byPath.values()) {
      const displayName = names.get(path) ?? path;
      // Subgroups are identified by path until all paths are known.
      const named = members.map((member) =>
        'groupDisplayName' in member ? { groupDisplayName: names.get(member.groupDisplayName) ?? member.groupDisplayName } : member,
      );
      yield { orgId: org, ...(id === undefined ? {} : { groupId: id }), group: { displayName }, members: named.slice(0, MEMBERS_AT_ONCE) };
      for (let from = MEMBERS_AT_ONCE; from < named.length; from += MEMBERS_AT_ONCE)
        yield { orgId: org, groupDisplayName: displayName, members: named.slice(from, from + MEMBERS_AT_ONCE) };
    }
  }

  /** Names are unique in an organization, but in Keycloak only within the parent group. A duplicate name is replaced by its path. */
  private displayNames(): Map<string, string> {
    const counts = new Map<string, number>();
    for (const { name } of this.byPath.values()) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
    const names = new Map<string, string>();
    for (const { name, path } of this.byPath.values()) {
      const isUnique = counts.get(name.toLowerCase()) === 1;
      names.set(path, isUnique ? name : path);
      if (!isUnique) this.remark('note', `the group ${path}`, 'has the name of another group; its path becomes its name');
    }
    return names;
  }
}

function lostOf({ attributes = {}, realmRoles = [], clientRoles = {} }: KeycloakGroup): Array<[RemarkKind, string]> {
  return [
    ...Object.entries(attributes).map(([name, values]): [RemarkKind, string] => [
      'attribute',
      `loses the attribute ${name} with ${shown(values)}`,
    ]),
    ...rolesOf(realmRoles, clientRoles).map((role): [RemarkKind, string] => ['role', `loses the role ${role}`]),
  ];
}

/** Roles by their names, those of clients behind the client. */
export function rolesOf(realmRoles: readonly string[], clientRoles: Readonly<Record<string, readonly string[]>>): string[] {
  return [...realmRoles, ...Object.entries(clientRoles).flatMap(([client, roles]) => roles.map((role) => `${client}/${role}`))];
}
