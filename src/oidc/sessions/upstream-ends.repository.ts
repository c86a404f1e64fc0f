// What identity providers have ended lately, for sign-ins that are under way: their sessions are not stored yet, so none can be ended.
import { Injectable } from '@nestjs/common';
import { secretDigest } from '../../common/crypto/digest.js';
import { Database } from '../../common/database/database.js';
import { Clock } from '../../common/primitives/clock.js';
import { newSecret } from '../../common/primitives/ids.js';
import type { Check } from '../../users/authentication/assurance/checks.js';

const KIND = 'UpstreamEnd';
/** Longer than a sign-in: the answer of a provider waits for 10 minutes, and the sign-in itself lasts an hour at most. */
const REMEMBERED_US = 7_200_000_000;

/** What a provider has ended. */
export interface EndedUpstream {
  /** The person, as in {@link UpstreamIdentity.subject}; absent: the owner of the sessions. */
  subject?: string | undefined;
  /** The provider's names of its sessions; empty: all of the person. */
  sessionIds: readonly string[];
}

@Injectable()
export class UpstreamEndsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Call before reading which sessions to end: a sign-in that completes meanwhile then either is among them or finds this. */
  async note(providerId: string, { subject, sessionIds }: EndedUpstream): Promise<void> {
    const person = subject === undefined ? [] : [upstreamPerson(providerId, subject)];
    const keys = [
      ...sessionIds.map((id) => sessionKey(providerId, id)),
      ...person.map(unnamedKey),
      ...(sessionIds.length === 0 ? person.map(personKey) : []),
    ];
    const atUs = this.clock.nowUs();
    await this.database.write('note end at provider', async (tx) => {
      for (const key of keys) {
        const values = [KIND, newSecret(), key, JSON.stringify({ atUs }), atUs + REMEMBERED_US];
        await tx.run('INSERT INTO oidc_artifacts (kind, id, uid, payload, expires_us) VALUES (?, ?, ?, ?, ?)', values);
      }
    });
  }

  /** The checks without those whose session at the provider ended after the provider's answer. */
  async withoutEnded(checks: readonly Check[]): Promise<Check[]> {
    const ended = await Promise.all(checks.map((check) => this.isEnded(check)));
    return checks.filter((_, at) => !ended[at]);
  }

  private async isEnded({ provider, upstreamSession, upstreamPerson: person, answeredUs }: Check): Promise<boolean> {
    if (provider === undefined || person === undefined || answeredUs === undefined) return false;
    const session = upstreamSession === undefined ? unnamedKey(person) : sessionKey(provider, upstreamSession);
    const rows = await this.database.query.rows<{ payload: string }>(
      'SELECT payload FROM oidc_artifacts WHERE kind = ? AND uid IN (?, ?) AND expires_us > ?',
      [KIND, session, personKey(person), this.clock.nowUs()],
    );
    return rows.some(({ payload }) => (JSON.parse(payload) as { atUs: number }).atUs >= answeredUs);
  }
}

/** How checks name the person of a provider. */
export function upstreamPerson(providerId: string, subject: string): string {
  return secretDigest(`${providerId} person ${subject}`);
}

const sessionKey = (providerId: string, upstreamSession: string): string => secretDigest(`${providerId} ended ${upstreamSession}`);
const personKey = (person: string): string => secretDigest(`ended ${person}`);
/** Sign-ins of the person whose provider named no session. */
const unnamedKey = (person: string): string => secretDigest(`ended unnamed ${person}`);
