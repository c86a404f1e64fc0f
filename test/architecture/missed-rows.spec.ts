// An UPDATE or a DELETE that is to meet a row which another unit is inserting says by what: MariaDB and MySQL wait for such a row, TiDB does not see it
// (docs/adr/0056-rows-that-are-not-there.md). test/database/absent-rows.spec.ts plays the pairs that a mistake would harm.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * `row`: what both units lock before they look. `key`: a unique key that both insert or delete, so that the second waits. `late`: nothing, and why
 * a row that is missed does no harm.
 */
type Meeting = { row: string } | { key: string } | { late: string };

const CONFIG = { row: 'config_version 1, which every change of the configuration raises or locks first' };
const PERSON = { row: 'the person, whose row every change of the person locks first' };
const GROUP = { row: 'the group, whose row every change of the group locks first' };
const READ = { row: 'the row itself, which the caller has read: it was committed before' };
const JOB = { row: 'the job, whose chunks are all there before any is worked off' };
const FENCE = { row: 'the lease; who holds another fence changes nothing' };
const COUNTER = { key: 'the primary key: who inserts second adds to the row that is there' };
const LATER = 'as if it had come after; ';

/** By file and function; those whose statements all name a row by a number or an id that was made with it need none. */
const MEETINGS: Readonly<Record<string, Meeting>> = {
  'applications.repository.ts removeApplication': CONFIG,
  'applications.repository.ts updateApplication': CONFIG,
  'artifact.adapter.ts destroy': { key: 'ended_sessions: a session is written only under the lock of its row or when it has not ended' },
  'artifact.adapter.ts rename': { row: 'the rows with the uid, which are locked' },
  'artifact.adapter.ts upsert': { key: 'oidc_artifacts: the second writes over the row' },
  'attempts.repository.ts addFailure': COUNTER,
  'attempts.repository.ts remove': { late: `${LATER}a wrong password counts then` },
  'attempts.repository.ts removeOfUser': { late: `${LATER}a wrong password counts then` },
  'attempts.repository.ts replace': { row: 'the counter as it was read; another one is refused, and the unit runs again' },
  'attempts.repository.ts subtract': READ,
  'audit-stream.repository.ts setPlace': { row: 'the lease of the stream: one process has it' },
  'authorizations.repository.ts deleteRoles': { row: 'the authorization, whose version is raised first' },
  'authorizations.repository.ts deleteRolesOfSource': { row: 'the role, which is locked where it is given, and deleted before' },
  'brandings.repository.ts deleteDraft': CONFIG,
  'brandings.repository.ts deleteImagesBut': CONFIG,
  'brandings.repository.ts insertImage': CONFIG,
  'browser-sessions.repository.ts removeOfUser': {
    late: 'the session has ended or is dead by the generation of its user; the row expires',
  },
  'browser-sessions.repository.ts removeSessions': { key: 'ended_sessions: nothing is written for a session that has ended' },
  'browser-sessions.repository.ts renameBrowser': {
    late: 'the browser has its new name only with this answer; a session beside it is asked for again',
  },
  'browser-sessions.repository.ts saveUse': { key: 'browser_sessions: the second writes over the row' },
  'client-keys.repository.ts deleteKey': CONFIG,
  'client-secrets.repository.ts deleteByOwner': CONFIG,
  'commit-rows.repository.ts setPositions': { row: 'event_head 1; units that commit later get later positions' },
  'connections.repository.ts removeConnection': CONFIG,
  'connections.repository.ts updateConnection': CONFIG,
  'consents.repository.ts addScope': { key: 'consents: the second writes over the row' },
  'consents.repository.ts removeConsent': { late: `${LATER}the person has agreed once more` },
  'derived-columns.repository.ts writeDerived': READ,
  'domain-challenges.repository.ts noteAttempt': READ,
  'domain-challenges.repository.ts removeChallenge': { key: 'domain_challenges: of two challenges the later one counts' },
  'domains.repository.ts insertVerified': CONFIG,
  'domains.repository.ts removeDomain': CONFIG,
  'embedded-statistics.ts writeStatistics': { row: 'the file: one process has it, and this is its start' },
  'ended-sessions.repository.ts remove': { key: 'ended_sessions: a session is stored only when it has not ended' },
  'event-retention.repository.ts deleteBlankings': READ,
  'event-retention.repository.ts deleteEvents': READ,
  'event-retention.repository.ts setPayload': READ,
  'expired-rows.repository.ts removeExpired': READ,
  'factor-states.repository.ts remove': PERSON,
  'factor-states.repository.ts saveAsked': { key: 'factor_states: the row is inserted before, if it is missing' },
  'factor-states.repository.ts saveKinds': { key: 'factor_states: the row is inserted before, if it is missing' },
  'factor-states.repository.ts saveTold': { late: 'the person is told once more' },
  'grants-of-users.repository.ts revokeAll': {
    late: `${LATER}sessions stay, and their applications may ask again; what was exchanged ends with its origin`,
  },
  'grants-of-users.repository.ts revokeOf': {
    row: 'the consent, which is deleted before, and locked by an authorization that rests on it',
  },
  'grants.repository.ts endSessions': { row: 'the session, which is deleted before, and locked by what is written for it' },
  'grants.repository.ts revokeOfOrigin': {
    row: 'the row of revoked_tokens, which an exchange reads after its commit; this runs again after its own',
  },
  'group-graph.repository.ts raiseGroupsVersion': { row: 'the row of the organization, made with it' },
  'group-members.repository.ts deleteAll': GROUP,
  'group-members.repository.ts deleteGroup': { row: 'the organization, which is being removed: nobody adds to it' },
  'group-members.repository.ts deleteMemberships': { row: 'the member, whose row is locked where it is added to a group' },
  'group-members.repository.ts deletePortion': GROUP,
  'group-roles.repository.ts deleteByScope': CONFIG,
  'group-roles.repository.ts deleteRole': CONFIG,
  'group-roles.repository.ts deleteRoles': GROUP,
  'groups.repository.ts remove': GROUP,
  'groups.repository.ts update': GROUP,
  'idempotency-keys.repository.ts deleteKey': READ,
  'idempotency-keys.repository.ts setAnswer': READ,
  'import-jobs.repository.ts advanceChunk': FENCE,
  'import-jobs.repository.ts claimChunks': JOB,
  'import-jobs.repository.ts removeChunks': JOB,
  'import-jobs.repository.ts unlockOrganizations': JOB,
  'leases.repository.ts deleteLease': FENCE,
  'leases.repository.ts endRun': FENCE,
  'leases.repository.ts handOverLease': FENCE,
  'leases.repository.ts setEnd': FENCE,
  'logout-notices.repository.ts delayClient': { late: `${LATER}the notice is tried at once, and delayed when that fails` },
  'lost-time.repository.ts raiseGenerations': { late: 'no process runs beside it: the data was just restored' },
  'lost-time.repository.ts skipNumbers': READ,
  'mail-texts.repository.ts deleteText': CONFIG,
  'mailed-codes.repository.ts endOfUser': {
    late: `${LATER}a code proves who reads the mail now; what an administrator gives locks the person`,
  },
  'memberships.repository.ts delete': CONFIG,
  'memberships.repository.ts deleteByScope': CONFIG,
  'memberships.repository.ts deleteByUser': { row: 'the user, whose row is locked where a role is given' },
  'multi-row.ts deleteRows': { row: 'what its callers say' },
  'numbers.ts lease': { row: 'the sequence, made by its migration' },
  'organization-metadata.repository.ts deleteMetadata': { row: 'the organization, which is locked first' },
  'organizations.repository.ts markRemoving': CONFIG,
  'organizations.repository.ts setPrimaryDomain': CONFIG,
  'passkey-challenges.repository.ts deleteChallenge': READ,
  'passkeys.repository.ts declineOffer': READ,
  'passwords.repository.ts noteImport': PERSON,
  'passwords.repository.ts noteMark': PERSON,
  'passwords.repository.ts replaceHash': READ,
  'passwords.repository.ts requireChange': READ,
  'passwords.repository.ts set': PERSON,
  'pending-sign-ins.repository.ts removeOldest': READ,
  'people.repository.ts update': PERSON,
  'personal-access-tokens.repository.ts endOthers': CONFIG,
  'policies.repository.ts deletePolicy': CONFIG,
  'policies.repository.ts setFeature': CONFIG,
  'project-grants.repository.ts deleteGrantRoles': CONFIG,
  'project-roles.repository.ts deleteRole': CONFIG,
  'projects.repository.ts setProjectState': CONFIG,
  'recovery-codes.repository.ts removeAll': PERSON,
  'recovery-codes.repository.ts use': READ,
  'removals.repository.ts deleteRows': { late: 'the job looks once more when every unit that may not have known of the removal has ended' },
  'removals.service.ts rowsOf': { late: 'the job looks once more when every unit that may not have known of the removal has ended' },
  'removed-people.repository.ts replace': { row: 'the person, who is locked and removed in this unit' },
  'removed-people.repository.ts take': { row: 'the removed person; only who deletes the row goes on' },
  'service-users.repository.ts updateServiceUser': CONFIG,
  'shared-counts.repository.ts add': COUNTER,
  'signing-keys.repository.ts requestRotation': CONFIG,
  'sms-factors.repository.ts noteUse': READ,
  'sms-factors.repository.ts remove': PERSON,
  'totp-secrets.repository.ts remove': PERSON,
  'totp-secrets.repository.ts useStep': READ,
  'used-assertions.repository.ts use': { key: 'oidc_artifacts: the second is refused' },
  'user-metadata.repository.ts deleteMetadata': PERSON,
  'user-metadata.repository.ts replaceMetadata': PERSON,
  'user-rows.repository.ts deleteRegistered': {
    late: 'dead with the user; a restore deletes the rows of the number before it lives again',
  },
  'user-rows.repository.ts removeUsers': { late: 'dead with the user; a restore deletes the rows of the number before it lives again' },
};

