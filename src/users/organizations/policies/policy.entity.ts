import { Entity } from 'typeorm';
import { BigIntKey, BooleanColumn, LongTextColumn, TextKey } from '../../../common/database/engines/columns.js';

/** The policy of one kind set by an organization (0: the whole service); absent means the safe default. */
@Entity('policies')
export class PolicyRow {
  @BigIntKey({ name: 'org_no' }) orgNo: number;
  @TextKey(50) kind: string;
  @LongTextColumn() body: string;
}

/** A switch for the whole service; absent means off. */
@Entity('features')
export class FeatureRow {
  @TextKey(100) name: string;
  @BooleanColumn() enabled: boolean;
}
