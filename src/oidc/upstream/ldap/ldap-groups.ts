// The groups of a person with those around them: groups in groups.
import { AndFilter, EqualityFilter, ExtensibleFilter, OrFilter, PresenceFilter } from 'ldapts';
import { partly } from '../sent-groups.js';
import { UpstreamError, type NamedGroups, type SentGroups } from '../upstream.js';
import type { LdapEntry } from './ldap-answers.js';
import { isDn, type Directory } from './ldap-directory.js';
import { groupsOf } from './ldap-person.js';
import { assertSearched, NO_SUCH_OBJECT } from './ldap-refusals.js';
import type { LdapSession } from './ldap-session.js';

/** LDAP_MATCHING_RULE_IN_CHAIN (MS-ADTS section 3.1.1.3.4.4.3): the directory itself follows groups in groups. */
const IN_CHAIN = '1.2.840.113556.1.4.1941';
/** Entries of groups that one sign-in reads, and groups inside each other. */
const MAX_READ = 100;
const MAX_DEPTH = 10;
const TIME_LIMIT_SECONDS = 5;

/** @param session of the account that searches @throws UpstreamError */
export function nestedGroupsOf(session: LdapSession, directory: Directory, person: LdapEntry): Promise<SentGroups> {
  return directory.connection.activeDirectory ? groupsInChain(session, directory, person) : groupsAround(session, directory, person);
}

/** One search among the groups that the provider fills, however many others the person is in. */
async function groupsInChain(session: LdapSession, { connection, nestedGroups }: Directory, { dn }: LdapEntry): Promise<SentGroups> {
  const named = nestedGroups.map((value) => new EqualityFilter({ attribute: 'distinguishedName', value }));
  const isMember = new ExtensibleFilter({ matchType: 'member', rule: IN_CHAIN, value: dn });
  const result = await session.search({
    baseDn: domainOf(connection.baseDn),
    filter: new AndFilter({ filters: [isMember, new OrFilter({ filters: named })] }),
    // No attributes (RFC 4511 section 4.5.1.8).
    attributes: ['1.1'],
    maxEntries: named.length,
    timeLimitSeconds: TIME_LIMIT_SECONDS,
  });
  assertSearched(result);
  return { values: result.entries.map((group) => group.dn) };
}

/** Groups have the groups around them in the same attribute as people, as the overlay `memberof` writes it. */
async function groupsAround(
  session: LdapSession,
  { groupsAttribute = '' }: Pick<Directory, 'groupsAttribute'>,
  person: LdapEntry,
): Promise<NamedGroups> {
  const found = new Map<string, string>();
  let gap: string | undefined;
  let left = MAX_READ;
  let around = [person];
  try {
    for (let depth = 0; around.length > 0; depth++) {
      const next: LdapEntry[] = [];
      for (const entry of around) {
        const { values, incomplete } = groupsOf(entry, groupsAttribute);
        gap ??= incomplete;
        const unknown = values.filter((value) => !found.has(value.toLowerCase()));
        for (const dn of unknown) found.set(dn.toLowerCase(), dn);
        for (const dn of unknown.filter(isDn)) {
          if (depth === MAX_DEPTH) gap ??= `Groups of the directory are inside each other more than ${MAX_DEPTH} deep.`;
          else if (left-- <= 0) gap ??= `The person is in more than ${MAX_READ} groups, with the groups around them.`;
          else {
            const group = await entryAt(session, dn, groupsAttribute);
            if (group) next.push(group);
          }
        }
      }
      around = next;
    }
  } catch (error) {
    // More than is read of a directory, which grows with the groups of the person.
    if (!(error instanceof UpstreamError) || error.fault !== 'invalid') throw error;
    gap = error.message;
  }
  const values = [...found.values()];
  return gap === undefined ? { values } : partly(values, gap);
}

/** @returns undefined if there is no such entry, or the account may not see it @throws UpstreamError */
async function entryAt(session: LdapSession, dn: string, attribute: string): Promise<LdapEntry | undefined> {
  const result = await session.search({
    baseDn: dn,
    scope: 'base',
    filter: new PresenceFilter({ attribute: 'objectClass' }),
    attributes: [attribute],
    maxEntries: 1,
    timeLimitSeconds: TIME_LIMIT_SECONDS,
  });
  if (result.code !== NO_SUCH_OBJECT) assertSearched(result);
  return result.entries[0];
}

/** The domain that a DN is in: its last components, which are `dc`. Without one, the DN itself. */
function domainOf(dn: string): string {
  const parts = dn.split(',');
  const from = parts.findLastIndex((part) => !part.trim().toLowerCase().startsWith('dc=')) + 1;
  return from === parts.length ? dn : parts.slice(from).join(',').trim();
}
