// The session of the account pages, begun or continued by checks that still count.
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Invitation } from '../../users/accounts/invitation.service.js';
import { Assurances } from '../../users/authentication/assurance/assurance.service.js';
import type { Check } from '../../users/authentication/assurance/checks.js';
import type { Demand } from '../../users/authentication/assurance/still-missing.js';
import { ACCOUNT_PATH, INVITED_PATH } from '../protocol/endpoints.js';
import { ReturnedIdentities } from '../federation/returned-identities.service.js';
import { BrowserSession } from '../provider/browser-session.service.js';
import type { LiveSession } from '../sessions/browser-sessions.service.js';
import { AccountConnections } from '../sign-in/account-connections.service.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';

@Injectable()
export class AccountSession {
  constructor(
    private readonly browserSession: BrowserSession,
    private readonly connections: AccountConnections,
    private readonly returned: ReturnedIdentities,
    private readonly assurances: Assurances,
    private readonly invitation: Invitation,
  ) {}

  /**
   * Signs in, unless an identity provider was disabled, or has ended its session, since it confirmed the person. An answer of a provider begins one
   * session: the browser keeps the address with it, also after a sign-out.
   * @param demand what the checks were passed for
   * @returns undefined if what is left is not enough, or an answer was used
   */
  async begin(
    request: Request,
    response: Response,
    subject: LiveSubject,
    checks: readonly Check[],
    demand: Demand = {},
  ): Promise<LiveSession | undefined> {
    const standing = await this.connections.withoutLost(subject.orgNo, { subject, checks });
    if (standing.length < checks.length && (await this.assurances.missing(subject, standing, demand))) return undefined;
    if (!(await this.returned.useUp(standing))) return undefined;
    const stored = standing.map(({ answer: _, ...check }) => check);
    return this.browserSession.begin(request, response, subject, stored);
  }

  /** Where a person who signed in goes: who has just accepted an invitation, to the page that names its application. */
  async pageAfter({ userNo }: LiveSubject): Promise<string> {
    return (await this.invitation.findAccepted(userNo)) ? INVITED_PATH : ACCOUNT_PATH;
  }
}
