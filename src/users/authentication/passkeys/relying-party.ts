// This service as a relying party (WebAuthn section 4).
import { isIP } from 'node:net';
import type { Settings } from '../../../common/settings/settings.js';

export interface RelyingParty {
  /** The domain of the passkeys. */
  id: string;
  /** The only origin whose pages may use them. */
  origin: string;
}

/**
 * @returns undefined where browsers do not support WebAuthn: at an IP address, which is not a domain (section 5.1.3, step 8), and without TLS, except
 * on localhost (Secure Contexts section 3.1)
 */
export function relyingPartyOf({ publicUrl, passkeyDomain }: Pick<Settings, 'publicUrl' | 'passkeyDomain'>): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || (protocol !== 'https:' && !isLocal)) return undefined;
  return { id: passkeyDomain ?? hostname, origin };
}
