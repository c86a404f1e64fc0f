// The class of routes that a path belongs to. There are few enough to be a label of metrics, whatever paths are requested.

/** The first matching prefix applies. New groups of routes get a row here; paths without a match are `other`. */
const CLASSES: ReadonlyArray<readonly [prefix: string, name: string]> = [
  ['/scim/', 'scim'],
  ['/admin/v1/import', 'import'],
  ['/admin/', 'admin'],
  ['/oauth/v2/token', 'token'],
  ['/oauth/v2/authorize', 'authorize'],
  ['/oauth/v2/par', 'pushed'],
  ['/oauth/v2/device_authorization', 'deviceAuthorization'],
  ['/oauth/v2/device', 'authorize'],
  ['/oauth/v2/introspect', 'introspection'],
  ['/oauth/v2/revoke', 'revocation'],
  ['/oauth/v2/register', 'registration'],
  ['/oauth/v2/keys', 'documents'],
  ['/.well-known/openid-configuration', 'documents'],
  ['/.well-known/oauth-authorization-server', 'documents'],
  ['/.well-known/', 'documents'],
  ['/openapi.json', 'documents'],
  ['/docs', 'documents'],
  ['/oidc/v1/userinfo', 'userinfo'],
  ['/oidc/v1/end_session', 'pages'],
  ['/sign-in', 'pages'],
  ['/account', 'pages'],
  ['/password', 'pages'],
  ['/register', 'pages'],
  ['/invitation', 'pages'],
  ['/enrolment', 'pages'],
  ['/email', 'pages'],
  ['/device', 'pages'],
  ['/pages/', 'pages'],
  ['/healthz', 'health'],
  ['/readyz', 'health'],
];

/** @param route its pattern, or a path without its values */
export function routeClass(route: string): string {
  return rowOf(route)?.[1] ?? 'other';
}

/** The part of an unrouted path that may be logged: the prefix of the routes it resembles. The rest was chosen by a caller. */
export function withoutValues(path: string): string {
  // The router ignores case.
  const [prefix = '/'] = rowOf(path.toLowerCase()) ?? [];
  if (path.length === prefix.length) return prefix;
  return `${prefix.replace(/\/$/, '')}/:path`;
}

function rowOf(path: string): (typeof CLASSES)[number] | undefined {
  return CLASSES.find(([prefix]) => path.startsWith(prefix));
}
