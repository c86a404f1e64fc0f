import { Entity } from 'typeorm';
import { BigIntColumn, BigIntKey, IntColumn, TextColumn } from '../../../common/database/engines/columns.js';

/**
 * Summary of a person's factors: which kinds there are (`kinds`, separated by spaces) and how often that has changed (`generation`). Also when a
 * policy first required a missing factor (`asked_us`), and when the person was last notified of that (`told_us`).
 */
@Entity('factor_states')
export class FactorStateRow {
  @BigIntKey({ name: 'user_no' }) userNo: number;
  @IntColumn() generation: number;
  @TextColumn(100) kinds: string;
  @BigIntColumn({ name: 'asked_us', nullable: true }) askedUs: number | null;
  @BigIntColumn({ name: 'told_us', nullable: true }) toldUs: number | null;
}
