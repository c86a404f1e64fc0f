// Signed request objects (RFC 9101, OpenID Connect Core section 6.1): the library reads them, with these keys and limits.
import { Injectable } from '@nestjs/common';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { ClientKeys } from '../../users/credentials/client-keys.service.js';
import { FORBIDDEN_HEADERS } from '../clients/assertions.service.js';
import { recordOf } from './client.adapter.js';
import type { ClientModel } from './library.model.js';
import { requestContext } from './request-context.js';

/** RFC 9101 section 10.8: what says that it is something else is no request object. */
const TYPES = /^(application\/)?(jwt|oauth-authz-req\+jwt)$/i;

/** The keys of a client in the library. It reads them again for each request object. */
type KeyStore = { clear(): void; add(key: object): void };

@Injectable()
export class RequestObjects {
  constructor(private readonly keys: ClientKeys) {}

  /**
   * Call before the library verifies the signature; issuer, audience and times have been checked. The keys are those that the application
   * authenticates with (`private_key_jwt`), whatever it authenticates by.
   * @throws InvalidRequestObject
   */
  async prepareVerification(
    ctx: KoaContextWithOIDC,
    claims: Record<string, unknown>,
    header: Record<string, unknown>,
    client: ClientModel,
  ): Promise<void> {
    if (FORBIDDEN_HEADERS.some((name) => name in header)) throw refused(`must not have a header ${FORBIDDEN_HEADERS.join(', ')}`);
    const { typ = 'JWT' } = header;
    if (typeof typ !== 'string' || !TYPES.test(typ)) throw refused('has another type');
    // RFC 9101 section 5: the parameters are those of the object; what stands beside it is ignored, client_id included.
    if (claims['client_id'] !== client.clientId) throw refused('must contain the client_id');
    // RFC 9101 section 10.8: whoever sees it in an address could authenticate as the client with it.
    if (claims['sub'] === client.clientId) throw refused('must not have the client as its sub');
    const keys = await this.keys.listLiveKeys(recordOf(client).no);
    if (keys.length === 0) throw refused('cannot be verified; the application has no key');
    const { asymmetricKeyStore } = client as unknown as { asymmetricKeyStore: KeyStore };
    asymmetricKeyStore.clear();
    for (const { id, jwk } of keys) asymmetricKeyStore.add({ ...jwk, kid: id });
    requestContext(ctx).requestedScope = typeof claims['scope'] === 'string' ? claims['scope'] : '';
  }
}

function refused(why: string): Error {
  return new errors.InvalidRequestObject(`The request object ${why}.`);
}
