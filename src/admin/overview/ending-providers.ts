// Identity providers whose signing certificates end soon.
import type { IdentityProvider } from '../../users/authentication/identity-providers/identity-provider.js';
import { certificatesShown } from '../identity-providers/provider-members.js';
import type { AttentionTarget } from './attention.js';

/**
 * The enabled SAML providers whose last certificate ends before a time. Providers that sign with a new one beside the old are already prepared.
 */
export function endingProviders(providers: readonly IdentityProvider[], untilUs: number): AttentionTarget[] {
  return providers
    .filter((provider) => provider.enabled && endsBefore(provider, untilUs))
    .map(({ id, name }) => ({ type: 'identityProvider', id, name }));
}

function endsBefore(provider: IdentityProvider, untilUs: number): boolean {
  const last = certificatesShown(provider).certificates?.at(-1);
  return last !== undefined && Date.parse(last.endsAt) * 1_000 < untilUs;
}