/** A statement begins, in a line that is no comment. */
const CHANGE = /\bUPDATE [\w$ {}]+ ?SET\b|\bDELETE FROM\b|\bdeleteRows\(/;
/** Whoever names such a key has read the row that it was made with, so the row is committed. */
const BY_MADE_KEY = /\bWHERE (?:no|id|kid) (?:= (?:\?|1)|IN )/;
const MADE_KEY = /\['(?:no|id)'\]/;
/** Lines of the longest statement from its first word to its condition. */
const STATEMENT_LINES = 6;

const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(({ name, parentPath }) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && !parentPath.endsWith('migrations'))
    .map((entry) => join(entry.parentPath, entry.name));

/** The functions of a file that change rows which they do not name by a key that was made with them. */
function changesIn(file: string): string[] {
  const found = new Set<string>();
  const lines = readFileSync(file, 'utf8').split('\n');
  let name = '';
  for (const [at, line] of lines.entries()) {
    name = /^(?: {2}(?:private |protected |static |async )*|(?:export )?(?:async )?function )(\w+)(?:<.*>)?\(/.exec(line)?.[1] ?? name;
    const code = line.replace(/^\s*(\/\/|\*|\/\*).*/, '');
    const start = code.search(CHANGE);
    if (start === -1) continue;
    const [condition = ''] =
      /\b(?:WHERE|deleteRows)\b.*/.exec([code.slice(start), ...lines.slice(at + 1, at + STATEMENT_LINES)].join(' ')) ?? [];
    const isByMadeKey = condition.startsWith('WHERE') ? condition.search(BY_MADE_KEY) === 0 : MADE_KEY.test(condition);
    if (!isByMadeKey) found.add(`${basename(file)} ${name}`);
  }
  return [...found];
}

describe('a change of rows that are not named by a key made with them', () => {
  it('has a row in the table of what it meets others on', () => {
    expect(files('src').flatMap(changesIn).toSorted()).toEqual(Object.keys(MEETINGS).toSorted());
  });

  it('meets others on unique keys that there are', () => {
    const migrations = files('src/common/database')
      .concat(readdirSync('src/common/database/migrations').map((name) => join('src/common/database/migrations', name)))
      .map((file) => readFileSync(file, 'utf8'));
    for (const meeting of Object.values(MEETINGS)) {
      const key = 'key' in meeting ? /^\w+(?=[:,]|$)/.exec(meeting.key)?.[0] : undefined;
      if (key !== undefined)
        expect(
          migrations.some((text) => text.includes(`'${key}'`)),
          key,
        ).toBe(true);
    }
  });
});
