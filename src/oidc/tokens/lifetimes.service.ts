// Lifetimes of tokens: those of the settings, unless the application has its own (docs/adr/0005-tokens.md).
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import type { AccessTokenType, ApplicationConfig } from '../clients/application.js';
import type { ClientRecord } from '../clients/clients.service.js';
import type { FirstRefresh } from './stored/grants.repository.js';

/** A row outlives everything issued from it by this margin, for processes whose clocks differ. */
const MARGIN_SECONDS = 600;

/** All in seconds. */
@Injectable()
export class Lifetimes {
  constructor(@Inject(SETTINGS_TOKEN) private readonly settings: Settings) {}

  /** The lifetime of access tokens in a format. An application's own lifetime applies only to the application's own format. */
  accessToken(client: ClientRecord, format: AccessTokenType = formatOf(client)): number {
    const { jwtAccessToken, opaqueAccessToken } = this.settings.lifetimes;
    const own = format === formatOf(client) ? configOf(client)?.accessTokenSeconds : undefined;
    return own ?? (format === 'jwt' ? jwtAccessToken : opaqueAccessToken);
  }

  idToken(client: ClientRecord): number {
    return configOf(client)?.idTokenSeconds ?? this.settings.lifetimes.idToken;
  }

  /** After how long an unused refresh token expires. */
  refreshIdle(client: ClientRecord): number {
    return configOf(client)?.refreshIdleSeconds ?? this.settings.lifetimes.refreshIdle;
  }

  /** For how long an authorization can be refreshed. */
  refreshAbsolute(client: ClientRecord): number {
    return configOf(client)?.refreshAbsoluteSeconds ?? this.settings.lifetimes.refreshAbsolute;
  }

  /** The ends of the first refresh token of an authorization, in microseconds since 1970 UTC. */
  firstRefresh(client: ClientRecord, nowUs: number): FirstRefresh {
    const untilUs = nowUs + this.refreshAbsolute(client) * 1_000_000;
    const idleUs = nowUs + this.refreshIdle(client) * 1_000_000;
    return { idleUs, untilUs, expiresUs: untilUs + this.aftermath(client) * 1_000_000 };
  }

  /** The time to keep the row of an authorization after the last moment a token can be issued from it. */
  aftermath(client: ClientRecord): number {
    const { jwtAccessToken, opaqueAccessToken } = this.settings.lifetimes;
    return Math.max(this.accessToken(client), jwtAccessToken, opaqueAccessToken, this.idToken(client)) + MARGIN_SECONDS;
  }
}

/** The format of a client's access tokens. */
export function formatOf(client: ClientRecord): AccessTokenType {
  return client.kind === 'application' ? client.config.accessTokenType : client.serviceUser.accessTokenType;
}

function configOf(client: ClientRecord): ApplicationConfig | undefined {
  return client.kind === 'application' ? client.config : undefined;
}
