// Which class of routes a path belongs to: few enough to be a label of metrics, whatever is asked for.

/** The first prefix that fits. A new room of routes gets its row; what fits none is `other`. */
const CLASSES: ReadonlyArray<readonly [prefix: string, name: string]> = [
  ['/scim/', 'scim'],
  ['/admin/v1/import', 'import'],
  ['/admin/', 'admin'],
  ['/oauth/v2/token', 'token'],
  ['/oauth/v2/authorize', 'authorize'],
  ['/oauth/v2/introspect', 'introspection'],
  ['/oauth/v2/revoke', 'revocation'],
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
  ['/pages/', 'pages'],
  ['/healthz', 'health'],
  ['/readyz', 'health'],
];

/** @param route its pattern, or a path whose values were left out */
export function routeClass(route: string): string {
  return rowOf(route)?.[1] ?? 'other';
}

/** What may be told of a path that no router has seen: which routes it is like. Everything behind that was chosen by a caller. */
export function withoutValues(path: string): string {
  // The router takes it in any case.
  const [prefix = '/'] = rowOf(path.toLowerCase()) ?? [];
  if (path.length === prefix.length) return prefix;
  return `${prefix.replace(/\/$/, '')}/:path`;
}

function rowOf(path: string): (typeof CLASSES)[number] | undefined {
  return CLASSES.find(([prefix]) => path.startsWith(prefix));
}
