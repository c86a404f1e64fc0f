// Renders the login page for every step of a sign-in that returns to it.
import { HttpStatus, Injectable } from '@nestjs/common';
import { RegistrationRule } from '../../users/accounts/registration-rule.service.js';
import { renderLoginPage } from '../pages/login.view.js';
import type { PageVisit } from './sign-in-pages.service.js';

export interface LoginState {
  loginName: string;
  /** What went wrong. */
  error?: string;
  /** What was done before. */
  notice?: string;
  status?: HttpStatus;
}

@Injectable()
export class LoginPage {
  constructor(private readonly registrationRule: RegistrationRule) {}

  async send(visit: PageVisit, { loginName, error, notice, status }: LoginState): Promise<void> {
    const { client, orgNo, pageContext, pending } = visit;
    const page = renderLoginPage(pageContext, {
      action: visit.at(),
      application: client.name,
      loginName,
      ...(error === undefined ? {} : { error }),
      ...(notice === undefined ? {} : { notice }),
      ways: {
        forgotten: visit.at('forgotten'),
        ...((await this.registrationRule.isOpen(orgNo)) ? { register: visit.at('register') } : {}),
        // Not if the application accepts one person only.
        ...(pending.sessions.length > 0 && !pending.wanted ? { accounts: visit.at('accounts') } : {}),
      },
    });
    visit.send(page, status);
  }
}
