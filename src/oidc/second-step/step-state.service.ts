// The checks passed between two forms of a sign-in. The browser keeps them, sealed: for ten minutes, for one sign-in and for the person's
// current generation.
import { Injectable } from '@nestjs/common';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { Clock } from '../../common/primitives/clock.js';
import type { Check } from '../../users/authentication/assurance/checks.js';
import { Subjects, type LiveSubject, type SessionHolder } from '../tokens/content/subjects.service.js';

const LIFETIME_US = 600_000_000;

interface Proven extends SessionHolder {
  place: string;
  checks: readonly Check[];
  untilUs: number;
}

@Injectable()
export class StepStates {
  constructor(
    private readonly keyring: Keyring,
    private readonly subjects: Subjects,
    private readonly clock: Clock,
  ) {}

  /** @param place the sign-in in which the state is valid */
  seal(place: string, { userNo, generation, organizationGeneration }: LiveSubject, checks: readonly Check[]): Promise<string> {
    const proven: Proven = { place, userNo, generation, organizationGeneration, checks, untilUs: this.clock.nowUs() + LIFETIME_US };
    return this.keyring.seal('second-step', Buffer.from(JSON.stringify(proven)));
  }

  /** @returns undefined if the state is too old, was made for another sign-in, or the person has changed since */
  async open(place: string, sealed: string): Promise<{ subject: LiveSubject; checks: readonly Check[] } | undefined> {
    const content = await this.keyring.open('second-step', sealed);
    const proven = content && (JSON.parse(content.toString()) as Proven);
    if (!proven || proven.place !== place || proven.untilUs <= this.clock.nowUs()) return undefined;
    const subject = await this.subjects.signedIn(proven);
    return subject && { subject, checks: proven.checks };
  }
}
