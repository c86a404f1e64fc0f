// Checks whether the credentials used to obtain tokens still exist.
import { Injectable } from '@nestjs/common';
import { ClientKeys } from '../../users/authentication/credentials/client-keys.service.js';
import { ClientSecrets } from '../../users/authentication/credentials/client-secrets.service.js';
import { PersonalAccessTokens } from '../../users/authentication/credentials/personal-access-tokens.service.js';
import type { TokenCredential } from './content/token-content.js';

@Injectable()
export class TokenCredentials {
  constructor(
    private readonly secrets: ClientSecrets,
    private readonly keys: ClientKeys,
    private readonly personalAccessTokens: PersonalAccessTokens,
  ) {}

  async areLive(credentials: readonly TokenCredential[], configVersion?: number): Promise<boolean> {
    const live = await Promise.all(credentials.map((credential) => this.isLive(credential, configVersion)));
    return live.every(Boolean);
  }

  private async isLive({ kind, ownerNo, id }: TokenCredential, configVersion?: number): Promise<boolean> {
    switch (kind) {
      case 'secret':
        return this.secrets.isLive(ownerNo, id, configVersion);
      case 'key':
        return (await this.keys.listLiveKeys(ownerNo, configVersion)).some((key) => key.id === id);
      case 'personalAccessToken':
        return this.personalAccessTokens.isLive(id, configVersion);
    }
  }
}
