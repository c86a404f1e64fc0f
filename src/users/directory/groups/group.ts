// A group and the rules for its values.
import { hasNeedlessHiddenCharacter } from '../../../common/identifiers/hidden-characters.js';
import { DuplicateKeyError } from '../../../common/database/database.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { keyFits, MISSING } from '../../../common/identifiers/fold.js';

/** The values of a group that callers set. `externalId` is that of their provisioning domain. */
export interface GroupValues {
  displayName: string;
  externalId?: string;
}

/** A group of an organization. Times are microseconds since 1970 UTC. */
export interface Group extends GroupValues {
  no: number;
  id: string;
  orgNo: number;
  /** Raised by every change, also of its members. */
  version: number;
  createdUs: number;
  modifiedUs: number;
}

export type MemberKind = 'user' | 'group';

/** A direct member of a group. */
export interface GroupMember {
  no: number;
  id: string;
  kind: MemberKind;
}

/** Maximum lengths of texts and of the folded name, in characters. */
export const GROUP_LENGTHS = { displayName: 500, displayNameKey: 600, externalId: 400 } as const;

/** The values as they may be stored. @throws DomainError `invalid` */
export function normalizeGroup({ displayName: given, externalId }: GroupValues): GroupValues {
  const displayName = given.trim();
  if (displayName === '') throw invalid('displayName', 'displayName must not be blank');
  const texts = { displayName, externalId };
  for (const field of ['displayName', 'externalId'] as const) {
    const text = texts[field];
    if (text === undefined) continue;
    const length = GROUP_LENGTHS[field];
    if (text.length > length) throw invalid(field, `${field} must have at most ${length} characters`);
    if (/[\p{Cc}\p{Cs}]/u.test(text) || text.includes(MISSING)) throw invalid(field, `${field} must not contain control characters`);
  }
  // Two groups must not differ only by invisible characters.
  if (hasNeedlessHiddenCharacter(displayName)) throw invalid('displayName', 'displayName must not contain characters that are not shown');
  if (!keyFits(displayName, GROUP_LENGTHS.displayNameKey)) throw invalid('displayName', 'displayName is too long in its normalized form');
  return { displayName, ...(externalId === undefined || externalId === '' ? {} : { externalId }) };
}

function invalid(field: 'displayName' | 'externalId', sentence: string): DomainError {
  return new DomainError('invalid', `group.${field}`, `${sentence}.`, field);
}

export const unknownGroup = () => new DomainError('notFound', 'group.notFound', 'This group does not exist in this organization.');

export const idTaken = () => new DomainError('conflict', 'group.idTaken', 'A user or a group with this id already exists.', 'groupId');

export const nameTaken = () =>
  new DomainError('conflict', 'group.nameTaken', 'Another group of this organization already has this displayName.', 'displayName');

/** Translates the violation of a unique index into a domain error; any other error stays as it is. */
export function asGroupConflict(error: unknown): unknown {
  if (!(error instanceof DuplicateKeyError)) return error;
  return error.index === 'u_user_groups_id' ? idTaken() : nameTaken();
}
