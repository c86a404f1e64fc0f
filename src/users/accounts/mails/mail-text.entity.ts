import { Entity } from 'typeorm';
import { BigIntKey, LongTextColumn, TextKey } from '../../../common/database/engines/columns.js';

/** An organization's text of a mail in one language; absent means the text of the service. */
@Entity('mail_texts')
export class MailTextRow {
  @BigIntKey({ name: 'org_no' }) orgNo: number;
  @TextKey(50) kind: string;
  @TextKey(20) language: string;
  @LongTextColumn() body: string;
}
