// The one row with the mail settings that administrators saved.
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { Query, Transaction } from '../database/transaction.js';
import type { MailSender, MailServer } from '../settings/values.js';

/** A mail server as it is stored; its password is sealed. */
export interface DecidedServer extends Omit<MailServer, 'auth'> {
  login?: { user: string; sealedPassword: string };
}

/**
 * The administrators' settings; an absent one comes from the environment. A server is saved as a whole, so that the password of one never
 * goes to another.
 */
export interface DecidedMail {
  server?: DecidedServer;
  from?: MailSender;
  replyTo?: string;
}

const ONLY = 1;

@Injectable()
export class MailSettingsRepository {
  constructor(private readonly database: Database) {}

  async findDecided(query: Query = this.database.query): Promise<DecidedMail | undefined> {
    const row = await query.row<{ body: string }>('SELECT body FROM mail_settings WHERE id = ?', [ONLY]);
    return row && (JSON.parse(row.body) as DecidedMail);
  }

  async insertDecided(tx: Transaction, decided: DecidedMail): Promise<void> {
    await tx.run('INSERT INTO mail_settings (id, body) VALUES (?, ?)', [ONLY, JSON.stringify(decided)]);
  }

  async deleteDecided(tx: Transaction): Promise<void> {
    await tx.run('DELETE FROM mail_settings WHERE id = ?', [ONLY]);
  }
}
