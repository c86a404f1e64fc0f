// The index of a dry run: digests of everything its entries would add, so that duplicates are detected without growing memory.
import { createHash } from 'node:crypto';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import type { Nesting } from '../../../users/directory/groups/group-nesting.js';
import { addressKeyOf, type CheckedEntry } from '../../../users/directory/people/batch/batch-entry.js';
import type { Outcome } from '../../../users/directory/people/batch/people-batch.service.js';

/** What a dry run has met so far, over all processes that work on it. */
export interface DeclaredEntities {
  /** Which of the digests were met before. */
  knownOf(query: Query, digests: readonly string[]): Promise<Set<string>>;
  add(tx: Transaction, digests: readonly string[]): Promise<void>;
  /** The numbers that groups were given, by the digests of their names. */
  groupNumbers(query: Query, digests: readonly string[]): Promise<Map<string, number>>;
  addGroups(tx: Transaction, groups: ReadonlyArray<{ digest: string; no: number }>): Promise<void>;
  /** Groups in groups, by one side. */
  nestings(query: Query, side: keyof Nesting, groupNos: readonly number[]): Promise<Nesting[]>;
  addNestings(tx: Transaction, nestings: readonly Nesting[]): Promise<void>;
}

/** What an entry would bring. */
export interface Declaration {
  /** What no other entry may bring as well. */
  unique: string[];
  /** What later entries may refer to, besides. */
  there: string[];
}

/** What an entry can bring, by a name that {@link digestOf} makes short. */
export const ENTITY_KEY = {
  organization: (id: string) => `org/${id}`,
  user: (id: string) => `user/${id}`,
  userName: (orgId: string, key: string) => `name/${orgId}/${key}`,
  address: (orgId: string, key: string) => `address/${orgId}/${key}`,
  userOf: (orgId: string, id: string) => `member/${orgId}/${id}`,
  userExternalId: (orgId: string, value: string) => `external id/${orgId}/${value}`,
  serviceUserName: (orgId: string, key: string) => `service name/${orgId}/${key}`,
  serviceUserOf: (orgId: string, id: string) => `service/${orgId}/${id}`,
  groupName: (orgId: string, key: string) => `group/${orgId}/${key}`,
  project: (id: string) => `project/${id}`,
  projectOf: (orgId: string, id: string) => `project/${orgId}/${id}`,
  application: (id: string) => `app/${id}`,
  applicationOf: (orgId: string, projectId: string, id: string) => `app/${orgId}/${projectId}/${id}`,
  domain: (name: string) => `domain/${name.trim().toLowerCase()}`,
  domainOf: (orgId: string, name: string) => `domain/${orgId}/${name.trim().toLowerCase()}`,
  /** For what needs the domain verified. */
  verifiedDomainOf: (orgId: string, name: string) => `verified domain/${orgId}/${name.trim().toLowerCase()}`,
  provider: (id: string) => `provider/${id}`,
  providerOf: (orgId: string, id: string) => `provider/${orgId}/${id}`,
  providerByIssuer: (orgId: string, issuer: string) => `issuer/${orgId}/${issuer}`,
  domainOfProvider: (orgId: string, name: string) => `domain of provider/${orgId}/${name.trim().toLowerCase()}`,
  identity: (name: string) => `identity/${name}`,
  key: (thumbprint: string) => `key/${thumbprint}`,
  keyOf: (ownerId: string, id: string) => `key/${ownerId}/${id}`,
  role: (orgId: string, userId: string, role: string) => `role/${orgId}/${userId}/${role}`,
} as const;

export function digestOf(thing: string): string {
  return createHash('sha256').update(thing).digest('base64url');
}

/** A person of a dry run, with names of the identities that the entry gives the person. */
interface BringingPerson {
  entry: CheckedEntry;
  identities: readonly string[];
}

/** Notes what people of a dry run bring. @returns the outcomes, with a fault for each person whose id, userName or identity another batch has already */
export async function refuseDuplicates(
  tx: Transaction,
  people: readonly BringingPerson[],
  outcomes: readonly Outcome[],
  seen: DeclaredEntities,
): Promise<Outcome[]> {
  const things = people.map(declarationOf);
  const met = await seen.knownOf(
    tx,
    things.flatMap(({ unique, there }) => [...unique, ...there].map(digestOf)),
  );
  const noted = new Set<string>();
  const result = outcomes.map((outcome, index): Outcome => {
    if ('fault' in outcome) return outcome;
    const { unique, there } = things[index] as Declaration;
    if (unique.some((thing) => met.has(digestOf(thing)))) return { fault: PERSON_TWICE };
    // An address or an external id that several people have is noted once.
    for (const name of [...unique, ...there]) if (!met.has(digestOf(name))) noted.add(name);
    const { entry } = people[index] as BringingPerson;
    const address = addressOf(entry);
    if (address === undefined || !met.has(digestOf(address))) return outcome;
    return { ...outcome, sharesAddress: true, ...(entry.claimed.size > 0 ? { staysUnverified: true } : {}) };
  });
  await seen.add(tx, [...noted].map(digestOf));
  return result;
}

/** Notes what an entry of a dry run brings. @returns false when another one brings it already */
export async function declareOnce(tx: Transaction, seen: DeclaredEntities, { unique, there }: Declaration): Promise<boolean> {
  if ((await seen.knownOf(tx, unique.map(digestOf))).size > 0) return false;
  await seen.add(tx, [...unique, ...there].map(digestOf));
  return true;
}

function declarationOf({ entry, identities }: BringingPerson): Declaration {
  const { id, organization, nameKey, values } = entry;
  const unique = [
    ENTITY_KEY.userName(organization.id, nameKey),
    ...(id === undefined ? [] : [ENTITY_KEY.user(id)]),
    ...identities.map(ENTITY_KEY.identity),
  ];
  const there = [
    addressOf(entry),
    id === undefined ? undefined : ENTITY_KEY.userOf(organization.id, id),
    values.externalId === undefined ? undefined : ENTITY_KEY.userExternalId(organization.id, values.externalId),
  ];
  return { unique, there: there.filter((name) => name !== undefined) };
}

function addressOf(entry: CheckedEntry): string | undefined {
  const key = addressKeyOf(entry);
  return key === undefined ? undefined : ENTITY_KEY.address(entry.organization.id, key);
}

/** Said of an entry that brings what another one brings. */
export const DECLARED_TWICE = new DomainError('conflict', 'import.twice', 'Another entry of this import adds the same.');

const PERSON_TWICE = new DomainError('conflict', 'person.twice', 'Another entry of this import has the same id, userName or identity.');
