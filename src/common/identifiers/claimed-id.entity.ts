import { Entity } from 'typeorm';
import { TextKey } from '../database/engines/columns.js';

/**
 * The unique key over the ids of users and groups. A row is deleted by the unit that inserts it: only its lock matters, until that unit has ended.
 */
@Entity('claimed_ids')
export class ClaimedIdRow {
  @TextKey(200) id: string;
}
