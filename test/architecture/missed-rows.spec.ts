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

/**
 * By file, function, and table, or the variable with its name. Statements that name a row by a number or an id that was made with it need none;
 * those of one function on one table share one.
 */
const MEETINGS: Readonly<Record<string, Meeting>> = {
  'application-logos.repository.ts replace application_logos': CONFIG,
  'applications.repository.ts freezeRegistration client_registrations': CONFIG,
  'applications.repository.ts removeApplication table': CONFIG,
  'applications.repository.ts updateApplication application_origins': CONFIG,
  'artifact.adapter.ts consume oidc_artifacts': { row: 'the row itself, which is locked' },
  'artifact.adapter.ts destroy oidc_artifacts': {
    key: 'ended_sessions: a session is written only under the lock of its row or when it has not ended',
  },
  'artifact.adapter.ts keepUntil oidc_artifacts': READ,
  'artifact.adapter.ts rename oidc_artifacts': { row: 'the rows with the uid, which are locked' },
  'artifact.adapter.ts upsert oidc_artifacts': { key: 'oidc_artifacts: the second writes over the row' },
  'attempts.repository.ts addFailure sign_in_attempts': COUNTER,
  'attempts.repository.ts remove sign_in_attempts': { late: `${LATER}a wrong password counts then` },
  'attempts.repository.ts removeOfUser sign_in_attempts': { late: `${LATER}a wrong password counts then` },
  'attempts.repository.ts replace sign_in_attempts': { row: 'the counter as it was read; another one is refused, and the unit runs again' },
  'attempts.repository.ts subtract sign_in_attempts': READ,
  'audit-stream.repository.ts setPlace audit_streams': { row: 'the lease of the stream: one process has it' },
  'authorizations.repository.ts deleteRoles authorization_roles': { row: 'the authorization, whose version is raised first' },
  'authorizations.repository.ts deleteRolesOfSource authorization_roles': {
    row: 'the role, which is locked where it is given, and deleted before',
  },
  'brandings.repository.ts deleteDraft branding_drafts': CONFIG,
  'brandings.repository.ts deleteImagesBut branding_images': CONFIG,
  'brandings.repository.ts insertImage branding_images': CONFIG,
  'browser-sessions.repository.ts removeOfUser browser_sessions': {
    late: 'the session has ended or is dead by the generation of its user; the row expires',
  },
  'browser-sessions.repository.ts removeSessions browser_sessions': {
    key: 'ended_sessions: nothing is written for a session that has ended',
  },
  'browser-sessions.repository.ts renameBrowser browser_sessions': {
    late: 'the browser has its new name only with this answer; a session beside it is asked for again',
  },
  'browser-sessions.repository.ts saveUse browser_sessions': { key: 'browser_sessions: the second writes over the row' },
  'client-keys.repository.ts deleteKey client_keys': CONFIG,
  'client-secrets.repository.ts deleteByOwner client_secrets': CONFIG,
  'commit-rows.repository.ts setPositions event_commits': { row: 'event_head 1; units that commit later get later positions' },
  'connections.repository.ts removeConnection provisioning_connections': CONFIG,
  'connections.repository.ts updateConnection provisioning_connections': CONFIG,
  'consents.repository.ts addScope consents': { key: 'consents: the second writes over the row' },
  'consents.repository.ts removeConsent consents': { late: `${LATER}the person has agreed once more` },
  'derived-columns.repository.ts writeDerived name': READ,
  'domain-challenges.repository.ts noteAttempt domain_challenges': READ,
  'domain-challenges.repository.ts removeChallenge domain_challenges': { key: 'domain_challenges: of two challenges the later one counts' },
  'domains.repository.ts insertVerified table': CONFIG,
  'domains.repository.ts removeDomain organization_domains': CONFIG,
  'domains.repository.ts removeDomain table': CONFIG,
  'embedded-statistics.ts writeStatistics sqlite_stat1': { row: 'the file: one process has it, and this is its start' },
  'ended-sessions.repository.ts claimLive ended_sessions': { key: 'ended_sessions: this unit has just inserted the row' },
  'ended-sessions.repository.ts remove oidc_artifacts': {
    key: 'ended_sessions: before a session gets a row, or another one, its unit inserts and deletes that key',
  },
  'event-retention.repository.ts deleteBlankings event_blankings': READ,
  'event-retention.repository.ts deleteEvents event_commits': READ,
  'event-retention.repository.ts deleteEvents events': READ,
  'event-retention.repository.ts setPayload events': READ,
  'expired-rows.repository.ts removeExpired name': READ,
  'factor-states.repository.ts remove factor_states': PERSON,
  'factor-states.repository.ts saveAsked factor_states': { key: 'factor_states: the row is inserted before, if it is missing' },
  'factor-states.repository.ts saveKinds factor_states': { key: 'factor_states: the row is inserted before, if it is missing' },
  'factor-states.repository.ts saveTold factor_states': { late: 'the person is told once more' },
  'grants-of-users.repository.ts revokeAll grants': {
    late: `${LATER}sessions stay, and their applications may ask again; what was exchanged ends with its origin`,
  },
  'grants-of-users.repository.ts revokeOf grants': {
    row: 'the consent, which is deleted before, and locked by an authorization that rests on it',
  },
  'grants.repository.ts endSessions grants': { row: 'the session, which is deleted before, and locked by what is written for it' },
  'grants.repository.ts revokeOfOrigin grants': {
    row: 'the row of revoked_tokens, which an exchange reads after its commit; this runs again after its own',
  },
  'group-graph.repository.ts raiseGroupsVersion group_nesting': { row: 'the row of the organization, made with it' },
  'group-members.repository.ts deleteAll group_members': GROUP,
  'group-members.repository.ts deleteGroup table': { row: 'the organization, which is being removed: nobody adds to it' },
  'group-members.repository.ts deleteMemberships group_members': { row: 'the member, whose row is locked where it is added to a group' },
  'group-members.repository.ts deletePortion group_members': GROUP,
  'group-roles.repository.ts deleteByScope group_roles': CONFIG,
  'group-roles.repository.ts deleteRole group_roles': CONFIG,
  'group-roles.repository.ts deleteRoles group_roles': GROUP,
  'groups.repository.ts remove group_external_ids': GROUP,
  'groups.repository.ts update group_external_ids': GROUP,
  'idempotency-keys.repository.ts deleteKey idempotency_keys': READ,
  'idempotency-keys.repository.ts setAnswer idempotency_keys': READ,
  'identity-links.repository.ts noteAnswer identity_links': READ,
  'import-jobs.repository.ts advanceChunk import_chunks': FENCE,
  'import-jobs.repository.ts claimChunks import_chunks': JOB,
  'import-jobs.repository.ts removeChunks import_chunks': JOB,
  'import-jobs.repository.ts unlockOrganizations import_locks': JOB,
  'leases.repository.ts deleteByName leases': {
    late: 'a process that acquires the lease of a canceled import removes it again; no process works on an import that is removed',
  },
  'leases.repository.ts deleteLease leases': FENCE,
  'leases.repository.ts endRun leases': FENCE,
  'leases.repository.ts handOverLease leases': FENCE,
  'leases.repository.ts setEnd leases': FENCE,
  'logout-notices.repository.ts delayClient logout_notices': { late: `${LATER}the notice is tried at once, and delayed when that fails` },
  'lost-time.repository.ts raiseGenerations organizations': { late: 'no process runs beside it: the data was just restored' },
  'lost-time.repository.ts skipNumbers sequences': READ,
  'lost-time.repository.ts skipPositions event_head': READ,
  'mail-texts.repository.ts deleteText mail_texts': CONFIG,
  'invitations.repository.ts acceptByCode invitations': { row: 'the code, which one unit ends; the invitation was committed with it' },
  'invitations.repository.ts put invitations': PERSON,
  'person-pictures.repository.ts deleteOfUser person_pictures': PERSON,
  'mailed-codes.repository.ts endOfUser mailed_codes': {
    late: `${LATER}a code proves who reads the mail now; what an administrator gives locks the person`,
  },
  'memberships.repository.ts delete memberships': CONFIG,
  'memberships.repository.ts deleteByScope memberships': CONFIG,
  'memberships.repository.ts deleteByUser memberships': { row: 'the user, whose row is locked where a role is given' },
  'multi-row.ts deleteRows table': { row: 'what its callers say' },
  'numbers.ts lease sequences': { row: 'the sequence, made by its migration' },
  'identity-providers.repository.ts deleteProvider identity_provider_logos': CONFIG,
  'identity-providers.repository.ts replaceLogo identity_provider_logos': CONFIG,
  'organization-metadata.repository.ts deleteMetadata organization_metadata': { row: 'the organization, which is locked first' },
  'organizations.repository.ts markRemoving table': CONFIG,
  'organizations.repository.ts setPrimaryDomain organization_domains': CONFIG,
  'passkey-challenges.repository.ts deleteChallenge passkey_challenges': READ,
  'passkeys.repository.ts declineOffer passkey_holders': READ,
  'passwords.repository.ts noteImport passwords': PERSON,
  'passwords.repository.ts noteMark passwords': PERSON,
  'passwords.repository.ts replaceHash passwords': READ,
  'passwords.repository.ts requireChange passwords': READ,
  'passwords.repository.ts set passwords': PERSON,
  'pending-sign-ins.repository.ts removeOldest oidc_artifacts': READ,
  'pending-sign-ins.repository.ts removeOldest upstream_requests': READ,
  'people.repository.ts update external_ids': PERSON,
  'people.repository.ts update user_values': PERSON,
  'personal-access-tokens.repository.ts endOthers personal_access_tokens': CONFIG,
  'policies.repository.ts deletePolicy policies': CONFIG,
  'policies.repository.ts setFeature features': CONFIG,
  'project-grants.repository.ts deleteGrantRoles project_grant_roles': CONFIG,
  'project-roles.repository.ts deleteRole project_grant_roles': CONFIG,
  'projects.repository.ts setProjectState applications': CONFIG,
  'recovery-codes.repository.ts removeAll recovery_codes': PERSON,
  'recovery-codes.repository.ts use recovery_codes': READ,
  'registrations.repository.ts setReview client_registrations': READ,
  'registrations.repository.ts updateRegistration client_registrations': READ,
  'removals.repository.ts deleteRows table': {
    late: 'the job looks once more when every unit that may not have known of the removal has ended',
  },
  'removals.service.ts rowsOf rows': { late: 'the job looks once more when every unit that may not have known of the removal has ended' },
  'removed-people.repository.ts replace removed_names': { row: 'the person, who is locked and removed in this unit' },
  'removed-people.repository.ts take removed_names': { row: 'the removed person; only who deletes the row goes on' },
  'removed-people.repository.ts take removed_people': { row: 'the removed person; only who deletes the row goes on' },
  'service-users.repository.ts updateServiceUser service_users': CONFIG,
  'shared-counts.repository.ts add request_counts': COUNTER,
  'sign-in-counts.repository.ts add sign_in_counts': { row: 'the lease of the job: one process counts' },
  'signing-keys.repository.ts requestRotation signing_keys': CONFIG,
  'sms-factors.repository.ts noteUse sms_factors': READ,
  'sms-factors.repository.ts remove sms_factors': PERSON,
  'totp-secrets.repository.ts remove totp_secrets': PERSON,
  'totp-secrets.repository.ts useStep totp_secrets': READ,
  'sign-out-hints.repository.ts store oidc_artifacts': { key: 'oidc_artifacts: either of two serves' },
  'sign-out-hints.repository.ts take oidc_artifacts': READ,
  'upstream-requests.repository.ts useOf upstream_requests': READ,
  'upstream-sessions.repository.ts record oidc_artifacts': { row: 'the session, whose row the unit has written' },
  'used-assertions.repository.ts use oidc_artifacts': { key: 'oidc_artifacts: the second is refused' },
  'user-metadata.repository.ts deleteMetadata user_metadata': PERSON,
  'user-metadata.repository.ts replaceMetadata user_metadata': PERSON,
  'user-rows.repository.ts deleteRegistered table': {
    late: 'dead with the user; a restore deletes the rows of the number before it lives again',
  },
  'user-rows.repository.ts removeUsers event_blankings': {
    late: 'dead with the user; a restore deletes the rows of the number before it lives again',
  },
  'user-rows.repository.ts removeUsers users': {
    late: 'dead with the user; a restore deletes the rows of the number before it lives again',
  },
};

