// Mail is a row first: written in the transaction that decided it, sent afterwards, so that it is neither lost nor sent for nothing.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../clock.js';
import { Keyring } from '../crypto/keyring.js';
import { Database, type Transaction } from '../database/database.js';
import { SETTINGS_TOKEN } from '../settings/settings.module.js';
import type { Settings } from '../settings/settings.js';
import { Jobs, type Job } from '../work/jobs.js';
import { Leases, type Lease } from '../work/leases.js';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

interface QueuedMail {
  no: number;
  sealed_message: string;
  tries: number;
}

const LEASE_MS = 30_000;
const BATCH = 20;
const MAX_TRIES = 8;
/** Doubled with each attempt. */
const RETRY_US = 30_000_000;

@Injectable()
export class MailOutbox implements OnApplicationBootstrap {
  private readonly log = new Logger(MailOutbox.name);
  private readonly job: Job = { name: 'mail', everyMs: 5_000, leaseMs: LEASE_MS, run: (lease) => this.work(lease) };

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly leases: Leases,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.schedule(this.job);
  }

  /** Queues a mail as part of `tx`: it is sent if and only if `tx` commits. */
  async enqueue(tx: Transaction, mail: Mail): Promise<void> {
    const now = this.clock.nowUs();
    const sealed = this.keyring.seal('mail', Buffer.from(JSON.stringify(mail)));
    await tx.run('INSERT INTO mail_outbox (no, sealed_message, due_us, tries, created_us) VALUES (?, ?, ?, 0, ?)', [
      tx.nextNumber(),
      sealed,
      now,
      now,
    ]);
    tx.afterCommit(() => void this.deliver());
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
    for (const mail of await this.due()) {
      const failure = await this.send(mail).then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : 'unknown cause'),
      );
      const tries = mail.tries + 1;
      if (failure) this.log.warn({ message: 'mail could not be delivered', mail: mail.no, attempt: tries, of: MAX_TRIES, failure });
      await this.database.write('settle mail', async (tx) => {
        await this.leases.assertHeld(tx, lease, LEASE_MS);
        if (!failure || tries >= MAX_TRIES) await tx.run('DELETE FROM mail_outbox WHERE no = ?', [mail.no]);
        else
          await tx.run('UPDATE mail_outbox SET tries = ?, due_us = ? WHERE no = ?', [
            tries,
            this.clock.nowUs() + 2 ** mail.tries * RETRY_US,
            mail.no,
          ]);
      });
    }
  }

  /** Writes the mail to a file a developer can open; there is no mail server yet. */
  private async send({ no, sealed_message }: QueuedMail): Promise<void> {
    const content = await this.keyring.open('mail', sealed_message);
    if (!content) throw new Error('the sealed mail does not open');
    const mail = JSON.parse(content.toString()) as Mail;
    const folder = join(this.settings.dataDir, 'outbox');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `${no}.txt`);
    await writeFile(file, `To: ${mail.to}\nSubject: ${mail.subject}\n\n${mail.text}\n`, { mode: 0o600 });
    this.log.log(`Mail written to ${file}`);
  }
}
