// What somebody typed to register, sealed: it waits with the browser for the code, and nothing is stored here.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { Keyring } from '../../common/crypto/keyring.service.js';
import type { PersonValues } from '../people/person.js';

/** A registration that waits for its code. `place` is what it is bound to; `untilUs` when it ends. */
export interface WaitingRegistration {
  place: string;
  orgNo: number;
  handle: string;
  values: PersonValues;
  email: string;
  /** Absent: the address asked too often, so no code was mailed and none will fit. */
  passwordHash?: string;
  untilUs: number;
}

@Injectable()
export class WaitingRegistrations {
  constructor(
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {}

  /** @param seconds how long it waits @returns what the page brings back with the code */
  seal(waiting: Omit<WaitingRegistration, 'untilUs'>, seconds: number): Promise<string> {
    const content: WaitingRegistration = { ...waiting, untilUs: this.clock.nowUs() + seconds * 1_000_000 };
    return this.keyring.seal('registration', Buffer.from(JSON.stringify(content)));
  }

  /** @returns undefined for what was changed, is too old, or is bound to another place */
  async open(sealed: string, place: string): Promise<WaitingRegistration | undefined> {
    const content = await this.keyring.open('registration', sealed);
    const waiting = content && (JSON.parse(content.toString()) as WaitingRegistration);
    return waiting && waiting.place === place && waiting.untilUs > this.clock.nowUs() ? waiting : undefined;
  }
}
