// Which protocol speaks to which kind of identity provider.
import { Inject, Injectable } from '@nestjs/common';
import { Semaphore } from '../../common/concurrency/semaphore.js';
import { PROVIDER_STEPS } from '../../common/observation/topics.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import type { IdentityProvider, ProviderKind } from '../../users/authentication/identity-providers/identity-provider.js';
import { DirectoryEntryAttempts, isUncompared } from '../../users/accounts/federation/directory-entry-attempts.service.js';
import { IdentityProviders } from '../../users/authentication/identity-providers/identity-providers.service.js';
import { ProviderHealth } from '../../users/authentication/identity-providers/provider-health.service.js';
import type { UpstreamIdentity } from '../../users/authentication/identity-providers/upstream-identity.js';
import { upstreamPerson } from '../sessions/upstream-ends.repository.js';
import { SignOutHints } from './sign-out-hints.service.js';
import {
  HiddenRefusalError,
  UpstreamError,
  type BegunUpstream,
  type OpenedProvider,
  type PasswordProtocol,
  type ProbeStep,
  type RedirectProtocol,
  type SignOutProtocol,
  type SentIdentity,
  type TypedPassword,
  type UpstreamAnswer,
  type UpstreamRequest,
  type UpstreamSignOutRequest,
} from './upstream.js';

/** Of the redirect to a provider, and of what follows its answer. */
const LIMITS = {
  /** All requests of one step together; their answers may come later and are cached then. */
  totalMs: 5_000,
  /** Steps of one provider at once. A provider that doesn't answer holds no more of them, and delays no other provider's. */
  concurrency: 100,
};

/** Bytes: what a cookie holds when it is sealed. No person has more. */
const MAX_IDENTITY = 2_400;

/** The implementation for each kind of provider. The folders of the protocols import this one, so the module puts them together. */
export interface Protocols {
  redirects: Partial<Record<ProviderKind, RedirectProtocol>>;
  passwords: Partial<Record<ProviderKind, PasswordProtocol>>;
  signOuts: Partial<Record<ProviderKind, SignOutProtocol>>;
}
export const PROTOCOLS = Symbol('protocols of identity providers');

@Injectable()
export class Upstreams {
  /** Tests shorten them. */
  readonly limits = { ...LIMITS };
  private readonly gates = new Map<string, Semaphore>();

  constructor(
    @Inject(PROTOCOLS) private readonly protocols: Protocols,
    private readonly providers: IdentityProviders,
    private readonly health: ProviderHealth,
    private readonly entryAttempts: DirectoryEntryAttempts,
    private readonly hints: SignOutHints,
    @Inject(SETTINGS_TOKEN) private readonly settings: Pick<Settings, 'publicUrl'>,
  ) {}

  /** The protocol of providers to which the browser is redirected. */
  redirect(kind: ProviderKind): RedirectProtocol | undefined {
    return this.protocols.redirects[kind];
  }

  /** The protocol of providers that compare a password. */
  password(kind: ProviderKind): PasswordProtocol | undefined {
    return this.protocols.passwords[kind];
  }

  /** Where a provider ends sessions, sends people back after a sign-out, and finds the metadata of this service, by its kind. */
  addressesOf({ kind, id }: Pick<IdentityProvider, 'kind' | 'id'>): {
    signOutUrl?: string;
    postLogoutRedirectUrl?: string;
    metadataUrl?: string;
  } {
    const base = this.baseOf(id);
    if (kind === 'oidc') return { signOutUrl: `${base}/backchannel-logout`, postLogoutRedirectUrl: this.signedOutUrl(id) };
    return kind === 'saml' ? { signOutUrl: `${base}/logout`, metadataUrl: `${base}/metadata` } : {};
  }

  /** Where a provider sends the browser back to; one for each, so that none answers for another (RFC 9700 section 4.4). */
  callbackUrl(providerId: string): string {
    return `${this.baseOf(providerId)}/callback`;
  }

  /** Where a provider sends the browser back to after a sign-out that began here. */
  signedOutUrl(providerId: string): string {
    return `${this.baseOf(providerId)}/signed-out`;
  }

  private baseOf(providerId: string): string {
    return `${this.settings.publicUrl}/sign-in/providers/${providerId}`;
  }

  /** Starts a sign-in at a provider. A failure is noted where administrators see it. @throws UpstreamError */
  begin(provider: IdentityProvider, request: Omit<UpstreamRequest, 'callbackUrl'>): Promise<BegunUpstream> {
    return this.limited(provider, (opened) =>
      this.redirectOf(provider).begin(opened, { ...request, callbackUrl: this.callbackUrl(provider.id) }),
    );
  }

  /** Checks the answer of a provider, likewise. @throws UpstreamError */
  finish(provider: IdentityProvider, answer: Omit<UpstreamAnswer, 'callbackUrl'>): Promise<UpstreamIdentity> {
    return this.limited(provider, async (opened) => {
      const finished = await this.redirectOf(provider).finish(opened, { ...answer, callbackUrl: this.callbackUrl(provider.id) });
      const { signOutHint, ...identity } = finished;
      const { subject, sessionId } = identity;
      if (signOutHint && provider.rules.upstreamSignOut) {
        const session = { provider: provider.id, upstreamPerson: upstreamPerson(provider.id, subject) };
        await this.hints.keep({ ...session, ...(sessionId !== undefined && { upstreamSession: sessionId }) }, signOutHint);
      }
      return this.matched(provider, identity);
    });
  }

