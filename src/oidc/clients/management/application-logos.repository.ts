// SQL of the logos of applications.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import type { CheckedImage } from '../../../users/organizations/brandings/uploaded-picture.js';

@Injectable()
export class ApplicationLogosRepository {
  constructor(private readonly database: Database) {}

  /** Replaces or removes the logo of an application. */
  async replace(tx: Transaction, applicationNo: number, logo: CheckedImage | undefined): Promise<void> {
    await tx.run('DELETE FROM application_logos WHERE application_no = ?', [applicationNo]);
    if (logo)
      await tx.run('INSERT INTO application_logos (application_no, digest, content) VALUES (?, ?, ?)', [
        applicationNo,
        logo.digest,
        logo.content.toString('base64'),
      ]);
    await tx.run('UPDATE applications SET logo = ? WHERE no = ?', [logo?.digest ?? null, applicationNo]);
  }

  /** The digest alone gives access to the logo: it is on pages of people of every organization. */
  async find(digest: string): Promise<Buffer | undefined> {
    const row = await this.database.query.row<{ content: string }>('SELECT content FROM application_logos WHERE digest = ? LIMIT 1', [
      digest,
    ]);
    return row && Buffer.from(row.content, 'base64');
  }
}
