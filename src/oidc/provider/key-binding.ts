// Binds an authorization request to the key of its client (RFC 9449 section 10): the library stores the parameter with the code.
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { ProofRefusal } from '../../common/access/proof-refusal.js';
import { asOAuthError } from '../proofs/proofs.service.js';
import { OAuthError } from '../protocol/oauth-error.js';
import { requestContext } from './adapters/request-context.js';
import { libraryError } from './library-clients.service.js';

export const KEY_PARAMETER = 'dpop_jkt';
/** SHA-256 in base64url (RFC 7638). */
const THUMBPRINT = /^[\w-]{43}$/;

/**
 * Call when the parameters are final: those of a request object count, not those beside it. A pushed request with a proof is bound to its key.
 * @throws InvalidRequest, CustomOIDCProviderError
 */
export async function bindToKey(ctx: KoaContextWithOIDC): Promise<void> {
  const { params, route } = ctx.oidc;
  const { proof, credential } = requestContext(ctx);
  const named = params?.[KEY_PARAMETER];
  if (named !== undefined && (typeof named !== 'string' || !THUMBPRINT.test(named)))
    throw new errors.InvalidRequest('dpop_jkt must be the SHA-256 thumbprint of a key');
  if (!params || !proof || route !== 'pushed_authorization_request') return;
  if (named !== undefined && named !== proof.jkt)
    throw libraryError(new OAuthError('invalid_dpop_proof', 'The DPoP proof is not signed by the key that dpop_jkt names.'));
  params[KEY_PARAMETER] = proof.jkt;
  // Anyone may name a public client, so its requests write no row. The code is redeemed with the key alone.
  if (credential) await proof.useOnce().catch(refuse);
}

function refuse(error: unknown): never {
  throw error instanceof ProofRefusal ? libraryError(asOAuthError(error)) : error;
}
