// Mail is a row first: written in the transaction that decided it, sent afterwards, so that it is neither lost nor sent for nothing.
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../primitives/clock.js';
import { Keyring } from '../crypto/keyring.service.js';
import { Database, type Transaction } from '../database/database.js';
import { Jobs, type Job } from '../work/jobs.service.js';
import { Leases, type Lease } from '../work/leases.service.js';
import { isEmailAddress } from '../primitives/email-address.js';
import { MailFailure, MailTransport } from './mail-transport.service.js';

/** A mail to one address. `subject` is one line; `html` says the same as `text`. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
}

interface QueuedMail {
  no: number;
  sealed_message: string;
  tries: number;
}

/** Longer than a mail server can be silent in all the steps of one mail. */
const LEASE_MS = 120_000;
const BATCH = 20;
/** After five hours or so a mail is given up. */
const MAX_TRIES = 12;
/** Doubled with each attempt, up to an hour. */
const RETRY_US = 60_000_000;
const LONGEST_RETRY_US = 3_600_000_000;

@Injectable()
export class MailOutbox implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(MailOutbox.name);
  private stopping = false;
  private stop: () => void = () => undefined;
  private readonly stopped = new Promise<never>((_, reject) => {
    this.stop = () => reject(new MailFailure('STOPPED', false));
  });
  private readonly job: Job = { name: 'mail', everyMs: 5_000, leaseMs: LEASE_MS, run: (lease) => this.work(lease) };

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly leases: Leases,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly transport: MailTransport,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.schedule(this.job);
    // Nobody may be listening when it comes.
    this.stopped.catch(() => undefined);
  }

  /** A server that does not answer must not hold up the stop; the mail is tried again after the next start. */
  onModuleDestroy(): void {
    this.stopping = true;
    this.stop();
  }

  /**
   * Queues a mail as part of `tx`: it is sent if and only if `tx` commits.
   * @throws Error for an address or a subject that could become another header; callers check with `isEmailAddress` first
   */
  async enqueue(tx: Transaction, mail: Mail): Promise<void> {
    if (!isEmailAddress(mail.to) || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(mail.subject))
      throw new Error('The address or the subject of this mail is invalid.');
    const now = this.clock.nowUs();
    const sealed = this.keyring.seal('mail', Buffer.from(JSON.stringify(mail)));
    await tx.run('INSERT INTO mail_outbox (no, sealed_message, due_us, tries, created_us) VALUES (?, ?, ?, 0, ?)', [
      tx.nextNumber(),
      sealed,
      now,
      now,
    ]);
    tx.afterCommit(
      () => void this.deliver().catch((error: unknown) => this.log.warn({ message: 'mail is left for the next run', err: error })),
    );
  }

  /** Sends what is due now, unless another process is at it. */
  async deliver(): Promise<void> {
    if ((await this.due()).length > 0) await this.jobs.runNow(this.job);
  }

  private due(): Promise<QueuedMail[]> {
    return this.database.query.rows<QueuedMail>(
      `SELECT no, sealed_message, tries FROM mail_outbox WHERE due_us <= ? ORDER BY due_us LIMIT ${BATCH}`,
      [this.clock.nowUs()],
    );
  }

  private async work(lease: Lease): Promise<void> {
    for (let mails = await this.due(); mails.length > 0; mails = mails.length < BATCH || this.stopping ? [] : await this.due()) {
      for (const mail of mails) if (!this.stopping) await this.process(lease, mail);
    }
  }

  /** Puts the next attempt off first: if this process ends in the middle, the next one comes after a pause, and nobody else is at it now. */
  private async process(lease: Lease, mail: QueuedMail): Promise<void> {
    const claimed = await this.database.write('claim mail', async (tx) => {
      await this.leases.assertHeld(tx, lease, LEASE_MS);
      const next = this.clock.nowUs() + Math.min(2 ** mail.tries * RETRY_US, LONGEST_RETRY_US);
      return tx.run('UPDATE mail_outbox SET tries = tries + 1, due_us = ? WHERE no = ? AND tries = ?', [next, mail.no, mail.tries]);
    });
    if (claimed === 1 && (await this.attempt(mail))) {
      // Whoever sent it says so, lease or no lease.
      await this.database.write('settle mail', (tx) => tx.run('DELETE FROM mail_outbox WHERE no = ?', [mail.no]));
    }
  }

  /** @returns whether the mail is settled: sent, or given up. The log names its number and the server's code, never its text or address. */
  private async attempt({ no, sealed_message, tries }: QueuedMail): Promise<boolean> {
    try {
      await Promise.race([this.send(no, sealed_message), this.stopped]);
      return true;
    } catch (error) {
      const failure = error instanceof MailFailure ? error : new MailFailure('UNKNOWN', false);
      const final = failure.permanent || tries + 1 >= MAX_TRIES;
      const message = final ? 'mail could not be delivered; giving up' : 'mail could not be delivered; it will be retried';
      this.log.warn({ message, mail: no, attempt: tries + 1, of: MAX_TRIES, failure: failure.reason });
      return final;
    }
  }

  private async send(no: number, sealed: string): Promise<void> {
    const content = await this.keyring.open('mail', sealed);
    if (!content) throw new MailFailure('SEALED_BY_UNKNOWN_KEY', false);
    await this.transport.send(no, JSON.parse(content.toString()) as Mail);
  }
}