  /**
   * Starts a sign-out at a provider, if its settings say so and it has a page for it. A failure is noted likewise.
   * @throws UpstreamError
   */
  async beginSignOut(provider: IdentityProvider, request: Omit<UpstreamSignOutRequest, 'returnUrl'>): Promise<BegunUpstream | undefined> {
    const protocol = this.protocols.signOuts[provider.kind];
    if (!protocol || !provider.enabled || !provider.rules.upstreamSignOut) return undefined;
    const returnUrl = this.signedOutUrl(provider.id);
    return this.limited(provider, (opened) => protocol.beginSignOut(opened, { ...request, returnUrl }));
  }

  /** Checks the answer of a provider to a sign-out, likewise. @throws UpstreamError */
  async finishSignOut(provider: IdentityProvider, answer: Parameters<SignOutProtocol['finishSignOut']>[1]): Promise<void> {
    await this.limited(provider, async (opened) => this.protocols.signOuts[provider.kind]?.finishSignOut(opened, answer));
  }

  /** Checks a password at a provider, likewise. @returns undefined for a wrong name or password @throws UpstreamError */
  async authenticate(provider: IdentityProvider, typed: TypedPassword): Promise<UpstreamIdentity | undefined> {
    const attempt = this.entryAttempts.begin(provider);
    try {
      const identity = await this.noting(provider, async (opened) => {
        const found = await this.password(provider.kind)?.authenticate(opened, typed, (entry) => attempt.admits(entry));
        return found && this.matched(provider, found);
      });
      if (identity) await attempt.forget();
      return identity;
    } catch (error) {
      if (error instanceof HiddenRefusalError) return undefined;
      if (isUncompared(error)) await attempt.takeBack();
      throw error;
    }
  }

  /**
   * The identity with the groups here in place of those of the provider, which may be longer than all the rest.
   * @throws UpstreamError
   */
  private async matched(provider: IdentityProvider, { groups: sent, ...person }: SentIdentity): Promise<UpstreamIdentity> {
    const gap = sent && ('missing' in sent ? sent.missing : sent.incomplete);
    if (gap !== undefined) await this.health.noteFailure(provider, gap);
    return bounded(sent && 'values' in sent ? { ...person, groups: groupsFor(provider, sent.values) } : person);
  }

  private redirectOf({ kind }: IdentityProvider): RedirectProtocol {
    const protocol = this.redirect(kind);
    if (!protocol) throw new UpstreamError('misconfigured', `A provider of the kind ${kind} has no page to be redirected to.`);
    return protocol;
  }

  /** A step with a provider, in its own share of what this process has. */
  private limited<Result>(provider: IdentityProvider, step: (opened: OpenedProvider) => Promise<Result>): Promise<Result> {
    return this.noting(provider, (opened) => {
      const gate = this.gates.get(provider.id) ?? new Semaphore('identity provider', this.limits.concurrency, 0);
      this.gates.set(provider.id, gate);
      const work = gate
        .run(() => step(opened))
        .finally(() => {
          if (gate.load.running === 0) this.gates.delete(provider.id);
        });
      return this.inTime(work).catch((error: unknown) => {
        if (!isBusy(error)) throw error;
        throw new UpstreamError('unreachable', 'More people sign in than the provider answers in time.');
      });
    });
  }

  /** @throws UpstreamError `unreachable` at the end of the time; the work goes on, within the limits of its requests */
  private async inTime<Result>(work: Promise<Result>): Promise<Result> {
    const { totalMs } = this.limits;
    let timer: NodeJS.Timeout | undefined;
    const end = new Promise<never>((_, fail) => {
      timer = setTimeout(() => fail(new UpstreamError('unreachable', `The provider has not answered within ${totalMs} ms.`)), totalMs);
    });
    try {
      return await Promise.race([work, end]);
    } finally {
      clearTimeout(timer);
    }
  }

  private async noting<Result>(provider: IdentityProvider, step: (opened: OpenedProvider) => Promise<Result>): Promise<Result> {
    try {
      const result = await step(await this.providers.open(provider));
      PROVIDER_STEPS.publish({ kind: provider.kind, result: 'done' });
      return result;
    } catch (error) {
      // A secret that cannot be opened is one of the faults that only an administrator can mend.
      const fault = error instanceof DomainError ? new UpstreamError('misconfigured', error.message, error) : error;
      if (!(fault instanceof UpstreamError)) throw fault;
      PROVIDER_STEPS.publish({ kind: provider.kind, result: fault.fault });
      await this.health.noteFailure(provider, fault.message);
      throw fault;
    }
  }

  /** Tries what a sign-in needs of a provider, step by step, up to the first that fails. */
  async probe(provider: IdentityProvider): Promise<ProbeStep[]> {
    const protocol = this.redirect(provider.kind) ?? this.password(provider.kind);
    if (!protocol) return [{ step: 'protocol', ok: false, detail: `This version has no protocol for ${provider.kind}.` }];
    try {
      return await protocol.probe(await this.providers.open(provider));
    } catch (error) {
      if (error instanceof UpstreamError) return [{ step: 'connection', ok: false, detail: error.message }];
      if (error instanceof DomainError) return [{ step: 'secret', ok: false, detail: error.message }];
      throw error;
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof DomainError && error.kind === 'busy';
}

/** The numbers of the groups that the provider fills for these values. Directories compare names of entries without regard to case. */
function groupsFor({ kind, rules }: IdentityProvider, sent: readonly string[]): number[] {
  const fold = (value: string) => (kind === 'ldap' ? value.toLowerCase() : value);
  const values = new Set(sent.map(fold));
  return [...new Set(rules.groups.flatMap(({ value, groupNo }) => (values.has(fold(value)) ? groupNo : [])))];
}

/** @throws UpstreamError */
function bounded(identity: UpstreamIdentity): UpstreamIdentity {
  if (Buffer.byteLength(JSON.stringify(identity)) <= MAX_IDENTITY) return identity;
  throw new UpstreamError('invalid', `The provider sent more than ${MAX_IDENTITY} bytes about the person.`);
}
