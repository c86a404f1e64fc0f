// The paths of the OAuth endpoints under the issuer; the path of discovery is fixed (OpenID Connect Discovery section 4).

export const AUTHORIZATION_ENDPOINT = '/oauth/v2/authorize';
/** RFC 9126. */
export const PUSHED_REQUEST_ENDPOINT = '/oauth/v2/par';
/** RFC 8628 section 3.1. */
export const DEVICE_AUTHORIZATION_ENDPOINT = '/oauth/v2/device_authorization';
/** Below it, the library continues with the sign-in for a device. Nothing is served at this path itself. */
export const DEVICE_SIGN_IN = '/oauth/v2/device';
export const TOKEN_ENDPOINT = '/oauth/v2/token';
export const INTROSPECTION_ENDPOINT = '/oauth/v2/introspect';
export const REVOCATION_ENDPOINT = '/oauth/v2/revoke';
/** RFC 7591; below it, each client's own address (RFC 7592). */
export const REGISTRATION_ENDPOINT = '/oauth/v2/register';
export const USERINFO_ENDPOINT = '/oidc/v1/userinfo';
export const KEY_SET = '/oauth/v2/keys';
export const DISCOVERY = '/.well-known/openid-configuration';
export const END_SESSION_ENDPOINT = '/oidc/v1/end_session';

/**
 * The most characters of an authorization request. Longer URLs are not accepted by every server or browser, including this service: the
 * sign-in pages carry the request in their URLs.
 */
export const MAX_AUTHORIZATION_REQUEST = 12_000;

/** The methods of each endpoint, besides HEAD and OPTIONS where the library has them. */
export const METHODS: Readonly<Record<string, readonly string[]>> = {
  [AUTHORIZATION_ENDPOINT]: ['GET', 'POST'],
  [PUSHED_REQUEST_ENDPOINT]: ['POST'],
  [DEVICE_AUTHORIZATION_ENDPOINT]: ['POST'],
  [TOKEN_ENDPOINT]: ['POST'],
  [INTROSPECTION_ENDPOINT]: ['POST'],
  [REVOCATION_ENDPOINT]: ['POST'],
  [USERINFO_ENDPOINT]: ['GET', 'POST'],
  [KEY_SET]: ['GET'],
  [DISCOVERY]: ['GET'],
  [END_SESSION_ENDPOINT]: ['GET', 'POST'],
};

// Pages for people, which are not part of the protocol.
export const ACCOUNT_PATH = '/account';
/** The page after an accepted invitation, for the person signed in to the browser. */
export const INVITED_PATH = '/invitation/done';
/** Where a person enters the code of a device (RFC 8628 section 3.3). */
export const DEVICE_PATH = '/device';
export const FORGOTTEN_PATH = '/password/forgotten';

/**
 * Where a sign-in to the account page with an identity provider begins; administrators may publish it.
 * @param organizationId of the people; a provider of the whole service finds invitations and creates accounts only there
 */
export function providerSignInPath(providerId: string, organizationId?: string): string {
  const path = `${ACCOUNT_PATH}/to/${encodeURIComponent(providerId)}`;
  return organizationId === undefined ? path : `${path}?${new URLSearchParams({ organization: organizationId }).toString()}`;
}
