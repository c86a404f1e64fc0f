// A fresh check by an identity provider that is connected to the person's account: for people who have neither a password nor a passkey here, and for
// all others who prefer it. The person must authenticate again there.
import { Injectable } from '@nestjs/common';
import { Assurances } from '../../users/authentication/assurance/assurance.service.js';
import type { Check } from '../../users/authentication/assurance/checks.js';
import type { IdentityLinkOfPerson } from '../../users/authentication/identity-providers/identity-links.repository.js';
import { IdentityLinks } from '../../users/authentication/identity-providers/identity-links.service.js';
import type { IdentityProvider } from '../../users/authentication/identity-providers/identity-provider.js';
import type { UpstreamIdentity } from '../../users/authentication/identity-providers/upstream-identity.js';
import { faultOrThrow, PROVIDER_FAULTS, redirectRefusal, type ProviderRefusal } from '../federation/provider-faults.js';
import { ProviderRedirects } from '../federation/provider-redirects.service.js';
import { ProviderSignIn } from '../federation/provider-sign-in.service.js';
import { ReturnedIdentities, returnedIn, type ProviderStep } from '../federation/returned-identities.service.js';
import { DIRECTORY_FIELD, DIRECTORY_NAME, DIRECTORY_PASSWORD, type ConfirmingDirectory } from '../pages/account/confirm.view.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import { duration } from '../pages/texts/texts.js';
import { ACCOUNT_PATH } from '../protocol/endpoints.js';
import { bindingOf } from '../sessions/browser-cookie.js';
import { BrowserSessions } from '../sessions/browser-sessions.service.js';
import { ProviderChoice } from '../sign-in/provider-choice.service.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';
import type { AccountRequest } from './account-pages.service.js';
import type { AskingForm } from './fresh-proofs.service.js';

/** Where the browser continues after the provider. */
const CONFIRMED_PATH = `${ACCOUNT_PATH}/confirmed`;

/** The check, or the error for the person. */
export type DirectoryProof = { check: Check } | { error: string };

interface Connected {
  provider: IdentityProvider;
  link: IdentityLinkOfPerson;
}

@Injectable()
export class DirectoryProofs {
  constructor(
    private readonly choice: ProviderChoice,
    private readonly links: IdentityLinks,
    private readonly providerSignIn: ProviderSignIn,
    private readonly redirects: ProviderRedirects,
    private readonly returned: ReturnedIdentities,
    private readonly browserSessions: BrowserSessions,
    private readonly assurances: Assurances,
  ) {}

  /** The providers with which the person can confirm. */
  async of(subject: LiveSubject): Promise<ConfirmingDirectory[]> {
    return (await this.connected(subject)).map(({ provider, link }) => ({
      id: provider.id,
      name: provider.name,
      logo: provider.logo,
      ...(this.providerSignIn.takesPassword(provider) && { loginName: link.loginName ?? '' }),
    }));
  }

  /** Handles the form of the page. @returns the address at the provider to which the browser must be led, or the outcome of a password */
  async check(visit: AccountRequest, form: AskingForm): Promise<DirectoryProof | { url: string; provider: string }> {
    const { request, pageContext, subject } = visit;
    const { texts } = pageContext;
    const chosen = (await this.connected(subject)).find(({ provider }) => provider.id === formField(request, DIRECTORY_FIELD));
    if (!chosen) return { error: texts.t('change.over') };
    const { provider, link } = chosen;
    if (!this.providerSignIn.takesPassword(provider)) {
      const step = { ...this.stepOf(visit), returnTo: CONFIRMED_PATH, carried: form };
      return this.redirects.begin(step, provider, { forced: true, loginHint: link.loginName, address: request.ip ?? '' }).then(
        (url) => ({ url, provider: provider.name }),
        (error: unknown) => this.refused(visit, provider, redirectRefusal(error)),
      );
    }
    const [name, password] = [formField(request, DIRECTORY_NAME), formField(request, DIRECTORY_PASSWORD)];
    const verdict = await this.providerSignIn.authenticate(provider, name, password, request.ip ?? '').catch(faultOrThrow);
    switch (verdict.kind) {
      case 'fault':
        return this.refused(visit, provider, verdict.fault);
      case 'mustWait':
        return { error: texts.t('login.wait', { time: duration(texts, verdict.seconds) }) };
      case 'wrong':
        return { error: texts.t('login.refused') };
      case 'right':
        return this.proofOf(visit, provider, verdict.identity, { atUs: this.assurances.now() * 1_000_000, forced: true });
    }
  }

  /** Handles the return from a provider. @returns undefined if it belongs to another session or came too late */
  async finish(visit: AccountRequest): Promise<{ form: AskingForm; provider: string; proof: DirectoryProof } | undefined> {
    const returned = await this.returned.open(this.stepOf(visit), returnedIn(visit.request));
    const provider = returned && (await this.choice.usable(returned.providerId));
    if (!returned?.carried || !provider) return undefined;
    const { outcome } = returned;
    const proof =
      'fault' in outcome ? this.refused(visit, provider, outcome.fault) : await this.proofOf(visit, provider, outcome.identity, returned);
    return { form: returned.carried as AskingForm, provider: provider.name, proof };
  }

  /** The identity must be connected to the account already: a fresh check connects nothing and creates no account. */
  private async proofOf(
    visit: AccountRequest,
    provider: IdentityProvider,
    identity: UpstreamIdentity,
    { atUs, forced }: { atUs: number; forced: boolean },
  ): Promise<DirectoryProof> {
    const { request, subject, pageContext } = visit;
    const other = { error: pageContext.texts.t('confirm.directoryOther', { provider: provider.name }) };
    if ((await this.providerSignIn.linkOf(provider, identity))?.userNo !== subject.userNo) return other;
    const confirmed = { atUs, forced, ip: request.ip ?? '', orgNo: subject.orgNo };
    const result = await this.providerSignIn.resolve(provider, identity, confirmed);
    if (result.kind === 'refused') return this.refused(visit, provider, result.reason);
    return result.kind === 'ok' && result.subject.userNo === subject.userNo ? { check: result.check } : other;
  }

  private refused({ pageContext }: AccountRequest, { name }: IdentityProvider, reason: ProviderRefusal): { error: string } {
    return { error: pageContext.texts.t(PROVIDER_FAULTS[reason].text, { provider: name }) };
  }

  /** OAuth alone has no way to request that the person authenticates again. */
  private async connected({ orgNo, userNo }: LiveSubject): Promise<Connected[]> {
    const links = await this.links.ofPerson(orgNo, userNo);
    const all = await Promise.all(links.map(async (link) => ({ link, provider: await this.choice.usable(link.provider.id) })));
    return all.flatMap(({ link, provider }) => (provider && provider.kind !== 'oauth' ? [{ link, provider }] : []));
  }

  /** What a provider says for one session is valid in no other. */
  private stepOf({ uid, request, response }: AccountRequest): ProviderStep {
    return { name: `confirm ${uid}`, binding: bindingOf(this.browserSessions.nameBrowser(request, response)) };
  }
}
