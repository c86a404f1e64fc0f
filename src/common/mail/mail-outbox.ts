// Mail is a row first: written in the transaction that decided it, sent afterwards, so that it is neither lost nor sent for nothing.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type BeforeApplicationShutdown } from '@nestjs/common';
import { Clock } from '../clock.js';
import { Keyring } from '../crypto/keyring.js';
import { Database, type Transaction } from '../database/database.js';
import { SETTINGS_TOKEN } from '../settings/settings.module.js';
import type { Settings } from '../settings/settings.js';
import { LeaseLostError, Leases } from '../work/leases.js';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

const LEASE_MS = 30_000;
const INTERVAL_MS = 5_000;
const BATCH = 20;
const MAX_TRIES = 8;

@Injectable()
export class MailOutbox implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(MailOutbox.name);
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly leases: Leases,
    private readonly clock: Clock,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

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

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.deliver(), INTERVAL_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.working;
  }

  /** Sends what is due, unless another process is at it. */
  deliver(): Promise<void> {
    this.working ??= this.work()
      .catch((error: unknown) => {
        if (!(error instanceof LeaseLostError))
          this.log.warn(`Mail could not be delivered: ${error instanceof Error ? error.message : 'unknown cause'}`);
      })
      .finally(() => (this.working = undefined));
    return this.working;
  }

  private async work(): Promise<void> {
    const due = () =>
      this.database.query.rows<{ no: number; sealed_message: string; tries: number }>(
        `SELECT no, sealed_message, tries FROM mail_outbox WHERE due_us <= ? ORDER BY due_us LIMIT ${BATCH}`,
        [this.clock.nowUs()],
      );
    if ((await due()).length === 0) return;
    const lease = await this.leases.acquire('mail', LEASE_MS);
    if (!lease) return;
    for (const row of await due()) {
      const sent = await this.send(row.no, row.sealed_message).then(
        () => true,
        () => false,
      );
      await this.database.write('settle mail', async (tx) => {
        await this.leases.assertHeld(tx, lease, LEASE_MS);
        if (sent || row.tries + 1 >= MAX_TRIES) await tx.run('DELETE FROM mail_outbox WHERE no = ?', [row.no]);
        else
          await tx.run('UPDATE mail_outbox SET tries = tries + 1, due_us = ? WHERE no = ?', [
            this.clock.nowUs() + 2 ** row.tries * 30_000_000,
            row.no,
          ]);
      });
      if (!sent) this.log.warn(`Mail ${row.no} could not be delivered (attempt ${row.tries + 1} of ${MAX_TRIES})`);
    }
    await this.leases.release(lease);
  }

  /** Writes the mail to a file a developer can open; a mail server is not configured yet. */
  private async send(no: number, sealed: string): Promise<void> {
    const content = this.keyring.open('mail', sealed);
    if (!content) throw new Error('The sealed mail does not open.');
    const mail = JSON.parse(content.toString()) as Mail;
    const folder = join(this.settings.dataDir, 'outbox');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `${no}.txt`);
    await writeFile(file, `To: ${mail.to}\nSubject: ${mail.subject}\n\n${mail.text}\n`, { mode: 0o600 });
    this.log.log(`Mail written to ${file}`);
  }
}
