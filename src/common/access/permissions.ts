// Roles and their permissions, as one table, and the functions that evaluate memberships against it.

/** What a route or a service may require. The permissions to impersonate come only with a role made for that. */
export const PERMISSIONS = [
  'user.read',
  'user.write',
  'user.delete',
  'group.read',
  'group.write',
  'group.delete',
  'org.read',
  'org.write',
  'org.create',
  'project.read',
  'project.write',
  'member.write',
  'import',
  'api.grant',
  'event.read',
  'feature.read',
  'feature.write',
  'policy.read',
  'policy.write',
  'key.read',
  'key.write',
] as const;

/** To impersonate (RFC 8693) users without a role, and users with one. */
const ACT_FOR_USERS = ['impersonation.endUser'] as const;
const ACT_FOR_ANYBODY = [...ACT_FOR_USERS, 'impersonation.admin'] as const;

export type Permission = (typeof PERMISSIONS)[number] | (typeof ACT_FOR_ANYBODY)[number];

const USERS_READ = ['user.read', 'group.read'] as const;
const USERS_WRITE = [...USERS_READ, 'user.write', 'user.delete', 'group.write', 'group.delete'] as const;
const ORG_READ = [...USERS_READ, 'org.read', 'project.read'] as const;
const ORG_OWN = [...ORG_READ, ...USERS_WRITE, 'org.write', 'project.write', 'member.write'] as const;

/** Roles of the whole service count in every organization. */
export const SERVICE_ROLES = {
  IAM_OWNER: PERMISSIONS,
  IAM_OWNER_VIEWER: [...ORG_READ, 'event.read', 'feature.read', 'policy.read', 'key.read'],
  IAM_ORG_MANAGER: [...ORG_OWN, 'org.create'],
  IAM_USER_MANAGER: USERS_WRITE,
  IAM_ADMIN_IMPERSONATOR: ACT_FOR_ANYBODY,
  IAM_END_USER_IMPERSONATOR: ACT_FOR_USERS,
} as const satisfies Record<string, readonly Permission[]>;

/** Roles of one organization. */
export const ORGANIZATION_ROLES = {
  ORG_OWNER: ORG_OWN,
  ORG_OWNER_VIEWER: ORG_READ,
  ORG_USER_MANAGER: USERS_WRITE,
  ORG_ADMIN_IMPERSONATOR: ACT_FOR_ANYBODY,
  ORG_END_USER_IMPERSONATOR: ACT_FOR_USERS,
} as const satisfies Record<string, readonly Permission[]>;

export type ServiceRole = keyof typeof SERVICE_ROLES;
export type OrganizationRole = keyof typeof ORGANIZATION_ROLES;

/** A role somebody holds: in one organization, or (`orgId` null) in the whole service. */
export interface Membership {
  role: string;
  orgId: string | null;
}

/** Why memberships do not grant a permission. */
export type Verdict = 'allowed' | 'noPermission' | 'noMembership';

/** Whether `memberships` allow `permission` for the whole service. */
export function judgeService(memberships: readonly Membership[], permission: Permission): Verdict {
  return memberships.some((membership) => membership.orgId === null && permissionsOf(membership).includes(permission))
    ? 'allowed'
    : 'noPermission';
}

/**
 * Whether `memberships` allow `permission` in the organization `orgId`.
 * `noMembership` means that the caller has no role there and must not learn that it exists.
 */
export function judgeOrganization(memberships: readonly Membership[], permission: Permission, orgId: string): Verdict {
  const here = memberships.filter((membership) => membership.orgId === null || membership.orgId === orgId);
  if (here.length === 0) return 'noMembership';
  return here.some((membership) => permissionsOf(membership).includes(permission)) ? 'allowed' : 'noPermission';
}

/** Whether `memberships` include every permission of `roles`, in the same scope: only then may their holder give these roles to others. */
export function coversRoles(memberships: readonly Membership[], roles: readonly Membership[]): boolean {
  return roles.every((role) => permissionsOf(role).every((permission) => mayGive(memberships, permission, role.orgId)));
}

/** @param orgId the scope of the permission; null is the whole service */
function mayGive(memberships: readonly Membership[], permission: Permission, orgId: string | null): boolean {
  const holds = (wanted: Permission) =>
    memberships.some(
      (membership) => (membership.orgId === null || membership.orgId === orgId) && permissionsOf(membership).includes(wanted),
    );
  if (holds(permission)) return true;
  const covered = actsFor(permission, orgId);
  return covered !== undefined && covered.every(holds);
}

/**
 * What somebody must hold to appoint impersonators without being one: every permission of those who may be impersonated.
 * That is the owner for whoever acts for administrators too, and a manager of members for whoever acts for users without a role.
 */
function actsFor(permission: Permission, orgId: string | null): readonly Permission[] | undefined {
  if (permission === 'impersonation.endUser') return ['member.write'];
  if (permission !== 'impersonation.admin') return undefined;
  return orgId === null ? SERVICE_ROLES.IAM_OWNER : ORGANIZATION_ROLES.ORG_OWNER;
}

function permissionsOf({ role, orgId }: Membership): readonly Permission[] {
  const table: Readonly<Record<string, readonly Permission[]>> = orgId === null ? SERVICE_ROLES : ORGANIZATION_ROLES;
  return Object.hasOwn(table, role) ? (table[role] ?? []) : [];
}
