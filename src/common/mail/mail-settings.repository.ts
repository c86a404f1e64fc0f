// The one row with the mail settings that administrators saved.
import { Injectable } from '@nestjs/common';
import { Database, type Query, type Transaction } from '../database/database.js';
import type { DecidedMail } from './mail-settings.service.js';

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
