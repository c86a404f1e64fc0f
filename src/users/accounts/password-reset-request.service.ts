// Asks for a new password on behalf of whoever typed a name: a code is mailed to the address we have, and nobody learns whom we know.
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { AfterAnswer } from '../../common/work/after-answer.js';
import { Organizations, type Organization } from '../organizations/organizations.service.js';
import { People } from '../people/people.service.js';
import type { Person } from '../people/person.js';
import { SignInDirectory } from '../people/sign-in-directory.service.js';
import { again } from '../sign-in-attempts/attempts.service.js';
import { RequestLimits } from '../sign-in-attempts/request-limits.service.js';
import { AccountMailer } from './account-mailer.service.js';
import { FirstPasswords } from './first-passwords.service.js';
import { MailedCodes } from './mailed-codes.service.js';
import { readerOf, recoveryAddress } from './recipient.js';

const PURPOSE = 'resetPassword';

/** Whom a typed name means, and the stored address that mail may go to. `signsInByPasskey`: the person gets no password by mail. */
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
   * Mails a code to the person whom `loginName` means, if there is one with an address that mail may go to; also to somebody who was
   * provisioned without a password, who chooses the first one with it. Somebody who signs in with a passkey instead is mailed that.
   * Answers before it looks anybody up, so neither the answer nor its time tells whom we know.
   * @param asker the IP address of whoever asks: what is limited is how often an address asks, not how often somebody is asked for
   * @param clientOrgNo the organization whose people are meant first
   * @param linkParameters what the link in the mail carries besides the code
   * @returns the handle for the page where the code is typed: always one, always of the same form
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
        // Also for nobody: a wrong code costs the same then, and ends after as many tries.
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
