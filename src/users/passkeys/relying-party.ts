// Who this service is to authenticators (WebAuthn section 4, relying party).
import { isIP } from 'node:net';
import type { Settings } from '../../common/settings/settings.js';

export interface RelyingParty {
  /** The domain that passkeys belong to. */
  id: string;
  /** The only origin whose pages may use them. */
  origin: string;
}

/**
 * @returns undefined where browsers have no WebAuthn: at an IP address, which is no domain (section 5.1.3, step 8), and without TLS anywhere
 *   but on this machine (Secure Contexts section 3.1)
 */
export function relyingPartyOf({ publicUrl, passkeyDomain }: Pick<Settings, 'publicUrl' | 'passkeyDomain'>): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || (protocol !== 'https:' && !isLocal)) return undefined;
  return { id: passkeyDomain ?? hostname, origin };
}
