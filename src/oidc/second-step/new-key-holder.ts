import type { NewKeyHolder } from '../../users/authentication/passkeys/ceremonies.service.js';
import { shownName } from '../../users/directory/people/person/person.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';

/** The person as an authenticator shows the owner of a new key. */
export function newKeyHolder(subject: LiveSubject): NewKeyHolder {
  const { userNo, loginName, orgName } = subject;
  const displayName = subject.kind === 'person' ? shownName(subject.person) : '';
  return { userNo, loginName, displayName: displayName || loginName, organization: orgName };
}
