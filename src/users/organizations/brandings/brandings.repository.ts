import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import type { BrandingLook } from './branding.js';

@Injectable()
export class BrandingsRepository {
  constructor(private readonly database: Database) {}

  async findDraft(query: Query, orgNo: number): Promise<Partial<BrandingLook> | undefined> {
    const row = await query.row<{ body: string }>('SELECT body FROM branding_drafts WHERE org_no = ?', [orgNo]);
    return row && (JSON.parse(row.body) as Partial<BrandingLook>);
  }

  async replaceDraft(tx: Transaction, orgNo: number, draft: Partial<BrandingLook>): Promise<void> {
    await this.deleteDraft(tx, orgNo);
    await tx.run('INSERT INTO branding_drafts (org_no, body) VALUES (?, ?)', [orgNo, JSON.stringify(draft)]);
  }

  /** @returns whether a draft existed */
  async deleteDraft(tx: Transaction, orgNo: number): Promise<boolean> {
    return (await tx.run('DELETE FROM branding_drafts WHERE org_no = ?', [orgNo])) > 0;
  }

  /** An image with the same content is stored once. */
  async insertImage(tx: Transaction, orgNo: number, digest: string, content: Buffer): Promise<void> {
    await tx.run('DELETE FROM branding_images WHERE org_no = ? AND digest = ?', [orgNo, digest]);
    await tx.run('INSERT INTO branding_images (org_no, digest, content) VALUES (?, ?, ?)', [orgNo, digest, content.toString('base64')]);
  }

  /** The digest alone gives access to the image: it is on a public page. */
  async findImage(digest: string): Promise<Buffer | undefined> {
    const row = await this.database.query.row<{ content: string }>('SELECT content FROM branding_images WHERE digest = ? LIMIT 1', [
      digest,
    ]);
    return row && Buffer.from(row.content, 'base64');
  }

  async deleteImagesBut(tx: Transaction, orgNo: number, kept: readonly string[]): Promise<void> {
    const rows = await tx.rows<{ digest: string }>('SELECT digest FROM branding_images WHERE org_no = ?', [orgNo]);
    for (const { digest } of rows)
      if (!kept.includes(digest)) await tx.run('DELETE FROM branding_images WHERE org_no = ? AND digest = ?', [orgNo, digest]);
  }
}
