// Response modes: how an authorization response reaches the application, by query, fragment or form.
import type { KoaContextWithOIDC } from 'oidc-provider';

/** The library serves its own `form_post` with a page whose script has no policy, so requests are given this mode instead. */
export const OWN_FORM_POST = 'own_form_post';

const MODES = ['query', 'fragment', 'form_post'] as const;

/**
 * The mode a request is served with. An invalid mode is ignored (OAuth 2.0 Multiple Response Types section 2.1 has the defaults). So is
 * `query` with a token in the response, which would end up in logs (section 3.0).
 */
export function servedResponseMode(mode: string, responseType: unknown): string | undefined {
  const leaks = mode === 'query' && typeof responseType === 'string' && responseType.includes('token');
  if (!(MODES as readonly string[]).includes(mode) || leaks) return undefined;
  return mode === 'form_post' ? OWN_FORM_POST : mode;
}

/** Does the same for a mode in a request object, which the library restores as it was sent. */
export function servedInObject<Params extends Record<string, unknown>>(params: Params): Params {
  const { response_mode: mode, response_type: type } = params;
  if (typeof mode !== 'string' || mode === OWN_FORM_POST) return params;
  return { ...params, response_mode: servedResponseMode(mode, type) };
}

export function useServedMode({ oidc }: Partial<Pick<KoaContextWithOIDC, 'oidc'>>): void {
  if (oidc?.params) oidc.params.response_mode = servedInObject(oidc.params).response_mode;
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
