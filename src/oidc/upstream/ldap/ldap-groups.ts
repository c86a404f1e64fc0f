// The groups of a person with those around them: groups in groups.
import { AndFilter, EqualityFilter, ExtensibleFilter, OrFilter, PresenceFilter } from 'ldapts';
import { sentGroups, unsaid } from '../sent-groups.js';
import type { SentGroups } from '../upstream.js';
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
): Promise<SentGroups> {
  const found = new Map<string, string>();
  let read = 0;
  let around = [person];
  for (let depth = 0; around.length > 0; depth++) {
    if (depth > MAX_DEPTH) return unsaid(`Groups of the directory are inside each other more than ${MAX_DEPTH} deep.`);
    const next: LdapEntry[] = [];
    for (const entry of around) {
      const sent = groupsOf(entry, groupsAttribute);
      if ('missing' in sent) return sent;
      for (const dn of sent.values.filter((value) => !found.has(value.toLowerCase()))) {
        found.set(dn.toLowerCase(), dn);
        if (!isDn(dn)) continue;
        if (++read > MAX_READ) return unsaid(`The person is in more than ${MAX_READ} groups, with the groups around them.`);
        const group = await entryAt(session, dn, groupsAttribute);
        if (group) next.push(group);
      }
    }
    around = next;
  }
  return sentGroups(groupsAttribute, [...found.values()]);
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
