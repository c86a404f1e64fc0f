import { Entity, Index } from 'typeorm';
import { BigIntColumn, LongTextColumn, TextKey } from '../../../../common/database/engines/columns.js';

/** The picture that a person uploaded: PNG in base64. A caller that knows `id` sees it, while it is among the person's photos. */
@Entity('person_pictures')
@Index('person_pictures_by_user', ['userNo'])
export class PersonPictureRow {
  @TextKey(43) id: string;
  @BigIntColumn({ name: 'user_no' }) userNo: number;
  @LongTextColumn() content: string;
}
