// Every locking read says what it rests on. Rows that are not there are locked by no engine alike: TiDB has no gap locks, and its locking reads do not
// meet rows that another unit is inserting. test/database/absent-rows.spec.ts plays the rules that two units of work meet by.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * `row`: the row that is there before, whoever else needs the rule locks, changes or deletes it as well. `key`: where there may be none, the primary
 * key of this table, or this unique index, lets one of two units through; what the other one does.
 */
type Reliance = { row: string; key?: [name: string, loser: string] } | { key: [name: string, loser: string] };

const GROUP = { row: 'the group, which its change and its removal lock as well' };
const PERSON = { row: 'the person, whom a change and the removal lock as well' };

/** By file and function. */
const LOCKS: Readonly<Record<string, Reliance>> = {
  'artifact.adapter.ts consume': { row: 'the row; what is not there cannot be used' },
  'artifact.adapter.ts lockLive': { row: 'those with the uid', key: ['oidc_artifacts', 'the other one writes over the row'] },
  'attempts.service.ts isClosed': { row: 'the counter; where there is none, nothing is closed' },
  'attempts.service.ts takeIn': { row: 'the counters', key: ['sign_in_attempts', 'CountedMeanwhileError: the unit runs again'] },
  'authorizations.repository.ts lockSources': { row: 'the role, which its removal deletes; one that is not there is refused' },
  'commit-rows.repository.ts lockHead': { row: 'event_head 1, made by its migration' },
  'config-version.ts lock': { row: 'config_version 1, made by its migration' },
  'consents.repository.ts addScope': { row: 'the consent', key: ['consents', 'the other one writes over the row'] },
  'domain-challenges.repository.ts replaceChallenge': {
    row: 'the challenge before',
    key: ['domain_challenges', 'the other one takes its place'],
  },
  'domain-losses.repository.ts lock': { row: 'the loss; where there is none, nothing is lowered' },
  'organizations.repository.ts lockClaims': {
    row: 'the claims, which a verification deletes; a domain that is claimed and verified within one unit of another process is not met',
  },
  'ended-sessions.repository.ts lockLive': {
    row: 'the session, which its end deletes; one without a row is known to nobody who could end it',
  },
  'factor-states.repository.ts insertMissing': { row: 'the state', key: ['factor_states', 'the row is there, which was all'] },
  'projects.repository.ts isProjectId': { row: 'config_version 1, which the caller locks and a new project raises' },
  'grants.repository.ts endSessions': { row: 'the grants; a new one locks the row of its session, which is deleted before' },
  'grants.repository.ts lockConsent': { row: 'the consent, which a withdrawal deletes' },
  'group-members.repository.ts lockPeople': PERSON,
  'group-roles.service.ts requireGroup': GROUP,
  'groups-batch.repository.ts lockGroups': GROUP,
  'groups.repository.ts lockByIds': GROUP,
  'groups.repository.ts lockGroupsOf': {
    row: 'the groups of a member, whose own row is locked before: nobody adds it elsewhere meanwhile',
  },
  'groups.service.ts remove': GROUP,
  'groups.service.ts update': GROUP,
  'holders.repository.ts lockHolder': { row: 'the user or group, which its removal deletes' },
  'idempotency-keys.repository.ts findKey': { row: 'the key', key: ['idempotency_keys', 'the request that came first is answered for'] },
  'import-jobs.repository.ts closeJob': { row: 'the chunks; a job that is received cannot be closed as done' },
  'leases.repository.ts findForUpdate': { row: 'the lease', key: ['leases', 'the lease is another process’s'] },
  'memberships.repository.ts lockUser': { row: 'the user, whom the removal locks or deletes' },
  'organization-metadata.repository.ts lockOrganization': { row: 'the organization' },
  'owners.repository.ts lockOwnedScopes': { row: 'the roles; config_version 1 is written before owners are counted' },
  'people.repository.ts lockByNo': PERSON,
  'person-writer.service.ts lock': PERSON,
  'removed-people.repository.ts take': { row: 'the removed person; only who deletes the row goes on' },
  'service-users.repository.ts lockServiceUser': {
    row: 'the service user, which its removal deletes; locked before config_version 1, as where a role is given',
  },
  'signing-keys.repository.ts lockKeys': { row: 'config_version 1, made by its migration' },
  'user-metadata.repository.ts lockUser': PERSON,
  'user-rows.repository.ts sweepRemoved': { row: 'the removed person, whom a restore deletes; without a row the number never comes back' },
  'user-rows.repository.ts tablesOf': {
    row: 'the rows of a user, whose own row is locked and deleted; what comes beside is dead with the user, and deleted before the user comes back',
  },
};

/** They pass on or make the words of a lock, and lock nothing themselves. */
const ELSEWHERE = ['database.ts', 'transaction.ts', 'dialect.ts', 'storage.ts'];

const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .map((entry) => join(entry.parentPath, entry.name));

/** The functions of a file that lock rows: each use belongs to the last one that begins before it. */
function locksIn(file: string): string[] {
  const found = new Set<string>();
  let name = '';
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    name = /^(?: {2}(?:private |protected |static |async )*|(?:export )?(?:async )?function )(\w+)(?:<.*>)?\(/.exec(line)?.[1] ?? name;
    if (/\bforUpdate\b|FOR UPDATE/.test(line.replace(/^\s*(\/\/|\*|\/\*).*/, ''))) found.add(`${basename(file)} ${name}`);
  }
  return [...found];
}

describe('a locking read', () => {
  it('has a row in the table of what it rests on', () => {
    const found = files('src')
      .filter((file) => !ELSEWHERE.includes(basename(file)))
      .flatMap(locksIn);
    expect(found.toSorted()).toEqual(Object.keys(LOCKS).toSorted());
  });

  it('rests on unique keys that there are', () => {
    const migrations = files('src/common/database/migrations').map((file) => readFileSync(file, 'utf8'));
    const keys = Object.values(LOCKS).flatMap(({ key }) => key?.[0] ?? []);
    for (const key of keys)
      expect(
        migrations.some((text) => text.includes(`'${key}'`) || text.includes(`${key}:`)),
        key,
      ).toBe(true);
  });
});
