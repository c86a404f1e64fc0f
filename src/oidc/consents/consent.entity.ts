import { Entity } from 'typeorm';
import { BigIntColumn, BigIntKey, TextColumn } from '../../common/database/columns.js';

/** What a person agreed that an application may learn: every scope it was ever given. */
@Entity('consents')
export class ConsentRow {
  @BigIntKey({ name: 'user_no' }) userNo: number;
  @BigIntKey({ name: 'client_no' }) clientNo: number;
  @TextColumn(2000) scope: string;
  @BigIntColumn({ name: 'given_us' }) givenUs: number;
}
