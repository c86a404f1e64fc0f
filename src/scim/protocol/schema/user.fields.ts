/**
 * The fields of a person that the rows of the User tables may name. Stored fields follow from the storage table, so a row without a column
 * doesn't compile.
 */
import type { FlagField, ListField, MemberOf, PersonTextField } from '../../../users/directory/people/person/person.columns.js';
import type { RecordFields } from './attribute.js';

/** Fields without a column: a password is stored as a hash, the name of a manager isn't stored. */
type NotStored = 'password' | 'managerName';

export interface UserFields extends RecordFields {
  readonly text: PersonTextField | NotStored;
  readonly flag: FlagField;
  readonly time: never;
  readonly lists: { readonly [L in ListField]: MemberOf<L> } & {
    /** Not stored with a person. */
    readonly groups: 'value' | '$ref' | 'display' | 'type';
  };
}
