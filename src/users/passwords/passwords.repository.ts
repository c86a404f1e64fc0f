import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../common/database/database.js';

@Injectable()
export class PasswordsRepository {
  constructor(private readonly database: Database) {}

  async findHash(userNo: number): Promise<string | undefined> {
    return (await this.database.query.row<{ hash: string }>('SELECT hash FROM passwords WHERE user_no = ?', [userNo]))?.hash;
  }

  async set(tx: Transaction, userNo: number, hash: string, changedUs: number): Promise<void> {
    const changed = await tx.run('UPDATE passwords SET hash = ?, changed_us = ?, change_required = ? WHERE user_no = ?', [
      hash,
      changedUs,
      false,
      userNo,
    ]);
    if (changed === 0) await this.insert(tx, userNo, hash, changedUs);
  }

  async insert(tx: Transaction, userNo: number, hash: string, changedUs: number): Promise<void> {
    await tx.run('INSERT INTO passwords (user_no, hash, changed_us, change_required) VALUES (?, ?, ?, ?)', [
      userNo,
      hash,
      changedUs,
      false,
    ]);
  }
}
