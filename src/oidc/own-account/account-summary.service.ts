// The state of an account in a few words, for the first page of the account.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { Factors } from '../../users/accounts/factors/factors.service.js';
import { OwnIdentities } from '../../users/accounts/federation/own-identities.service.js';
import { Passwords } from '../../users/authentication/passwords/passwords.service.js';
import { Consents } from '../consents/consents.service.js';
import type { AccountSubject } from '../pages/account/account-layout.view.js';
import { daysAgo, type Texts } from '../pages/texts/texts.js';
import { BrowserSessions } from '../sessions/browser-sessions.service.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';
import { Delegations } from '../tokens/delegations.service.js';

/** Names in one line; the page of the subject lists them all. */
const MAX_NAMES = 3;

@Injectable()
export class AccountSummary {
  constructor(
    private readonly factors: Factors,
    private readonly passwords: Passwords,
    private readonly identities: OwnIdentities,
    private readonly browserSessions: BrowserSessions,
    private readonly consents: Consents,
    private readonly delegations: Delegations,
    private readonly clock: Clock,
  ) {}

  /** A line for each subject that has a state. */
  async of(texts: Texts, subject: LiveSubject): Promise<Partial<Record<AccountSubject, string>>> {
    const [security, sessions, consents, delegations] = await Promise.all([
      this.securityOf(texts, subject),
      this.lastSignInOf(texts, subject),
      this.consents.listConsents(subject),
      this.delegations.list(subject),
    ]);
    const states: Partial<Record<AccountSubject, string>> = {
      email: emailOf(texts, subject),
      security,
      sessions,
      applications: namesIn(
        texts,
        consents.map(({ application }) => application),
      ),
      delegations: namesIn(
        texts,
        delegations.map(({ actor }) => actor),
      ),
    };
    return Object.fromEntries(Object.entries(states).filter(([, state]) => state !== ''));
  }

  private async securityOf(texts: Texts, subject: LiveSubject): Promise<string> {
    const { t } = texts;
    const [factors, hasPassword, identities] = await Promise.all([
      this.factors.list(subject.userNo),
      this.passwords.isSet(subject.userNo),
      this.identities.list(subject),
    ]);
    const count = factors.filter(({ kind }) => kind === 'passkey' || kind === 'securityKey').length;
    const has = (wanted: string) => factors.some(({ kind }) => kind === wanted);
    return [
      ...(hasPassword ? [t('security.password')] : []),
      ...(count > 0 ? [t('passkey.count', { count })] : []),
      ...(has('totp') ? [t('totp.title')] : []),
      ...(has('sms') ? [t('sms.title')] : []),
      ...identities.slice(0, MAX_NAMES).map(({ provider }) => provider),
    ].join(' · ');
  }

  private async lastSignInOf(texts: Texts, subject: LiveSubject): Promise<string> {
    const sessions = await this.browserSessions.listOfUser(subject);
    const [last] = sessions.toSorted((a, b) => b.signedIn - a.signedIn);
    if (!last) return '';
    const { t } = texts;
    const browser = last.browserName ?? t('account.sessionUnknown');
    return t('account.lastSignIn', { when: daysAgo(texts, last.signedIn, this.clock.nowSeconds()), browser });
  }
}

function emailOf({ t }: Texts, subject: LiveSubject): string {
  if (subject.kind !== 'person') return '';
  const { emails } = subject.person;
  const email = emails.find(({ primary }) => primary) ?? emails[0];
  if (!email) return t('account.emailNone');
  return email.verifiedBy === undefined ? `${email.value} · ${t('account.emailUnverified')}` : email.value;
}

function namesIn({ lang }: Texts, names: readonly string[]): string {
  const shown = [...names.slice(0, MAX_NAMES), ...(names.length > MAX_NAMES ? ['…'] : [])];
  return new Intl.ListFormat(lang, { type: 'unit' }).format(shown);
}
