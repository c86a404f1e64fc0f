// Finds the person whose name and password were entered.
import { Injectable } from '@nestjs/common';
import { PasswordChecks } from '../../users/accounts/password-checks.service.js';
import { SignInDirectory } from '../../users/directory/people/sign-in-directory.service.js';
import { Subjects, type LiveSubject } from '../tokens/content/subjects.service.js';

/** The typed credentials, and the page and address they came from. */
export interface TypedCredentials {
  loginName: string;
  password: string;
  /** The application's organization, whose people are searched first. */
  clientOrgNo: number | undefined;
  /** The IP address of the browser. */
  address: string;
  /** The value of `readTrustedBrowser`. */
  trustedBrowser?: string | undefined;
}

/** `ok`: set `trustedBrowser` as the browser's cookie. `mustWait`: nothing was compared; `seconds` is a whole number, at least 1. */
export type SignInResult =
  | { kind: 'ok'; subject: LiveSubject; trustedBrowser: string }
  | { kind: 'refused' }
  | { kind: 'mustWait'; seconds: number };

@Injectable()
export class PasswordSignIn {
  constructor(
    private readonly signInDirectory: SignInDirectory,
    private readonly passwordChecks: PasswordChecks,
    private readonly subjects: Subjects,
  ) {}

  /**
   * The active person with this name and password, unless too many attempts failed recently. The result and its timing are the same for an
   * unknown name and a wrong password.
   * @throws DomainError `busy` when too many checks are waiting
   */
  async checkCredentials({ loginName, password, clientOrgNo, address, trustedBrowser }: TypedCredentials): Promise<SignInResult> {
    const candidate = await this.signInDirectory.findOnPageOf(clientOrgNo, loginName);
    // Read before the check, so that a deactivation in between is noticed when the session starts.
    const subject = candidate && (await this.subjects.person(candidate.userNo));
    const name = { typed: loginName, orgNo: clientOrgNo };
    const verdict = await this.passwordChecks.check({ person: subject, name, password, address, trustedBrowser });
    if (verdict.kind === 'mustWait') return verdict;
    return verdict.kind === 'right' && subject ? { kind: 'ok', subject, trustedBrowser: verdict.trustedBrowser } : { kind: 'refused' };
  }
}
