// Roles and their permissions, as one table, and the functions that evaluate memberships against it.

/**
 * The callers that may use a route. `organization` and `own` routes have a path parameter `orgId`; `service` routes concern the whole
 * service; `caller` routes concern the caller alone, whose token suffices.
 */
export type AccessRule =
  | { kind: 'public' }
  | { kind: 'own' }
  | { kind: 'caller' }
  | { kind: 'organization' | 'service'; permission: Permission };

/** The permissions that a route or a service may require. Those to impersonate come only with dedicated roles. */
export const PERMISSIONS = [
  'user.read',
  'user.write',
  'user.delete',
  'user.verify',
  'group.read',
  'group.write',
  'group.delete',
  'org.read',
  'org.write',
  'org.create',
  'org.delete',
  'project.read',
  'project.write',
  'project.role.write',
  'project.grant.write',
  'authorization.read',
  'authorization.write',
  'member.write',
  'import',
  'export',
  'api.grant',
  'event.read',
  'feature.read',
  'feature.write',
  'policy.read',
  'policy.write',
  'idp.read',
  'idp.write',
  'key.read',
  'key.write',
  'job.read',
  'job.write',
  'mail.read',
  'mail.write',
  'mode.read',
  'mode.write',
  'database.read',
  'database.write',
] as const;

/** To impersonate (RFC 8693) users without a role, and users with one. */
const ACT_FOR_USERS = ['impersonation.endUser'] as const;
const ACT_FOR_ANYBODY = [...ACT_FOR_USERS, 'impersonation.admin'] as const;

export type Permission = (typeof PERMISSIONS)[number] | (typeof ACT_FOR_ANYBODY)[number];

export const ALL_PERMISSIONS: readonly Permission[] = [...PERMISSIONS, ...ACT_FOR_ANYBODY];

const USERS_READ = ['user.read', 'group.read', 'authorization.read'] as const;
const USERS_WRITE = [...USERS_READ, 'user.write', 'user.delete', 'group.write', 'group.delete', 'authorization.write'] as const;
const ORG_READ = [...USERS_READ, 'org.read', 'project.read'] as const;
const PROJECT_OWN = [
  'project.read',
  'project.write',
  'project.role.write',
  'project.grant.write',
  'authorization.read',
  'authorization.write',
  'member.write',
] as const;
const ORG_OWN = [...ORG_READ, ...USERS_WRITE, ...PROJECT_OWN, 'org.write'] as const;

