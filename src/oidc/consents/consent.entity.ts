import { Entity, Index } from 'typeorm';
import { BigIntColumn, BigIntKey, TextColumn } from '../../common/database/engines/columns.js';

/** A person's consent: every scope an application was ever granted. */
@Entity('consents')
@Index('consents_by_client', ['clientNo'])
export class ConsentRow {
  @BigIntKey({ name: 'user_no' }) userNo: number;
  @BigIntKey({ name: 'client_no' }) clientNo: number;
  @TextColumn(2000) scope: string;
  @BigIntColumn({ name: 'given_us' }) givenUs: number;
}
