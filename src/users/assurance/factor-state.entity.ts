import { Entity } from 'typeorm';
import { BigIntColumn, BigIntKey, IntColumn, TextColumn } from '../../common/database/columns.js';

/**
 * What is known about a person's factors without looking at each: which kinds there are (`kinds`, separated by spaces), how often that has
 * changed (`generation`), since when a policy has asked for one that the person does not have (`asked_us`), and when the person was last told so
 * (`told_us`).
 */
@Entity('factor_states')
export class FactorStateRow {
  @BigIntKey({ name: 'user_no' }) userNo: number;
  @IntColumn() generation: number;
  @TextColumn(100) kinds: string;
  @BigIntColumn({ name: 'asked_us', nullable: true }) askedUs: number | null;
  @BigIntColumn({ name: 'told_us', nullable: true }) toldUs: number | null;
}
