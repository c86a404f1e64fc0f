// Signed authorization responses (JWT Secured Authorization Response Mode, JARM). The library's own feature would sign them as ID tokens,
// whose content is ours, and post them by a page whose script has no policy.
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { signJws } from '../keys/jws.js';
import { SigningKeys } from '../keys/signing-keys.service.js';
import { signingAlgorithmOf, type ClientRecord } from '../clients/clients.service.js';

/** JARM section 2.1 recommends ten minutes at most. */
const SECONDS = 120;

@Injectable()
export class SignedResponses {
  constructor(
    private readonly signingKeys: SigningKeys,
    private readonly clock: Clock,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** @param members of the response, an error included. @returns the value of `response` */
  sign(client: ClientRecord, members: Record<string, unknown>): string {
    const claims = { ...members, iss: this.settings.publicUrl, aud: client.clientId, exp: this.clock.nowSeconds() + SECONDS };
    return signJws(this.signingKeys.signer(signingAlgorithmOf(client)), undefined, claims);
  }
}
