import { Injectable } from '@nestjs/common';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import type { MailText } from './account-mails.js';

@Injectable()
export class MailTextsRepository {
  async findText(query: Query, orgNo: number, kind: string, language: string): Promise<MailText | undefined> {
    const row = await query.row<{ body: string }>('SELECT body FROM mail_texts WHERE org_no = ? AND kind = ? AND language = ?', [
      orgNo,
      kind,
      language,
    ]);
    return row && (JSON.parse(row.body) as MailText);
  }

  /** All texts of an organization: at most one of each kind in each language. */
  async listTexts(query: Query, orgNo: number): Promise<Array<{ kind: string; language: string }>> {
    return query.rows('SELECT kind, language FROM mail_texts WHERE org_no = ?', [orgNo]);
  }

  async replaceText(tx: Transaction, orgNo: number, kind: string, language: string, { subject, body }: MailText): Promise<void> {
    await this.deleteText(tx, orgNo, kind, language);
    const text = JSON.stringify({ subject, body });
    await tx.run('INSERT INTO mail_texts (org_no, kind, language, body) VALUES (?, ?, ?, ?)', [orgNo, kind, language, text]);
  }

  /** @returns whether the text existed */
  async deleteText(tx: Transaction, orgNo: number, kind: string, language: string): Promise<boolean> {
    return (await tx.run('DELETE FROM mail_texts WHERE org_no = ? AND kind = ? AND language = ?', [orgNo, kind, language])) > 0;
  }
}
