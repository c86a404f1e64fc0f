// Requests a sign-in by mail for a typed name: a link and a code go to a verified address, and the answer does not reveal whether the name exists.
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { AfterAnswer } from '../../../common/work/after-answer.js';
import { People } from '../../directory/people/people.service.js';
import { SignInDirectory } from '../../directory/people/sign-in-directory.service.js';
import { again } from '../../organizations/attempts/attempts.service.js';
import { RequestLimits } from '../../organizations/attempts/request-limits.service.js';
import { Organizations } from '../../organizations/organizations.service.js';
import { MailedCodes } from '../mailed-codes.service.js';
import { MailedSignInRule } from './mailed-sign-in-rule.service.js';
import { AccountMailer } from '../mails/account-mailer.service.js';
import { readerOf } from '../mails/recipient.js';

const PURPOSE = 'signIn';

export interface SignInToMail {
  loginName: string;
  /** The IP address of the requester. */
  asker: string;
  /** The organization whose people take precedence. */
  clientOrgNo: number;
  /** The sign-in in this browser: the only place where link and code are valid. */
  place: string;
  /** The path of the page to which the link leads. */
  page: string;
}

@Injectable()
export class MailedSignInRequest implements BeforeApplicationShutdown {
  private readonly later = new AfterAnswer('mail of a sign-in');

  constructor(
    private readonly directory: SignInDirectory,
    private readonly people: People,
    private readonly organizations: Organizations,
    private readonly codes: MailedCodes,
    private readonly rule: MailedSignInRule,
    private readonly limits: RequestLimits,
    private readonly mailer: AccountMailer,
    private readonly database: Database,
  ) {}

  /**
   * Mails link and code to the person with this login name, if mail signs the person in. Answers before any lookup, so neither the answer nor its
   * time reveals whether the name exists.
   * @returns the handle for the page where the code is typed: always one, always of the same format
   */
  async requestMail(wanted: SignInToMail): Promise<string> {
    const handle = this.codes.newHandle();
    if (await this.limits.admits(PURPOSE, wanted.asker)) this.later.runAfterAnswer(() => this.mail(handle, wanted));
    return handle;
  }

  /** Waits for pending work. */
  settled(): Promise<void> {
    return this.later.settled();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.settled();
  }

  private async mail(id: string, { loginName, asker, clientOrgNo, place, page }: SignInToMail): Promise<void> {
    const candidate = await this.directory.findOnPageOf(clientOrgNo, loginName);
    const person = candidate && (await this.people.findByNo(candidate.userNo));
    const organization = person && (await this.organizations.byNo(person.orgNo));
    const to = organization && (await this.rule.addressOf(person, this.database.query));
    const userNo = to === undefined ? undefined : person?.no;
    await again(() =>
      this.database.write('mail sign-in', async (tx) => {
        // Also for an unknown name: a wrong code costs the same then, and ends after as many tries.
        const code = await this.codes.issueCode(tx, { id, userNo, purpose: PURPOSE, address: to ?? '', asker, place });
        if (code && person && organization && to !== undefined)
          await this.mailer.sendCode(tx, to, PURPOSE, readerOf(person, organization), { ...code, page });
      }),
    );
  }
}
