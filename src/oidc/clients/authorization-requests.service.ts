// Sealed authorization requests in the URLs of a sign-in, so that a lost sign-in can be restarted.
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { AUTHORIZATION_ENDPOINT, DEVICE_PATH } from '../protocol/endpoints.js';

/** Longer requests are not carried: not every server accepts addresses of more than a few thousand characters. */
const MAX_REQUEST = 4_096;
const MAX_SEALED = 8_192;
/** Seconds after which the application has probably forgotten its `state`. */
const FRESH_SECONDS = 86_400;

/** Each parameter of a request; a list was repeated. */
type SentParameters = Readonly<Record<string, string | string[]>>;

/** The authorization request in a URL. `restart` starts it again; absent if that would be pointless. */
export interface CarriedRequest {
  clientId: string;
  restart?: string;
}

/** What a sign-in began with. */
export type BeganBy = 'address' | 'pushed' | 'device';

/** @param interaction the ids of the pushed request or the device that a sign-in began with */
export function beganBy({ parJti, deviceCode }: { parJti?: string | undefined; deviceCode?: string | undefined }): BeganBy {
  if (deviceCode !== undefined) return 'device';
  return parJti === undefined ? 'address' : 'pushed';
}

@Injectable()
export class AuthorizationRequests {
  constructor(
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /**
   * @param params as the application sent them
   * @param began a pushed request is used once, and no address shows what is in it: it can't be restarted. The code of a device is entered again
   */
  seal(params: SentParameters, began: BeganBy): Promise<string> {
    const { client_id: client } = params;
    const whole = JSON.stringify({ client, at: this.clock.nowSeconds(), params });
    const isCarried = began === 'address' && whole.length <= MAX_REQUEST;
    const content = isCarried ? whole : JSON.stringify({ client, at: 0, device: began === 'device' });
    return this.keyring.seal('sign-in', Buffer.from(content));
  }

  /** @param sealed any value of a request @returns undefined for a value that {@link seal} did not create */
  async open(sealed: unknown): Promise<CarriedRequest | undefined> {
    if (typeof sealed !== 'string' || sealed.length > MAX_SEALED) return undefined;
    const content = await this.keyring.open('sign-in', sealed);
    if (!content) return undefined;
    const { client, at, params, device } = JSON.parse(content.toString()) as {
      client: string;
      at: number;
      params?: SentParameters;
      device?: boolean;
    };
    if (device) return { clientId: client, restart: this.settings.publicUrl + DEVICE_PATH };
    const fresh = params && this.clock.nowSeconds() - at < FRESH_SECONDS;
    return { clientId: client, ...(fresh ? { restart: this.addressOf(params) } : {}) };
  }

  /** The restarted request is validated again, so an earlier approval does not last forever. */
  private addressOf(params: SentParameters): string {
    const pairs = Object.entries(params).flatMap(([name, values]) => [values].flat().map((value) => [name, value] as [string, string]));
    return `${this.settings.publicUrl}${AUTHORIZATION_ENDPOINT}?${new URLSearchParams(pairs).toString()}`;
  }
}
