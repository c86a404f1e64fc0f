// Connects the identity of a provider to the account that the person proves by signing in to it, if the person says so.
import { Injectable } from '@nestjs/common';
import { FederatedAccounts } from '../../users/accounts/federation/federated-accounts.service.js';
import { FederatedGroups } from '../../users/accounts/federation/federated-groups.service.js';
import { Assurances } from '../../users/authentication/assurance/assurance.service.js';
import { isOfDirectory, METHODS, type Check } from '../../users/authentication/assurance/checks.js';
import type { UpstreamIdentity } from '../../users/authentication/identity-providers/upstream-identity.js';
import { ProviderHealth } from '../../users/authentication/identity-providers/provider-health.service.js';
import { languageInForm } from '../pages/layout/chosen-language.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import { renderConnectPage } from '../pages/sign-in/provider.view.js';
import { StepStates } from '../second-step/step-state.service.js';
import { UpstreamEndsRepository } from '../sessions/upstream-ends.repository.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';
import { ProviderChoice } from './provider-choice.service.js';
import { refusalText } from '../federation/provider-sign-in.service.js';
import { ReturnedIdentities, type ReturnedIdentity } from '../federation/returned-identities.service.js';
import { stepOf, type SignInRequest } from './sign-in-pages.service.js';

/** The person who has signed in, and the checks passed. */
interface Proven {
  subject: LiveSubject;
  checks: readonly Check[];
}

@Injectable()
export class AccountConnections {
  constructor(
    private readonly choice: ProviderChoice,
    private readonly health: ProviderHealth,
    private readonly accounts: FederatedAccounts,
    private readonly groups: FederatedGroups,
    private readonly returned: ReturnedIdentities,
    private readonly assurances: Assurances,
    private readonly states: StepStates,
    private readonly upstreamEnds: UpstreamEndsRepository,
  ) {}

  /**
   * Asks whether to connect the identity that waits in this sign-in. Another person may have brought it to this browser, so the account must have
   * been proven just now by a check of this service, and the page names both.
   * @returns whether the page was sent
   */
  async ask(visit: SignInRequest, proven: Proven): Promise<boolean> {
    const kept = await this.returned.takeToConnect(stepOf(visit), visit.request, visit.response);
    if (!kept || !(await this.isProven(proven))) return false;
    return this.sendQuestion(visit, proven, kept);
  }

  /** Handles the answer. @returns the person who goes on; undefined if it came too late, or the page was sent again */
  async submit(visit: SignInRequest): Promise<Proven | 'late' | undefined> {
    const sealed = formField(visit.request, 'identity');
    const proven = await this.states.open(placeOf(visit), formField(visit.request, 'state'));
    const waiting = await this.returned.open(stepOf(visit), sealed);
    if (!proven) return 'late';
    if (waiting && languageInForm(visit.request)) return void (await this.sendQuestion(visit, proven, { sealed, waiting }));
    if (waiting && formField(visit.request, 'answer') === 'yes') await this.connect(visit, proven.subject, waiting);
    return proven;
  }

  /**
   * The checks without those of providers that may not sign in to the account any more. The pages after such a check have waited for the person:
   * meanwhile the provider may have been disabled or have ended its session, the connection may have ended, or a role may have been given.
   * @param orgNo of the page, whose people a provider of the service signs in
   * @param judged the provider that this request has just judged, so that no page has waited
   */
  async withoutLost(orgNo: number, { subject, checks }: Proven, judged?: string): Promise<Check[]> {
    const lost = new Set<string>();
    for (const id of new Set(checks.flatMap(({ provider }) => provider ?? [])))
      if (id !== judged && !(await this.stillAdmits(orgNo, id, subject))) lost.add(id);
    return this.upstreamEnds.withoutEnded(checks.filter(({ provider }) => provider === undefined || !lost.has(provider)));
  }

  private async stillAdmits(orgNo: number, providerId: string, { userNo }: LiveSubject): Promise<boolean> {
    const usable = await this.choice.usableFor(orgNo, providerId);
    return usable !== undefined && this.accounts.stillAdmits(usable.provider, userNo);
  }

  private async isProven({ subject, checks }: Proven): Promise<boolean> {
    const byCheckHere = checks.some(({ method, isFresh }) => isFresh && METHODS[method].isFirst && !isOfDirectory(method));
    return byCheckHere && (await this.assurances.missing(subject, checks, { isForChange: true })) === undefined;
  }

  private async sendQuestion(
    visit: SignInRequest,
    { subject, checks }: Proven,
    { sealed, waiting }: { sealed: string; waiting: ReturnedIdentity },
  ): Promise<boolean> {
    const provider = await this.choice.usable(waiting.providerId);
    if (!provider || !('identity' in waiting.outcome)) return false;
    const state = await this.states.seal(placeOf(visit), subject, checks);
    const props = {
      action: visit.at('connect'),
      hidden: { state, identity: sealed },
      provider: provider.name,
      login: shownName(waiting.outcome.identity),
      loginName: subject.loginName,
    };
    visit.send(renderConnectPage(await visit.contextFor(subject), props));
    return true;
  }

  private async connect(visit: SignInRequest, { userNo }: LiveSubject, { providerId, outcome, atUs }: ReturnedIdentity): Promise<void> {
    const usable = await this.choice.usableFor(visit.orgNo, providerId);
    if (!usable || !('identity' in outcome)) return;
    const federated = { ...usable, identity: outcome.identity, answeredUs: atUs };
    const reason = await this.accounts.connect({ ...federated, ip: visit.request.ip ?? '' }, userNo);
    if (reason) await this.health.noteFailure(usable.provider, refusalText({ reason }));
    else await this.groups.assign(federated, userNo);
  }
}

/** How pages name an identity: as the provider does, else by its subject. */
export function shownName({ loginName, email, displayName, subject }: UpstreamIdentity): string {
  return loginName ?? email ?? displayName ?? subject;
}

/** A state of another step does not connect accounts. */
const placeOf = ({ uid }: SignInRequest) => `${uid} connect`;
