// Reads the identities of a person in an import: by which subject an identity provider knows the person.
import { isObject } from '../../../common/primitives/is-object.js';
import { MAX_LOGIN_NAME, MAX_SUBJECT } from '../../../users/authentication/identity-providers/upstream-identity.js';
import { fullName, invalid, textAt, unsupported, type Remark } from './entry-members.js';
import { textOf, type Members } from './import-record.js';

/** An identity; its provider is named by its id, or by its issuer. */
export interface ReadIdentity {
  by: 'identityProviderId' | 'issuer';
  provider: string;
  subject: string;
  loginName?: string;
  /** Where it stood, for messages. */
  path: string;
}

/** The type of a remark about an identity. */
export const IDENTITY_TYPE = 'user_link';

const MAX_IDENTITIES = 40;
const MAX_PROVIDER_ID = 200;
const MAX_ISSUER = 2_048;

/** The lists of a person, with the names that the members of their elements have there. */
const LISTS = {
  identities: { identityProviderId: 'identityProviderId', issuer: 'issuer', subject: 'subject', loginName: 'loginName' },
  /** As other services export them. */
  idps: { identityProviderId: 'configId', issuer: 'issuer', subject: 'externalUserId', loginName: 'displayName' },
} as const;
export const IDENTITY_LISTS = Object.keys(LISTS) as Array<keyof typeof LISTS>;
/** The members of their elements. */
export const IDENTITY_MEMBERS: ReadonlySet<string> = new Set(Object.values(LISTS).flatMap((names) => Object.values(names)));

/** @param user of an entry @throws DomainError `invalid` */
export function readIdentities(user: Members, remarks: Remark[]): ReadIdentity[] {
  return IDENTITY_LISTS.flatMap((list) => {
    const elements = user[list];
    if (elements === undefined || elements === null) return [];
    const path = `user.${list}`;
    if (!Array.isArray(elements) || elements.length > MAX_IDENTITIES)
      throw invalid('import.type', `${path} must be a list of at most ${MAX_IDENTITIES} objects.`, list);
    return elements.map((element, at) => readIdentity(element, list, `${path}[${at}]`, remarks));
  });
}

function readIdentity(element: unknown, list: keyof typeof LISTS, path: string, remarks: Remark[]): ReadIdentity {
  if (!isObject(element)) throw invalid('import.type', `${path} must be an object.`, list);
  const names = LISTS[list];
  const known = new Set<string>(Object.values(names));
  for (const name of Object.keys(element)) if (!known.has(name)) remarks.push(unsupported(IDENTITY_TYPE, fullName(path, textOf(name))));
  const [id, issuer] = [textAt(element, names.identityProviderId, path, MAX_PROVIDER_ID), textAt(element, names.issuer, path, MAX_ISSUER)];
  if ((id === undefined) === (issuer === undefined))
    throw invalid('import.missing', `${path} must name its provider by either ${names.identityProviderId} or ${names.issuer}.`, list);
  const loginName = textAt(element, names.loginName, path, MAX_LOGIN_NAME);
  return {
    ...(id === undefined ? { by: 'issuer', provider: issuer as string } : { by: 'identityProviderId', provider: id }),
    subject: textAt(element, names.subject, path, MAX_SUBJECT, true) as string,
    ...(loginName === undefined ? {} : { loginName }),
    path,
  };
}
