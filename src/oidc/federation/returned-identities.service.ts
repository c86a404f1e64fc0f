// What a provider said about a person, sealed, between two requests of one browser: from the callback to the step that began, and while the person
// proves the account to connect.
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { secretDigest } from '../../common/crypto/digest.js';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { Clock } from '../../common/primitives/clock.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import type { Check } from '../../users/authentication/assurance/checks.js';
import type { UpstreamIdentity } from '../../users/authentication/identity-providers/upstream-identity.js';
import { UsedAssertionsRepository } from '../clients/authentication/used-assertions.repository.js';
import { forgetOwnCookie, readOwnCookie, setOwnCookie } from '../sessions/own-cookie.js';
import type { UpstreamFault } from '../upstream/upstream.js';

const PURPOSE = 'returned-identity';
/** The person signs in to the account that is to be connected meanwhile. */
const LIFETIME_SECONDS = 600;
/**
 * How long an answer may begin a session, and how long its use is recorded. Between answer and session are pages, such as that of the second step,
 * whose forms each live for ten minutes; all of them together end earlier.
 */
const BEGINS_SESSION_US = 3_600_000_000;
const CONNECT_COOKIE = 'gatehouse_connect';
const DAY_SECONDS = 86_400;
/** An address with a sealed identity in it is longer than any other. */
const MAX_SEALED = 16_384;

/** What a sign-in at a provider belongs to: a sign-in to an application or to the account page, or a form of the account page. */
export interface ProviderStep {
  /** What the provider said for this step is valid for no other. */
  name: string;
  /** The browser that began. */
  binding: string;
}

/** The outcome of a redirect to a provider. */
export interface ReturnedIdentity {
  providerId: string;
  /** Whether the person had to authenticate again. */
  forced: boolean;
  outcome: { identity: UpstreamIdentity } | { fault: UpstreamFault };
  /** What the step needs to continue. */
  carried?: object;
  /** When it returned, in microseconds since 1970 UTC. */
  atUs: number;
}

type Sealed = ReturnedIdentity & { place: string };

@Injectable()
export class ReturnedIdentities {
  constructor(
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    private readonly used: UsedAssertionsRepository,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** @param step the text opens for no other */
  seal(step: ProviderStep, returned: Omit<ReturnedIdentity, 'atUs'>): Promise<string> {
    const content: Sealed = { ...returned, atUs: this.clock.nowUs(), place: placeOf(step) };
    return this.keyring.seal(PURPOSE, Buffer.from(JSON.stringify(content)));
  }

  /** @returns undefined for a text of another step or browser, or after its time */
  async open(step: ProviderStep, sealed: string): Promise<ReturnedIdentity | undefined> {
    if (sealed === '' || sealed.length > MAX_SEALED) return undefined;
    const content = await this.keyring.open(PURPOSE, sealed);
    const returned = content && (JSON.parse(content.toString()) as Sealed);
    if (returned?.place !== placeOf(step)) return undefined;
    return returned.atUs + LIFETIME_SECONDS * 1_000_000 > this.clock.nowUs() ? returned : undefined;
  }

  /** Like {@link open}, for a step in which an answer begins one session. @returns undefined also if it has begun one */
  async openUnused(step: ProviderStep, sealed: string): Promise<(ReturnedIdentity & { answer: string }) | undefined> {
    const returned = await this.open(step, sealed);
    const answer = answerOf(sealed);
    return returned && !(await this.used.isUsed(answer)) ? { ...returned, answer } : undefined;
  }

  /**
   * Uses up the answers that the checks name, just before a session begins with the checks. Of several requests, in whichever processes, one gets an
   * answer. If this process ends before the session is stored, the person signs in once more.
   * @returns false if one was used before, or is too old
   */
  async useUp(checks: readonly Check[]): Promise<boolean> {
    for (const { answer, answeredUs = 0 } of checks) {
      if (answer === undefined) continue;
      const untilUs = answeredUs + BEGINS_SESSION_US;
      if (untilUs <= this.clock.nowUs() || !(await this.used.use(answer, untilUs))) return false;
    }
    return true;
  }

  /** Keeps the text while the person signs in to the account to connect. */
  keepToConnect(response: Response, sealed: string): void {
    setOwnCookie(response, CONNECT_COOKIE, sealed, this.settings.publicUrl, LIFETIME_SECONDS / DAY_SECONDS);
  }

  /** The text that {@link keepToConnect} kept in this sign-in, if it still opens. It is forgotten then. */
  async takeToConnect(
    step: ProviderStep,
    request: Request,
    response: Response,
  ): Promise<{ sealed: string; waiting: ReturnedIdentity } | undefined> {
    const sealed = readOwnCookie(request, CONNECT_COOKIE, this.settings.publicUrl);
    if (sealed === undefined) return undefined;
    forgetOwnCookie(response, CONNECT_COOKIE, this.settings.publicUrl);
    const waiting = await this.open(step, sealed);
    return waiting && { sealed, waiting };
  }
}

/** A sealed text has one encoding, so one answer has one digest. */
const answerOf = (sealed: string) => secretDigest(`${PURPOSE} ${sealed}`);

const placeOf = ({ name, binding }: ProviderStep) => `${name} ${binding}`;

/** The sealed text in the address to which {@link ProviderRedirects} leads. */
export function returnedIn({ query }: Request): string {
  return typeof query['with'] === 'string' ? query['with'] : '';
}
