// Front-channel logout (OpenID Connect Front-Channel Logout 1.0): the addresses that a browser opens, in frames, when its session has ended.
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Clients } from '../clients/clients.service.js';
import type { RememberedClient } from '../tokens/stored/ended-sessions.repository.js';

/** A browser that opens more at once would keep the person waiting, and the page would have a long policy. */
const MAX_FRAMES = 20;

@Injectable()
export class FrontChannelLogout {
  constructor(
    private readonly clients: Clients,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /**
   * The addresses to open, with `iss` and `sid` (section 2).
   * @param given the clients that were given tokens in the ended session, each with its own `sid`
   */
  async addressesFor(given: readonly RememberedClient[]): Promise<string[]> {
    const addresses: string[] = [];
    for (const { clientId, sid } of given) {
      const client = await this.clients.findClient(clientId);
      const uri = client?.kind === 'application' ? client.config.frontchannelLogoutUri : '';
      // A page of this service in a frame could leave its sandbox. None needs to be told.
      if (uri === '' || new URL(uri).origin === new URL(this.settings.publicUrl).origin) continue;
      const query = new URLSearchParams({ iss: this.settings.publicUrl, sid }).toString();
      addresses.push(`${uri}${uri.includes('?') ? '&' : '?'}${query}`);
    }
    return [...new Set(addresses)].slice(0, MAX_FRAMES);
  }
}
