// Sends mail through a mail server, or writes it to a folder for development.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import { inTime } from '../concurrency/in-time.js';
import { SETTINGS_TOKEN } from '../settings/settings.module.js';
import type { Settings } from '../settings/settings.js';
import type { MailServer } from '../settings/values.js';

import { MailSettings, type MailInUse } from './mail-settings.service.js';
import { connectTo, failureOf } from './smtp.js';

/** A mail to one address. `subject` is one line; `html` and `text` have the same content. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
}

/** Limits a test mail as a whole, because a person waits for the result. */
const TRIAL_MS = 20_000;
const MAX_REPLY = 500;

/** The result of a test mail. `reply` is the last reply of the server, on one line; `failure` names the step, as in the log. */
export interface MailTrial {
  accepted: boolean;
  reply: string | undefined;
  failure: string | undefined;
}

@Injectable()
export class MailTransport implements OnApplicationShutdown {
  private readonly log = new Logger(MailTransport.name);
  private pool: { of: string; transporter: Promise<Transporter> } | undefined;

  constructor(
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
    private readonly mailSettings: MailSettings,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    (await this.pool?.transporter)?.close();
  }

  /** Sends one mail. `no` is its number, the same for every attempt, so that mail programs can detect duplicates. @throws MailFailure */
  async sendMail(no: number, mail: Mail): Promise<void> {
    const { server, ...sender } = await this.mailSettings.inUse();
    if (!server) return this.writeFile(String(no), mail);
    try {
      await (await this.pooled(server)).sendMail(this.messageOf(String(no), mail, sender));
    } catch (error) {
      throw failureOf(error);
    }
  }

  /** Sends one mail at once, on a separate connection, and returns the server's reply. Takes {@link TRIAL_MS} at most. */
  async tryMail(name: string, mail: Mail): Promise<MailTrial> {
    const { server, ...sender } = await this.mailSettings.inUse();
    if (!server) {
      await this.writeFile(name, mail);
      return { accepted: true, reply: undefined, failure: undefined };
    }
    const transporter = await connectTo(server, false);
    try {
      const sending = transporter.sendMail(this.messageOf(name, mail, sender)) as Promise<{ response?: unknown }>;
      const sent = await inTime(sending, TRIAL_MS, tooLong);
      return { accepted: true, reply: onOneLine(sent.response), failure: undefined };
    } catch (error) {
      const { response, message } = error as { response?: unknown; message?: unknown };
      return { accepted: false, reply: onOneLine(response ?? message), failure: failureOf(error).reason };
    } finally {
      transporter.close();
    }
  }

  /** The connections to the server in use. Connections to the previous server close after their current mail. */
  private pooled(server: MailServer): Promise<Transporter> {
    const of = JSON.stringify(server);
    if (this.pool?.of !== of) {
      void this.pool?.transporter.then((before) => before.close());
      this.pool = { of, transporter: connectTo(server, true) };
    }
    return this.pool.transporter;
  }

  private messageOf(name: string, mail: Mail, { from, replyTo }: Omit<MailInUse, 'server'>) {
    return {
      from,
      // Passed as objects, so that no part of an address is parsed.
      to: { name: '', address: mail.to },
      ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
      subject: mail.subject,
      text: mail.text,
      ...(mail.html === undefined ? {} : { html: mail.html }),
      messageId: `<mail-${name}@${new URL(this.settings.publicUrl).hostname}>`,
      // RFC 3834 section 5: prevents automatic replies.
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }

  private async writeFile(name: string, { to, subject, text }: Mail): Promise<void> {
    const folder = join(this.settings.dataDir, 'outbox');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `${name}.txt`);
    await writeFile(file, `To: ${to}\nSubject: ${subject}\n\n${text}\n`, { mode: 0o600 });
    this.log.log(`Mail written to ${file}`);
  }
}

/** The total limit applies however quickly each step of the conversation succeeds. */
function tooLong(): never {
  throw Object.assign(new Error('The server did not take the mail in time.'), { code: 'ETIMEDOUT' });
}

function onOneLine(said: unknown): string | undefined {
  return typeof said === 'string'
    ? said
        .replace(/[\p{C}\p{Z}]+/gu, ' ')
        .trim()
        .slice(0, MAX_REPLY)
    : undefined;
}
