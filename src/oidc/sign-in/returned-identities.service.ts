// What a provider said about a person, sealed, between two requests of one browser: from the callback to the sign-in, and while the person proves
// the account to connect.
import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { Clock } from '../../common/primitives/clock.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import type { UpstreamIdentity } from '../../users/authentication/identity-providers/upstream-identity.js';
import { forgetOwnCookie, readOwnCookie, setOwnCookie } from '../sessions/own-cookie.js';
import type { UpstreamFault } from '../upstream/upstream.js';
import type { SignInRequest } from './sign-in-pages.service.js';

const PURPOSE = 'returned-identity';
/** The person signs in to the account that is to be connected meanwhile. */
const LIFETIME_SECONDS = 600;
const CONNECT_COOKIE = 'gatehouse_connect';
const DAY_SECONDS = 86_400;

/** The outcome of a redirect to a provider. */
export interface ReturnedIdentity {
  providerId: string;
  /** Whether the person had to authenticate again. */
  forced: boolean;
  outcome: { identity: UpstreamIdentity } | { fault: UpstreamFault };
  /** When it returned, in microseconds since 1970 UTC. */
  atUs: number;
}

type Sealed = ReturnedIdentity & { place: string };

@Injectable()
export class ReturnedIdentities {
  constructor(
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** @param uid the sign-in @param binding the browser; the text opens for no other */
  seal(uid: string, binding: string, returned: Omit<ReturnedIdentity, 'atUs'>): Promise<string> {
    const content: Sealed = { ...returned, atUs: this.clock.nowUs(), place: placeOf(uid, binding) };
    return this.keyring.seal(PURPOSE, Buffer.from(JSON.stringify(content)));
  }

  /** @returns undefined for a text of another sign-in or browser, or after its time */
  async open({ uid, pending }: SignInRequest, sealed: string): Promise<ReturnedIdentity | undefined> {
    const content = await this.keyring.open(PURPOSE, sealed);
    const returned = content && (JSON.parse(content.toString()) as Sealed);
    if (returned?.place !== placeOf(uid, pending.binding)) return undefined;
    return returned.atUs + LIFETIME_SECONDS * 1_000_000 > this.clock.nowUs() ? returned : undefined;
  }

  /** Keeps the text while the person signs in to the account to connect. */
  keepToConnect(response: Response, sealed: string): void {
    setOwnCookie(response, CONNECT_COOKIE, sealed, this.settings.publicUrl, LIFETIME_SECONDS / DAY_SECONDS);
  }

  /** The text that {@link keepToConnect} kept in this sign-in, if it still opens. It is forgotten then. */
  async takeToConnect(visit: SignInRequest): Promise<{ sealed: string; waiting: ReturnedIdentity } | undefined> {
    const sealed = readOwnCookie(visit.request, CONNECT_COOKIE, this.settings.publicUrl);
    if (sealed === undefined) return undefined;
    forgetOwnCookie(visit.response, CONNECT_COOKIE, this.settings.publicUrl);
    const waiting = await this.open(visit, sealed);
    return waiting && { sealed, waiting };
  }
}

const placeOf = (uid: string, binding: string) => `${uid} ${binding}`;