/** A statement begins, in a line that is no comment. */
const CHANGE = /\bUPDATE [\w$ {}]+ ?SET\b|\bDELETE FROM\b|\bdeleteRows\(/;
const TABLE = /^(?:UPDATE|DELETE FROM|deleteRows\(\s*tx,) \W*(\w+)/;
/** Whoever names such a key has read the row that it was made with, so the row is committed. */
const BY_MADE_KEY = /\bWHERE (?:no|id|kid) (?:= (?:\?|1)|IN )/;
const MADE_KEY = /\['(?:no|id)'\]/;
/** Lines of the longest statement from its first word to its condition. */
const STATEMENT_LINES = 6;

const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(({ name, parentPath }) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && !parentPath.endsWith('migrations'))
    .map((entry) => join(entry.parentPath, entry.name));

/** The functions of a file that change rows which they do not name by a key that was made with them, each with its tables. */
function changesIn(file: string): string[] {
  const found = new Set<string>();
  const lines = readFileSync(file, 'utf8').split('\n');
  let name = '';
  for (const [at, line] of lines.entries()) {
    name = /^(?: {2}(?:private |protected |static |async )*|(?:export )?(?:async )?function )(\w+)(?:<.*>)?\(/.exec(line)?.[1] ?? name;
    const code = line.replace(/^\s*(\/\/|\*|\/\*).*/, '');
    const start = code.search(CHANGE);
    if (start === -1) continue;
    const statement = [code.slice(start), ...lines.slice(at + 1, at + STATEMENT_LINES)].join(' ');
    const [, table] = TABLE.exec(statement) ?? [];
    const [condition = ''] = /\b(?:WHERE|deleteRows)\b.*/.exec(statement) ?? [];
    const isByMadeKey = condition.startsWith('WHERE') ? condition.search(BY_MADE_KEY) === 0 : MADE_KEY.test(condition);
    if (table !== undefined && !isByMadeKey) found.add(`${basename(file)} ${name} ${table}`);
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
