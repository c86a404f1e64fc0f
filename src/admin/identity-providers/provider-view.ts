// An identity provider as the admin API shows it.
import { isoInstant } from '../../common/http/instants.js';
import { imageAddress } from '../../oidc/pages/layout/branded-look.js';
import type { Upstreams } from '../../oidc/upstream/upstreams.service.js';
import type { IdentityProvider } from '../../users/authentication/identity-providers/identity-provider.js';
import { secretShown } from './provider-members.js';
import type { ProviderView } from './provider.body.js';

/** The provider with the addresses that are entered there, without its secret. */
export function providerView(provider: IdentityProvider, upstreams: Upstreams): ProviderView {
  const { id, kind, template, name, enabled, rules, connection, logo, createdUs, modifiedUs } = provider;
  return {
    identityProviderId: id,
    kind,
    template,
    name,
    enabled,
    logo: logo === undefined ? null : imageAddress(logo),
    ...(upstreams.password(kind) === undefined && { callbackUrl: upstreams.callbackUrl(id) }),
    ...upstreams.addressesOf(provider),
    ...rules,
    groups: rules.groups.map(({ value, groupId }) => ({ value, groupId })),
    ...connection,
    ...secretShown(provider),
    createdAt: isoInstant(createdUs),
    changedAt: isoInstant(modifiedUs),
  };
}
