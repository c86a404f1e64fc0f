// Sealed authorization requests in the URLs of a sign-in, so that a lost sign-in can be restarted.
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { AUTHORIZATION_ENDPOINT } from '../protocol/endpoints.js';

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

@Injectable()
export class AuthorizationRequests {
  constructor(
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /**
   * @param params as the application sent them
   * @param isPushed a pushed request is used once, and no address shows what is in it: it can't be restarted
   */
  seal(params: SentParameters, isPushed: boolean): Promise<string> {
    const { client_id: client } = params;
    const whole = JSON.stringify({ client, at: this.clock.nowSeconds(), params });
    const content = isPushed || whole.length > MAX_REQUEST ? JSON.stringify({ client, at: 0 }) : whole;
    return this.keyring.seal('sign-in', Buffer.from(content));
  }

  /** @param sealed any value of a request @returns undefined for a value that {@link seal} did not create */
  async open(sealed: unknown): Promise<CarriedRequest | undefined> {
    if (typeof sealed !== 'string' || sealed.length > MAX_SEALED) return undefined;
    const content = await this.keyring.open('sign-in', sealed);
    if (!content) return undefined;
    const { client, at, params } = JSON.parse(content.toString()) as { client: string; at: number; params?: SentParameters };
    const fresh = params && this.clock.nowSeconds() - at < FRESH_SECONDS;
    return { clientId: client, ...(fresh ? { restart: this.addressOf(params) } : {}) };
  }

  /** The restarted request is validated again, so an earlier approval does not last forever. */
  private addressOf(params: SentParameters): string {
    const pairs = Object.entries(params).flatMap(([name, values]) => [values].flat().map((value) => [name, value] as [string, string]));
    return `${this.settings.publicUrl}${AUTHORIZATION_ENDPOINT}?${new URLSearchParams(pairs).toString()}`;
  }
}
