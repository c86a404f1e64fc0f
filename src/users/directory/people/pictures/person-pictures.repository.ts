import { Injectable } from '@nestjs/common';
import type { Query, Transaction } from '../../../../common/database/transaction.js';

export interface PersonPicture {
  id: string;
  userNo: number;
  /** PNG. */
  content: Buffer;
}

@Injectable()
export class PersonPicturesRepository {
  async find(query: Query, id: string): Promise<PersonPicture | undefined> {
    const row = await query.row<{ user_no: number; content: string }>('SELECT user_no, content FROM person_pictures WHERE id = ?', [id]);
    return row && { id, userNo: row.user_no, content: Buffer.from(row.content, 'base64') };
  }

  async insert(tx: Transaction, { id, userNo, content }: PersonPicture): Promise<void> {
    await tx.run('INSERT INTO person_pictures (id, user_no, content) VALUES (?, ?, ?)', [id, userNo, content.toString('base64')]);
  }

  /** The person's row is locked. */
  async deleteOfUser(tx: Transaction, userNo: number): Promise<void> {
    await tx.run('DELETE FROM person_pictures WHERE user_no = ?', [userNo]);
  }
}
