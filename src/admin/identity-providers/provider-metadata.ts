// What the metadata document of a SAML provider says, as members of a body: its names, its addresses and its certificates.
import { DomainError } from '../../common/primitives/domain-error.js';
import { UpstreamError } from '../../oidc/upstream/upstream.js';
import type { ProviderKind } from '../../users/authentication/identity-providers/identity-provider.js';
import {
  assertValid,
  readSamlMetadata,
  SamlMetadataError,
  type SamlMetadata,
} from '../../users/authentication/identity-providers/saml-metadata.js';
import type { GivenMembers } from './provider-members.js';

/** Without one of these, a new provider with a `metadataUrl` needs its document. */
const DESCRIBED = ['entityId', 'ssoUrl', 'certificates'];

/** Loads a document from its address. @throws UpstreamError */
type LoadMetadata = (url: string) => Promise<SamlMetadata>;

/**
 * Completes the members of a SAML provider by those of its document: the one given as text, or the one at `metadataUrl` if `load` is given and
 * the members are not enough. A member of the body takes precedence.
 * @throws DomainError `invalid` for a document that can't be used
 */
export async function withMetadata(
  kind: ProviderKind,
  given: GivenMembers,
  { nowMs, load }: { nowMs: number; load?: LoadMetadata },
): Promise<GivenMembers> {
  // Other kinds have no such member, which is said with the other faults.
  if (kind !== 'saml') return given;
  const { metadata: text, ...members } = given;
  const url = members['metadataUrl'];
  if (typeof text === 'string') return completed(members, () => readValid(text, nowMs), 'metadata');
  const isComplete = DESCRIBED.every((name) => members[name] !== undefined);
  return load && typeof url === 'string' && !isComplete ? completed(members, () => load(url), 'metadataUrl') : members;
}

async function readValid(text: string, nowMs: number): Promise<SamlMetadata> {
  const document = await readSamlMetadata(text);
  assertValid(document, nowMs);
  return document;
}

async function completed(members: GivenMembers, read: () => Promise<SamlMetadata>, field: string): Promise<GivenMembers> {
  try {
    const { entityId, ssoUrl, sloUrl, sloResponseUrl, wantsSignedRequests, certificates } = await read();
    const said = Object.entries(members).filter(([, value]) => value !== undefined);
    return {
      entityId,
      ssoUrl,
      ...(sloUrl && { sloUrl }),
      ...(sloResponseUrl && { sloResponseUrl }),
      ...(wantsSignedRequests && { signRequests: true }),
      certificates: certificates.map(({ pem }) => pem),
      ...Object.fromEntries(said),
    };
  } catch (error) {
    if (!(error instanceof SamlMetadataError || error instanceof UpstreamError)) throw error;
    throw new DomainError('invalid', 'identityProvider.metadata', error.message, field);
  }
}
