// The form data of a registration, sealed: it waits in the browser for the code, and nothing is stored here.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/primitives/clock.js';
import { Keyring } from '../../../common/crypto/keyring.service.js';
import type { PersonValues } from '../../directory/people/person/person.js';

/** A registration that waits for its code. `place` is what it is bound to; `untilUs` is its end. */
export interface WaitingRegistration {
  place: string;
  orgNo: number;
  handle: string;
  values: PersonValues;
  email: string;
  /** Absent: the address sent too many requests, so no code was mailed and none will match. */
  passwordHash?: string;
  untilUs: number;
}

@Injectable()
export class WaitingRegistrations {
  constructor(
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {}

  /** @param seconds its lifetime @returns the sealed text that the page sends with the code */
  seal(waiting: Omit<WaitingRegistration, 'untilUs'>, seconds: number): Promise<string> {
    const content: WaitingRegistration = { ...waiting, untilUs: this.clock.nowUs() + seconds * 1_000_000 };
    return this.keyring.seal('registration', Buffer.from(JSON.stringify(content)));
  }

  /** @returns undefined for a text that was modified, has expired, or is bound to another place */
  async open(sealed: string, place: string): Promise<WaitingRegistration | undefined> {
    const content = await this.keyring.open('registration', sealed);
    const waiting = content && (JSON.parse(content.toString()) as WaitingRegistration);
    return waiting && waiting.place === place && waiting.untilUs > this.clock.nowUs() ? waiting : undefined;
  }
}
