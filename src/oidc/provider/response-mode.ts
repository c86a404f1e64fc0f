// Response modes: how an authorization response reaches the application, by query, fragment or form, and whether it is signed (JARM).
import type { KoaContextWithOIDC } from 'oidc-provider';
import { recordOf } from './adapters/client.adapter.js';

/** The library serves its own `form_post` with a page whose script has no policy, so requests are given this mode instead. */
export const OWN_FORM_POST = 'own_form_post';

const PLAIN_MODES = ['query', 'fragment', 'form_post'] as const;
/** JARM section 2.3. `jwt` is the signed form of the default of the response type. */
export const SIGNED_MODES = ['jwt', 'query.jwt', 'fragment.jwt', 'form_post.jwt'] as const;
export type SignedMode = (typeof SIGNED_MODES)[number];
/** Listed by discovery. */
export const RESPONSE_MODES: readonly string[] = [...PLAIN_MODES, ...SIGNED_MODES];

/**
 * The mode a request is served with. An invalid mode is ignored (OAuth 2.0 Multiple Response Types section 2.1 has the defaults). So is
 * `query` with a token in the response, which would end up in logs (section 3.0).
 */
export function servedResponseMode(mode: string, responseType: unknown): string | undefined {
  const leaks = mode.startsWith('query') && hasToken(responseType);
  if (leaks) return mode === 'query.jwt' ? 'jwt' : undefined;
  if (!RESPONSE_MODES.includes(mode)) return undefined;
  return mode === 'form_post' ? OWN_FORM_POST : mode;
}

/**
 * Does the same for the parameters of a request, which the library restores from a request object as they were sent.
 * @param client a client with `requireSignedResponses` gets the signed form of each mode: no request can choose a plain one
 */
export function servedInObject<Params extends Record<string, unknown>>(params: Params, client: object | undefined): Params {
  const { response_mode: mode, response_type: type } = params;
  const served = typeof mode !== 'string' || mode === OWN_FORM_POST ? mode : servedResponseMode(mode, type);
  const record = client && recordOf(client);
  const isSigned = record?.kind === 'application' && record.config.requireSignedResponses;
  return { ...params, response_mode: isSigned ? signedForm(served) : served };
}

function signedForm(mode: unknown): SignedMode {
  if (mode === OWN_FORM_POST) return 'form_post.jwt';
  return SIGNED_MODES.find((signed) => signed === mode || signed === `${String(mode)}.jwt`) ?? 'jwt';
}

export function useServedMode({ oidc }: Partial<Pick<KoaContextWithOIDC, 'oidc'>>): void {
  if (oidc?.params) oidc.params.response_mode = servedInObject(oidc.params, oidc.client).response_mode;
}

/** The way in which the browser carries a signed response. */
export function carrierOf(mode: SignedMode, responseType: unknown): (typeof PLAIN_MODES)[number] {
  const [carrier] = mode.split('.');
  return PLAIN_MODES.find((plain) => plain === carrier) ?? (hasToken(responseType) ? 'fragment' : 'query');
}

/** The address of the application with a signed response, which has only characters of addresses. Registered addresses have no fragment. */
export function addressWith(response: string, redirectUri: string, carrier: 'query' | 'fragment'): string {
  const mark = carrier === 'fragment' ? '#' : redirectUri.includes('?') ? '&' : '?';
  return `${redirectUri}${mark}response=${response}`;
}

function hasToken(responseType: unknown): boolean {
  return typeof responseType === 'string' && responseType.includes('token');
}

/** The parameters of a request, as the application sent them. Only `resource` may be repeated (RFC 8707 section 2). */
export function sentParameters(params: Record<string, unknown>): Record<string, string | string[]> {
  const isSent = (entry: [string, unknown]): entry is [string, string | string[]] =>
    typeof entry[1] === 'string' || Array.isArray(entry[1]);
  const texts = Object.entries(params).filter(isSent);
  return { ...Object.fromEntries(texts), ...(params.response_mode === OWN_FORM_POST ? { response_mode: 'form_post' } : {}) };
}

/** OpenID Connect Core section 3.1.2.6. The library refuses these parameters without a description. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  request_uri_not_supported: 'Request objects by reference are not supported; send the object itself, or the parameters.',
  registration_not_supported: 'Clients cannot register with a request; an administrator registers them.',
};

/** The members of a response, with a description added to an error that lacks one. */
export function described(members: Record<string, string>): Record<string, string> {
  const description = DESCRIPTIONS[members['error'] ?? ''];
  return description === undefined ? members : { error_description: description, ...members };
}

/** Does the same for a response in an address, by query or fragment. */
export function describedAddress(address: string): string {
  const [, error = ''] = /[?#&]error=([a-z_]+)(?:&|$)/.exec(address) ?? [];
  const description = address.includes('error_description=') ? undefined : DESCRIPTIONS[error];
  return description === undefined ? address : `${address}&${new URLSearchParams({ error_description: description }).toString()}`;
}
