// Changing and trying the mail settings of the service, with the events that say who did.
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { Query } from '../../common/database/transaction.js';
import { MailSettings } from '../../common/mail/mail-settings.service.js';
import type { DecidedMail } from '../../common/mail/mail-settings.repository.js';
import { MailTransport, type MailTrial } from '../../common/mail/mail-transport.service.js';
import { TooManyError } from '../../common/primitives/domain-error.js';
import type { Precondition } from '../../common/database/precondition.js';
import { EventLog } from '../../users/events/events.service.js';
import { RequestLimits } from '../../users/organizations/attempts/request-limits.service.js';
import { changedMail, type MailChange } from './mail-change.js';
import type { MailView } from './mail.body.js';

const SUBJECT = 'Test mail';
const TEXT = 'This is a test. It arrived, so the service can send mail to this address.';

@Injectable()
export class MailAdministration {
  constructor(
    private readonly database: Database,
    private readonly mailSettings: MailSettings,
    private readonly transport: MailTransport,
    private readonly events: EventLog,
    private readonly limits: RequestLimits,
  ) {}

  /** What mail is sent with, without the password. */
  async show(query?: Query): Promise<MailView> {
    return viewOf(await this.mailSettings.decided(query), this.mailSettings.fromEnvironment);
  }

  /** @throws DomainError `invalid` with every fault, `changed` if `expected` says so */
  async change(change: MailChange, editor: string, expected?: Precondition<MailView>): Promise<MailView> {
    const sealed = typeof change.password === 'string' ? await this.mailSettings.sealPassword(change.password) : undefined;
    return this.database.write('set mail settings', async (tx) => {
      await this.mailSettings.lock(tx);
      await expected?.(await this.show(tx), tx);
      const before = await this.mailSettings.decided(tx);
      const { isFromDefault } = this.mailSettings.fromEnvironment;
      const after = changedMail(before, change, !isFromDefault, sealed);
      if (JSON.stringify(after) === JSON.stringify(before)) return this.show(tx);
      await this.mailSettings.decide(tx, after);
      const { password, ...payload } = change;
      const named = { ...payload, ...(password === undefined ? {} : { credentialsChanged: true }) };
      await this.events.appendNext(tx, { type: 'instance.mail.set', orgNo: 0, id: 'instance', editor, payload: named });
      return this.show(tx);
    });
  }

  /** Forgets what was decided, so that the environment counts again. @throws DomainError `changed` if `expected` says so */
  reset(editor: string, expected?: Precondition<MailView>): Promise<MailView> {
    return this.database.write('reset mail settings', async (tx) => {
      await this.mailSettings.lock(tx);
      await expected?.(await this.show(tx), tx);
      if (Object.keys(await this.mailSettings.decided(tx)).length === 0) return this.show(tx);
      await this.mailSettings.decide(tx, {});
      await this.events.appendNext(tx, { type: 'instance.mail.reset', orgNo: 0, id: 'instance', editor });
      return this.show(tx);
    });
  }

  /** Sends a test mail now. A dry run sends none. @throws DomainError `tooMany` */
  async sendTest(to: string, editor: string): Promise<MailTrial> {
    const wait = await this.limits.waitOfCaller('mailTest', editor);
    if (wait) throw new TooManyError('mail.testLimit', 'You have sent many test mails within an hour. Try again later.', wait.seconds);
    let isDue = false;
    await this.database.write('test mail', async (tx) => {
      await this.mailSettings.lock(tx);
      await this.events.appendNext(tx, { type: 'instance.mail.tested', orgNo: 0, id: 'instance', editor });
      tx.afterCommit(() => (isDue = true));
    });
    return isDue
      ? this.transport.tryMail(`test-${randomUUID()}`, { to, subject: SUBJECT, text: TEXT })
      : { accepted: false, reply: undefined, failure: undefined };
  }
}

function viewOf({ server, from, replyTo }: DecidedMail, environment: MailSettings['fromEnvironment']): MailView {
  const shown = server ?? environment.server;
  const user = server ? server.login?.user : environment.server?.auth?.user;
  const sender = from ?? environment.from;
  return {
    host: shown?.host ?? null,
    port: shown?.port ?? null,
    tls: shown?.tls ?? null,
    verifyCertificate: shown?.verifyCertificate ?? null,
    user: user ?? null,
    passwordSet: user !== undefined,
    fromAddress: sender.address,
    fromName: sender.name === '' ? null : sender.name,
    replyTo: replyTo ?? null,
    sources: {
      server: server ? 'api' : environment.server ? 'environment' : 'none',
      from: from ? 'api' : environment.isFromDefault ? 'default' : 'environment',
      replyTo: replyTo === undefined ? 'none' : 'api',
    },
  };
}
