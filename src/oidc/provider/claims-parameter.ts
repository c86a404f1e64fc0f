// The `claims` parameter at the authorization endpoint: what of it is kept, and what a person is asked to consent to for it.
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { knownClaims, scopesOfClaims, type ClaimsRequest, type SentClaims } from '../protocol/claims-request.js';
import { scopeValues } from '../protocol/scopes.js';
import { essentialAcrs, levelsOf } from './requested-assurance.js';

/** As JSON. Every claim of this service in both members is half of that. */
const MAX_CLAIMS = 2_000;
/** What is for userinfo: access tokens carry it. */
const MAX_USERINFO = 1_000;

type SentRequest = Partial<Record<keyof ClaimsRequest, SentClaims>>;

/**
 * Replaces the parameter by what this service can answer of it. The library has checked that its members are objects.
 * @throws InvalidRequest, or UnmetAuthenticationRequirements for an `acr` that must be (OpenID Connect Core section 5.5.1.1)
 */
export function reduceClaimsParameter({ oidc: { params } }: KoaContextWithOIDC, sent: SentRequest): void {
  for (const request of [sent.id_token, sent.userinfo].flatMap((claims) => Object.values(claims ?? {})))
    if (typeof request !== 'object' || Array.isArray(request))
      throw new errors.InvalidRequest('Each claim of claims.id_token and claims.userinfo must be null or an object.');
  const acr = essentialAcr(sent.id_token);
  const subject = sent.id_token?.sub;
  // The library lets nobody else sign in than a subject that is asked for (section 5.5.1).
  const idToken = { ...knownClaims(sent.id_token), ...acr, ...(subject && 'value' in subject && { sub: { value: subject.value } }) };
  const userinfo = knownClaims(sent.userinfo);
  const request = { ...(Object.keys(idToken).length > 0 && { id_token: idToken }), ...(userinfo && { userinfo }) };
  const text = JSON.stringify(request);
  if (text.length > MAX_CLAIMS || JSON.stringify(userinfo ?? {}).length > MAX_USERINFO)
    throw new errors.InvalidRequest('The claims parameter is too long.');
  if (params) params.claims = Object.keys(request).length > 0 ? text : undefined;
}

/** The `acr` that must be, as far as it is one of ours; another one cannot be met. */
function essentialAcr(idToken: SentClaims | undefined): { acr?: { essential: true; values: string[] } } {
  const acr = idToken?.acr;
  if (acr?.essential !== true || (acr.value === undefined && acr.values === undefined)) return {};
  const values = essentialAcrs(idToken).filter((value) => levelsOf([value]).length > 0);
  if (values.length === 0) throw new errors.UnmetAuthenticationRequirements('The requested acr cannot be met.');
  return { acr: { essential: true, values } };
}

/** The one user whose sign-in the parameter takes, if it names one (section 5.5.1); a value that is no text is nobody's. */
export function requestedSubject({ claims }: Readonly<Record<string, unknown>>): string | undefined {
  const { id_token: idToken } = typeof claims === 'string' ? (JSON.parse(claims) as SentRequest) : {};
  const subject = idToken?.sub;
  if (!subject || !('value' in subject)) return undefined;
  return typeof subject.value === 'string' ? subject.value : '';
}

/** What an application would learn by a request: its scope, and the scopes that the claims belong to that it names. */
export function disclosedScope({ scope, claims }: Record<string, unknown>): string {
  const named = typeof claims === 'string' ? scopesOfClaims(JSON.parse(claims) as ClaimsRequest) : [];
  return scopeValues([typeof scope === 'string' ? scope : '', ...named].join(' ')).join(' ');
}
