// Introspection responses as JWTs (RFC 9701).
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { signingAlgorithmOf, type ClientRecord } from '../clients/clients.service.js';
import { signJws } from '../keys/jws.js';
import { SigningKeys } from '../keys/signing-keys.service.js';

/** RFC 9701 section 5. The type keeps the JWT from passing as a token. */
export const INTROSPECTION_JWT = 'application/token-introspection+jwt';
const TYPE = 'token-introspection+jwt';

@Injectable()
export class SignedIntrospection {
  constructor(
    private readonly signingKeys: SigningKeys,
    private readonly clock: Clock,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** @param description the response as JSON. @param reader the client that introspects */
  sign(reader: ClientRecord, description: object): string {
    const claims = {
      iss: this.settings.publicUrl,
      aud: reader.clientId,
      iat: this.clock.nowSeconds(),
      token_introspection: description,
    };
    return signJws(this.signingKeys.signer(signingAlgorithmOf(reader)), TYPE, claims);
  }
}
