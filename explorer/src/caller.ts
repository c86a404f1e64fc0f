// Who has signed in, and the organizations to choose from.
import { getJson } from './api.ts';
import type { Operation } from './document.ts';

interface Permitted {
  permissions: string[];
}
interface OwnPermissions {
  orgId: string;
  orgName: string;
  displayName: string;
  userName: string;
  service: Permitted;
  organizations: Array<Permitted & { orgId: string; name: string }>;
}

export interface Caller extends OwnPermissions {
  token: string;
  choices: Array<{ orgId: string; name: string }>;
}

/** Those of the service are listed as well, up to here; any id can be entered in an operation. */
const LISTED = 200;

/** @throws Error if the service refuses the token */
export async function callerOf(token: string): Promise<Caller> {
  const own = await getJson<OwnPermissions>('/admin/v1/me/permissions', token);
  const choices = new Map([[own.orgId, own.orgName], ...own.organizations.map(({ orgId, name }) => [orgId, name] as const)]);
  if (own.service.permissions.includes('org.read')) {
    const all = await getJson<{ organizations: Array<{ orgId: string; name: string }> }>(
      `/admin/v1/organizations?limit=${LISTED}&sort=name`,
      token,
    );
    for (const { orgId, name } of all.organizations) choices.set(orgId, name);
  }
  return { ...own, token, choices: [...choices].map(([orgId, name]) => ({ orgId, name })) };
}

/** Whether the roles of the caller allow an operation. Roles in single projects are not counted: the service decides. */
export function mayCall({ service, organizations }: OwnPermissions, { permission }: Operation, orgId: string): boolean {
  if (permission === undefined || service.permissions.includes(permission.name)) return true;
  return !permission.isOfService && organizations.some((one) => one.orgId === orgId && one.permissions.includes(permission.name));
}
