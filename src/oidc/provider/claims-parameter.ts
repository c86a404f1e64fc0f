// The `claims` parameter at the authorization endpoint: which parts of it are kept, and which consent they require.
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { allowedClaims, scopesOfClaims, type ClaimsRequest, type SentClaims } from '../protocol/claims-request.js';
import { scopeValues } from '../protocol/scopes.js';
import { allowedScopesOf } from '../clients/clients.service.js';
import { recordOf } from './adapters/client.adapter.js';
import { essentialAcrs, levelsOf } from './requested-assurance.js';

/** Maximum length as JSON. All claims of this service in both members take half of it. */
const MAX_CLAIMS = 2_000;
/** Maximum length of the userinfo part, which access tokens carry. */
const MAX_USERINFO = 1_000;

type SentRequest = Partial<Record<keyof ClaimsRequest, SentClaims>>;

/**
 * Reduces the parameter to the claims that this service can return. The library has checked that its members are objects.
 * @throws InvalidRequest, or UnmetAuthenticationRequirements for an essential `acr` that can't be met (OpenID Connect Core section 5.5.1.1)
 */
export function reduceClaimsParameter({ oidc: { params, client } }: KoaContextWithOIDC, sent: SentRequest): void {
  for (const request of [sent.id_token, sent.userinfo].flatMap((claims) => Object.values(claims ?? {})))
    if (typeof request !== 'object' || Array.isArray(request))
      throw new errors.InvalidRequest('Each claim of claims.id_token and claims.userinfo must be null or an object.');
  const acr = essentialAcr(sent.id_token);
  const subject = sent.id_token?.sub;
  // If a subject is requested, the library lets only that subject sign in (section 5.5.1).
  const scopes = allowedScopesOf(recordOf(client as object));
  const idToken = {
    ...allowedClaims(sent.id_token, scopes),
    ...acr,
    ...(subject && 'value' in subject && { sub: { value: subject.value } }),
  };
  const userinfo = allowedClaims(sent.userinfo, scopes);
  const request = { ...(Object.keys(idToken).length > 0 && { id_token: idToken }), ...(userinfo && { userinfo }) };
  const text = JSON.stringify(request);
  if (text.length > MAX_CLAIMS || JSON.stringify(userinfo ?? {}).length > MAX_USERINFO)
    throw new errors.InvalidRequest('The claims parameter is too long.');
  if (params) params.claims = Object.keys(request).length > 0 ? text : undefined;
}

/** The supported values of an essential `acr`. @throws UnmetAuthenticationRequirements if no requested value is supported */
function essentialAcr(idToken: SentClaims | undefined): { acr?: { essential: true; values: string[] } } {
  const acr = idToken?.acr;
  if (acr?.essential !== true || (acr.value === undefined && acr.values === undefined)) return {};
  const values = essentialAcrs(idToken).filter((value) => levelsOf([value]).length > 0);
  if (values.length === 0) throw new errors.UnmetAuthenticationRequirements('The requested acr cannot be met.');
  return { acr: { essential: true, values } };
}

/**
 * The only user that may sign in, if the parameter names one (section 5.5.1). Returns '', which matches no user, if the value is no text.
 */
export function requestedSubject({ claims }: Readonly<Record<string, unknown>>): string | undefined {
  const { id_token: idToken } = typeof claims === 'string' ? (JSON.parse(claims) as SentRequest) : {};
  const subject = idToken?.sub;
  if (!subject || !('value' in subject)) return undefined;
  return typeof subject.value === 'string' ? subject.value : '';
}

/**
 * The scopes that a person consents to: the scope of the request, and the scopes to which the requested claims belong.
 * @param ofResources the scopes of the requested resources
 */
export function disclosedScope({ scope, claims }: Record<string, unknown>, ofResources: readonly string[]): string {
  const named = typeof claims === 'string' ? scopesOfClaims(JSON.parse(claims) as ClaimsRequest) : [];
  return scopeValues([typeof scope === 'string' ? scope : '', ...named, ...ofResources].join(' ')).join(' ');
}