/** Roles of the whole service apply in every organization. */
export const SERVICE_ROLES = {
  IAM_OWNER: PERMISSIONS,
  IAM_OWNER_VIEWER: [
    ...ORG_READ,
    'event.read',
    'feature.read',
    'policy.read',
    'idp.read',
    'key.read',
    'job.read',
    'mail.read',
    'mode.read',
    'database.read',
  ],
  IAM_ORG_MANAGER: [...ORG_OWN, 'org.create', 'org.delete', 'user.verify'],
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

/** Roles of one project, which apply in its organization and only to this project. */
export const PROJECT_ROLES = {
  PROJECT_OWNER: PROJECT_OWN,
} as const satisfies Record<string, readonly Permission[]>;

/** Roles of one grant of a project, which apply in the organization that the project is granted to. */
export const PROJECT_GRANT_ROLES = {
  PROJECT_GRANT_OWNER: ['project.read', 'authorization.read', 'authorization.write'],
} as const satisfies Record<string, readonly Permission[]>;

export type ServiceRole = keyof typeof SERVICE_ROLES;
export type OrganizationRole = keyof typeof ORGANIZATION_ROLES;
export type ProjectMemberRole = keyof typeof PROJECT_ROLES;
export type ProjectGrantMemberRole = keyof typeof PROJECT_GRANT_ROLES;

/** The scope of a role or a request within an organization: one project, or one grant of another organization's project. */
export interface Within {
  projectId?: string | undefined;
  grantId?: string | undefined;
}

/** A role assigned to a user: in one organization, in one project or grant there, or (`orgId` null) in the whole service. */
export interface Membership extends Within {
  role: string;
  orgId: string | null;
}

/** Whether memberships grant a permission, or why not. */
export type Verdict = 'allowed' | 'noPermission' | 'noMembership';

/** Whether `memberships` allow `permission` for the whole service. */
export function judgeService(memberships: readonly Membership[], permission: Permission): Verdict {
  return memberships.some((membership) => membership.orgId === null && permissionsOf(membership).includes(permission))
    ? 'allowed'
    : 'noPermission';
}

/**
 * Whether `memberships` allow `permission` in the organization `orgId`, or only for its project or grant that `within` names.
 * `noMembership` means that the caller has no role there and must not learn that the organization exists.
 */
export function judgeOrganization(memberships: readonly Membership[], permission: Permission, orgId: string, within: Within = {}): Verdict {
  if (!memberships.some((membership) => membership.orgId === null || membership.orgId === orgId)) return 'noMembership';
  return hold(memberships, permission, { orgId, ...within }) ? 'allowed' : 'noPermission';
}

/** Every permission that `memberships` give in a scope, in the order of the table: what {@link judgeService} or {@link judgeOrganization} allow there. */
export function permissionsIn(memberships: readonly Membership[], scope: Scope): Permission[] {
  return ALL_PERMISSIONS.filter((permission) => hold(memberships, permission, scope));
}

/** Whether `memberships` include every permission of `roles`, in the same scope. Only then may their owner assign these roles to others. */
export function coversRoles(memberships: readonly Membership[], roles: readonly Membership[]): boolean {
  return roles.every((role) => permissionsOf(role).every((permission) => mayGive(memberships, permission, role)));
}

/** The scope of a permission; `orgId` null is the whole service. */
export type Scope = Pick<Membership, 'orgId' | 'projectId' | 'grantId'>;

function hold(memberships: readonly Membership[], permission: Permission, scope: Scope): boolean {
  return memberships.some((membership) => includesScope(membership, scope) && permissionsOf(membership).includes(permission));
}

function includesScope(held: Scope, { orgId, projectId, grantId }: Scope): boolean {
  if (held.orgId === null) return true;
  if (held.orgId !== orgId) return false;
  return (held.projectId === undefined || held.projectId === projectId) && (held.grantId === undefined || held.grantId === grantId);
}

function mayGive(memberships: readonly Membership[], permission: Permission, scope: Scope): boolean {
  if (hold(memberships, permission, scope)) return true;
  const covered = actsFor(permission, scope.orgId);
  return covered !== undefined && covered.every((wanted) => hold(memberships, wanted, scope));
}

/**
 * The permissions needed to appoint impersonators without being one. They are those of the users who may be impersonated.
 * For impersonating administrators that is all an owner has; for impersonating users without a role, the permission to manage members is enough.
 */
function actsFor(permission: Permission, orgId: string | null): readonly Permission[] | undefined {
  if (permission === 'impersonation.endUser') return ['member.write'];
  if (permission !== 'impersonation.admin') return undefined;
  return orgId === null ? SERVICE_ROLES.IAM_OWNER : ORGANIZATION_ROLES.ORG_OWNER;
}

function permissionsOf(membership: Membership): readonly Permission[] {
  const table = rolesIn(membership);
  return Object.hasOwn(table, membership.role) ? (table[membership.role] ?? []) : [];
}

/** The roles that exist in a scope. */
export function rolesIn({ orgId, projectId, grantId }: Scope): Readonly<Record<string, readonly Permission[]>> {
  if (orgId === null) return SERVICE_ROLES;
  if (grantId !== undefined) return PROJECT_GRANT_ROLES;
  return projectId === undefined ? ORGANIZATION_ROLES : PROJECT_ROLES;
}
