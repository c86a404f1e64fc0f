// What the library's authorization endpoint and device authorization endpoint answer: response modes, members, and signed responses (JWT Secured
// Authorization Response Mode, JARM). The library's own feature would sign them as ID tokens, whose content is ours, and post them by a page whose
// script has no policy.
import type { EventEmitter } from 'node:events';
import { Inject, Injectable } from '@nestjs/common';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { Clock } from '../../common/primitives/clock.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { signingAlgorithmOf, type ClientRecord } from '../clients/clients.service.js';
import { POLL_SECONDS } from '../devices/device-requests.repository.js';
import { signJws } from '../keys/jws.js';
import { SigningKeys } from '../keys/signing-keys.service.js';
import { DEVICE_PATH } from '../protocol/endpoints.js';
import { Lifetimes } from '../tokens/lifetimes.service.js';
import { recordOf } from './adapters/client.adapter.js';
import { LibraryPages } from './library-pages.service.js';
import { addressWith, carrierOf, described, OWN_FORM_POST, SIGNED_MODES, useServedMode, type SignedMode } from './response-mode.js';

/** JARM section 2.1 recommends ten minutes at most. */
const SECONDS = 120;

type Context = KoaContextWithOIDC;

@Injectable()
export class AuthorizationAnswers {
  constructor(
    readonly lifetimes: Lifetimes,
    readonly pages: LibraryPages,
    private readonly signingKeys: SigningKeys,
    private readonly clock: Clock,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** Call before the provider's first request. */
  shape(provider: Provider): void {
    const { registerResponseMode } = provider as unknown as {
      registerResponseMode(
        name: string,
        handler: (ctx: Context, redirectUri: string, members: Record<string, string>) => Promise<void>,
      ): void;
    };
    registerResponseMode.call(provider, OWN_FORM_POST, (ctx, redirectUri, members) => this.pages.postForm(ctx, redirectUri, members));
    for (const mode of SIGNED_MODES)
      registerResponseMode.call(provider, mode, (ctx, redirectUri, members) => this.sendSigned(ctx, mode, redirectUri, members));
    // The library reads the response mode after it has emitted the error event.
    for (const event of ['authorization.error', 'server_error']) (provider as EventEmitter).on(event, useServedMode);
    (provider as EventEmitter).on('device_authorization.success', (_ctx: Context, answer: Record<string, unknown>) => {
      const page = this.settings.publicUrl + DEVICE_PATH;
      const complete = `${page}?${new URLSearchParams({ user_code: String(answer['user_code']) }).toString()}`;
      Object.assign(answer, { verification_uri: page, verification_uri_complete: complete, interval: POLL_SECONDS });
    });
    (provider as EventEmitter).on('authorization.success', (ctx: Context, members?: Record<string, unknown>) => {
      // A device gets its response at the token endpoint.
      if (!members) return;
      // RFC 9207 section 2: discovery promises an issuer in every response. The library leaves it out of responses with an ID token.
      members['iss'] = this.settings.publicUrl;
      if (ctx.oidc.params?.response_type === 'id_token') Object.assign(members, this.companionsOf(ctx));
    });
  }

  /** Signs a response (JARM section 2.1) and sends it to the application. */
  private async sendSigned(ctx: Context, mode: SignedMode, redirectUri: string, members: Record<string, string>): Promise<void> {
    const { client, params } = ctx.oidc;
    if (!client) throw new Error('An authorization response is signed for a client.');
    const response = this.signed(recordOf(client), described(members));
    const carrier = carrierOf(mode, params?.response_type);
    if (carrier === 'form_post') return this.pages.postForm(ctx, redirectUri, { response });
    ctx.status = 303;
    ctx.redirect(addressWith(response, redirectUri, carrier));
  }

  /**
   * Deviation, required by the specification of this service: a response with only an ID token also has the members of a token response,
   * but no access token.
   */
  private companionsOf({ oidc: { client, params } }: Context): Record<string, unknown> {
    return { expires_in: client && this.lifetimes.idToken(recordOf(client)), token_type: 'Bearer', scope: params?.scope };
  }

  /** @param members of the response, an error included. @returns the value of `response` */
  private signed(client: ClientRecord, members: Record<string, unknown>): string {
    const claims = { ...members, iss: this.settings.publicUrl, aud: client.clientId, exp: this.clock.nowSeconds() + SECONDS };
    return signJws(this.signingKeys.signer(signingAlgorithmOf(client)), undefined, claims);
  }
}
