import { Entity } from 'typeorm';
import { BigIntKey, LongTextColumn, TextKey } from '../../common/database/columns.js';

/** What an organization decided that a mail says in a language; absent means the text of the service. */
@Entity('mail_texts')
export class MailTextRow {
  @BigIntKey({ name: 'org_no' }) orgNo: number;
  @TextKey(50) kind: string;
  @TextKey(20) language: string;
  @LongTextColumn() body: string;
}
