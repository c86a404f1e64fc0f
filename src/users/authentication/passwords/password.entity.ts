import { Entity } from 'typeorm';
import { BigIntColumn, BigIntKey, BooleanColumn, TextColumn } from '../../../common/database/engines/columns.js';

/** A person's password hash. No row: no password. */
@Entity('passwords')
export class PasswordRow {
  @BigIntKey({ name: 'user_no' }) userNo: number;
  @TextColumn(1000) hash: string;
  @BigIntColumn({ name: 'changed_us' }) changedUs: number;
  @BooleanColumn({ name: 'change_required' }) changeRequired: boolean;
  /** The mark of the last import, or NOT_IMPORTED; null: stored by a build without marks. */
  @TextColumn(50, { name: 'import_mark', nullable: true }) importMark: string | null;
  /** The number of the caller who set a password that must be changed; null: no caller did, or an earlier build stored it. */
  @BigIntColumn({ name: 'given_by', nullable: true }) givenBy: number | null;
}
