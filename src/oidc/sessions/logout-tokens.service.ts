// Logout tokens (OpenID Connect Back-Channel Logout 1.0 section 2.4).
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { newSecret } from '../../common/primitives/ids.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import type { ApplicationRecord } from '../clients/clients.service.js';
import { signJws } from '../keys/jws.js';
import { SigningKeys } from '../keys/signing-keys.service.js';

/** Distinguishes it from ID tokens, which the same keys sign. */
const TYPE = 'logout+jwt';
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** The token is created when it is sent, so a short lifetime is enough; the specification recommends two minutes at most. */
const SECONDS = 120;

@Injectable()
export class LogoutTokens {
  constructor(
    private readonly signingKeys: SigningKeys,
    private readonly clock: Clock,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /**
   * Creates the token that tells an application which session of which user has ended. It never has a `nonce`, so that it can't pass as an
   * ID token.
   */
  async signLogoutToken({ clientId, config }: ApplicationRecord, { sub, sid }: { sub: string; sid: string }): Promise<string> {
    const { signers } = await this.signingKeys.currentKeySet();
    const key = signers.get(config.idTokenSigningAlg);
    if (!key) throw new Error(`There is no key for ${config.idTokenSigningAlg}.`);
    const iat = this.clock.nowSeconds();
    const claims = {
      iss: this.settings.publicUrl,
      sub,
      aud: clientId,
      iat,
      exp: iat + SECONDS,
      jti: newSecret(16),
      events: { [EVENT]: {} },
      sid,
    };
    return signJws(key, TYPE, claims);
  }
}
