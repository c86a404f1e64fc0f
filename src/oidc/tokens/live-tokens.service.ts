// From the token text of a caller to the content of a token that is valid now.
import { Injectable } from '@nestjs/common';
import { ConfigVersion } from '../../common/database/config-version.js';
import { LastUse } from '../../users/authentication/credentials/last-use.service.js';
import {
  PERSONAL_ACCESS_TOKEN_PREFIX,
  PersonalAccessTokens,
} from '../../users/authentication/credentials/personal-access-tokens.service.js';
import { ServiceUsers } from '../../users/directory/service-users/service-users.service.js';
import { AccessTokens } from './access-tokens.service.js';
import type { Versions } from './content/subjects.service.js';
import { Clients, type ClientRecord } from '../clients/clients.service.js';
import { isStillFor, mayIntrospect } from './introspection.service.js';
import { TokenCheck } from './token-check.service.js';
import type { TokenContent } from './content/token-content.js';

/** Longer than any token that this service issues or has issued. */
const MAX_TOKEN_LENGTH = 16_384;

/** A valid token, with the versions at the time of the check. */
export interface LiveToken {
  token: TokenContent;
  versions: Versions;
}

@Injectable()
export class LiveTokens {
  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly personalAccessTokens: PersonalAccessTokens,
    private readonly serviceUsers: ServiceUsers,
    private readonly clients: Clients,
    private readonly lastUse: LastUse,
    private readonly check: TokenCheck,
    private readonly config: ConfigVersion,
  ) {}

  /** @returns undefined for any token that is not live: unknown, changed, expired, revoked, or of a deactivated user */
  async findLive(value: string): Promise<LiveToken | undefined> {
    const live = await this.checkLive(value);
    if (live) this.noteUse(live);
    return live;
  }

  /** Does the same, but only for tokens whose audience includes the client. */
  async findLiveFor(client: ClientRecord, value: string): Promise<LiveToken | undefined> {
    const live = await this.findLive(value);
    if (!live || !mayIntrospect(client, live.token)) return undefined;
    return (await isStillFor(this.clients, client, live.token, live.versions.config)) ? live : undefined;
  }

  /** Does the same without recording a use, for callers that may not use the token. */
  async checkLive(value: string): Promise<LiveToken | undefined> {
    if (value.length > MAX_TOKEN_LENGTH) return undefined;
    if (value.startsWith(PERSONAL_ACCESS_TOKEN_PREFIX)) return this.lookPersonal(value);
    const token = await this.accessTokens.openToken(value);
    return token && (await this.checked(token)).live;
  }

  noteUse({ token }: LiveToken): void {
    if (token.personal) this.lastUse.noteUse(token.jti);
  }

  private async checked(token: TokenContent): Promise<{ live: LiveToken | undefined; versions: Versions }> {
    const { holds, versions } = await this.check.checkState(token);
    return { live: holds ? { token, versions } : undefined, versions };
  }

  /** The cached row is as old as the config version read last. The check returns the current version, so a stale row is detected. */
  private async lookPersonal(value: string): Promise<LiveToken | undefined> {
    const before = this.config.lastSeen;
    const remembered = before === undefined ? undefined : await this.openPersonal(value, before);
    if (remembered) {
      const { live, versions } = await this.checked(remembered);
      if (versions.config === before) return live;
    }
    const token = await this.openPersonal(value, await this.config.current());
    return token && (await this.checked(token)).live;
  }

  /** @param version the config version to use */
  private async openPersonal(value: string, version: number): Promise<TokenContent | undefined> {
    const token = await this.personalAccessTokens.findByToken(value, version);
    const serviceUser = token && (await this.serviceUsers.findServiceUserByNo(token.userNo, version));
    if (!token || !serviceUser) return undefined;
    const named = await Promise.all(token.audience.map((project) => this.clients.mayNameProject(serviceUser.orgNo, project, version)));
    return {
      jti: token.id,
      kind: 'service',
      userNo: token.userNo,
      userId: serviceUser.id,
      clientId: serviceUser.clientId,
      scope: token.scope,
      // A stored project may no longer be valid: it may be inactive or no longer granted.
      audience: [serviceUser.clientId, ...token.audience.filter((_, index) => named[index])],
      iat: seconds(token.createdUs),
      generations: { ...token.generations, client: token.generations.user },
      personal: true,
      credentials: [{ kind: 'personalAccessToken', ownerNo: token.userNo, id: token.id }],
      ...(token.expiresUs === null ? {} : { exp: seconds(token.expiresUs) }),
    };
  }
}

function seconds(us: number): number {
  return Math.floor(us / 1_000_000);
}
