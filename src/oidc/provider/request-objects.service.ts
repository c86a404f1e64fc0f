// Signed request objects (RFC 9101, OpenID Connect Core section 6.1). The library reads them with these keys and limits.
import { Injectable } from '@nestjs/common';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { ClientKeys } from '../../users/authentication/credentials/client-keys.service.js';
import { Clock } from '../../common/primitives/clock.js';
import { AHEAD_SECONDS, FORBIDDEN_HEADERS, MAX_LIFE_SECONDS, SKEW_SECONDS } from '../clients/authentication/assertions.service.js';
import { maySignWith, signsRequests } from '../clients/profiles.js';
import { recordOf } from './adapters/client.adapter.js';
import type { ClientModel } from './adapters/library.model.js';
import { requestContext } from './adapters/request-context.js';

/** RFC 9101 section 10.8: a JWT with another explicit type is not a request object. */
const TYPES = /^(application\/)?(jwt|oauth-authz-req\+jwt)$/i;

/** The library's key store of a client. The library reads it for each request object. */
type KeyStore = { clear(): void; add(key: object): void };

@Injectable()
export class RequestObjects {
  constructor(
    private readonly keys: ClientKeys,
    private readonly clock: Clock,
  ) {}

  /**
   * Call before the library verifies the signature. Issuer and audience have been checked, and that times are numbers. The keys are those
   * the application has for `private_key_jwt`, even if it authenticates by another method.
   * @throws InvalidRequestObject
   */
  async prepareVerification(
    ctx: KoaContextWithOIDC,
    claims: Record<string, unknown>,
    header: Record<string, unknown>,
    client: ClientModel,
  ): Promise<void> {
    requestContext(ctx).requestedScope = typeof claims['scope'] === 'string' ? claims['scope'] : '';
    // What a client has pushed was checked then (RFC 9126 section 2); the library stores parameters as an object without a signature.
    if ('PushedAuthorizationRequest' in ctx.oidc.entities) return;
    if (FORBIDDEN_HEADERS.some((name) => name in header)) throw refused(`must not have a header ${FORBIDDEN_HEADERS.join(', ')}`);
    const { typ = 'JWT' } = header;
    if (typeof typ !== 'string' || !TYPES.test(typ)) throw refused('has another type');
    // RFC 9101 section 5: only the parameters of the object count. Parameters beside it are ignored, client_id included.
    if (claims['client_id'] !== client.clientId) throw refused('must contain the client_id');
    // RFC 9101 section 10.8: a reader of the address could use such an object to authenticate as the client.
    if (claims['sub'] === client.clientId) throw refused('must not have the client as its sub');
    const record = recordOf(client);
    // FAPI 2.0 Security Profile section 5.4.1.
    if (!maySignWith(record, String(header['alg']))) throw refused('must be signed with PS256, ES256 or EdDSA');
    // FAPI 2.0 Message Signing section 5.3.1 number 3.
    if (record.kind === 'application' && signsRequests(record.config) && claims['nbf'] === undefined) throw refused('must have an nbf');
    this.checkTimes(claims);
    const keys = await this.keys.listLiveKeys(record.no);
    if (keys.length === 0) throw refused('cannot be verified; the application has no key');
    const { asymmetricKeyStore } = client as unknown as { asymmetricKeyStore: KeyStore };
    asymmetricKeyStore.clear();
    for (const { id, jwk } of keys) asymmetricKeyStore.add({ ...jwk, kid: id });
  }

  /**
   * An object appears in addresses, histories and logs, so it must expire (RFC 9101 section 10.8, FAPI 2.0 Message Signing section 5.3.1),
   * within an hour of `nbf` or of now. The library accepts objects without `exp`, and applies its tolerance to `exp` as well.
   */
  private checkTimes({ exp, nbf, iat }: Record<string, unknown>): void {
    const now = this.clock.nowSeconds();
    if (typeof exp !== 'number') throw refused('must have an exp');
    if (exp + SKEW_SECONDS <= now) throw refused('has expired');
    if ([iat, nbf].some((time) => typeof time === 'number' && time - AHEAD_SECONDS > now)) throw refused('is not valid yet');
    if (exp - (typeof nbf === 'number' ? nbf : now + AHEAD_SECONDS) > MAX_LIFE_SECONDS)
      throw refused(`must expire at most ${MAX_LIFE_SECONDS} seconds after it becomes valid`);
  }
}

function refused(why: string): Error {
  return new errors.InvalidRequestObject(`The request object ${why}.`);
}
