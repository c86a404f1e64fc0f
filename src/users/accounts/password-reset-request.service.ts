// Requests a password reset for a typed name: a code is mailed to the stored address, and the answer does not reveal whether the name exists.
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { AfterAnswer } from '../../common/work/after-answer.js';
import { Organizations, type Organization } from '../organizations/organizations.service.js';
import { People } from '../directory/people/people.service.js';
import type { Person } from '../directory/people/person/person.js';
import { SignInDirectory } from '../directory/people/sign-in-directory.service.js';
import { again } from '../organizations/attempts/attempts.service.js';
import { RequestLimits } from '../organizations/attempts/request-limits.service.js';
import { AccountMailer } from './mails/account-mailer.service.js';
import { FirstPasswords } from './first-passwords.service.js';
import { MailedCodes } from './mailed-codes.service.js';
import { readerOf, recoveryAddress } from './mails/recipient.js';

const PURPOSE = 'resetPassword';

/** The person of a typed name, and the stored address for the mail. `signsInByPasskey`: a mailed code can't set this person's password. */
interface Recipient {
  person: Person;
  organization: Organization;
  to: string;
  signsInByPasskey: boolean;
}

@Injectable()
export class PasswordResetRequest implements BeforeApplicationShutdown {
  private readonly later = new AfterAnswer('mail of a password reset');

  constructor(
    private readonly directory: SignInDirectory,
    private readonly people: People,
    private readonly organizations: Organizations,
    private readonly codes: MailedCodes,
    private readonly firstPasswords: FirstPasswords,
    private readonly limits: RequestLimits,
    private readonly mailer: AccountMailer,
    private readonly database: Database,
  ) {}

  /**
   * Mails a code to the person with this login name, if there is one with a usable address. That includes people provisioned without a password, who
   * choose the first one with it. A person who signs in with a passkey instead gets a mail that says so. Answers before any lookup, so neither the
   * answer nor its time reveals whether the name exists.
   * @param asker the IP address of the requester: the limit applies to the requester, not to the requested person
   * @param clientOrgNo the organization whose people take precedence
   * @param linkParameters further parameters of the link in the mail
   * @returns the handle for the page where the code is typed: always one, always of the same format
   */
  async requestReset(
    loginName: string,
    asker: string,
    clientOrgNo?: number,
    linkParameters: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const handle = this.codes.newHandle();
    if (await this.limits.admits('reset', asker))
      this.later.runAfterAnswer(() => this.mail(handle, asker, { loginName, clientOrgNo, linkParameters }));
    return handle;
  }

  /** Waits for pending work. */
  settled(): Promise<void> {
    return this.later.settled();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.settled();
  }

  private async mail(
    id: string,
    asker: string,
    {
      loginName,
      clientOrgNo,
      linkParameters,
    }: { loginName: string; clientOrgNo: number | undefined; linkParameters: Readonly<Record<string, string>> },
  ): Promise<void> {
    const meant = await this.recipientOf(loginName, clientOrgNo);
    await again(() =>
      this.database.write('mail password reset', async (tx) => {
        // Also for an unknown name: a wrong code costs the same then, and ends after as many tries.
        const code = await this.codes.issueCode(tx, { id, userNo: meant?.person.no, purpose: PURPOSE, address: meant?.to ?? '', asker });
        if (!meant || !code) return;
        const reader = readerOf(meant.person, meant.organization);
        if (meant.signsInByPasskey) await this.mailer.sendNotice(tx, meant.to, 'passkeyInstead', reader);
        else await this.mailer.sendCode(tx, meant.to, PURPOSE, reader, { ...code, linkParameters });
      }),
    );
  }

  private async recipientOf(loginName: string, clientOrgNo: number | undefined): Promise<Recipient | undefined> {
    const candidate = await this.directory.findOnPageOf(clientOrgNo, loginName);
    const person = candidate && (await this.people.findByNo(candidate.userNo));
    const organization = person && (await this.organizations.byNo(person.orgNo));
    // The stored address, never the typed one: two spellings that fold alike may be two mailboxes.
    const to = person && recoveryAddress(person);
    if (!organization || to === undefined) return undefined;
    return { person, organization, to, signsInByPasskey: await this.firstPasswords.refusesCode(person) };
  }
}
