// Every table that names users says what becomes of its rows when a user is removed.
// On a server too: a statement of it is for servers only.
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STATEMENTS } from '../../src/common/observation/topics.js';
import { UserRows } from '../../src/users/roles/user-directory/user-rows.repository.js';
import { createPerson, usersPath } from '../support/people.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

/** Columns with numbers of something else than users, in every table. */
const OTHER_NUMBERS = new Set(
  ['org', 'granted_org', 'project', 'grant', 'application', 'client', 'authorization', 'source', 'group', 'scope', 'domain', 'attr']
    .concat(['open_org', 'tx', 'type', 'job', 'next', 'network', 'provider'])
    .map((name) => `${name}_no`),
);

/** Rows of users that a removal does not simply delete, and why. */
const NOT_REGISTERED: Record<string, string> = {
  'memberships.user_no': 'end with an event each (Memberships.removeAll)',
  'authorizations.holder_no': 'end with an event each (Authorizations.removeOfHolder)',
  'group_members.member_no': 'end with an event in each group (GroupMembers.removeEverywhere)',
  'browser_sessions.user_no': 'end with an event each, and applications are told (UserSessions.endSessions)',
  'grants.user_no': 'are dead without their user, and expire',
  'grants.actor_no': 'are dead without their user, and expire',
  'removed_people.user_no': 'is what a removal keeps of a person, until it expires',
  'removed_names.user_no': 'is what a removal keeps of a person with roles, until it expires',
  'event_blankings.user_no': 'is what a removal leaves to the job that blanks events',
  'idempotency_keys.caller_no': 'expire within a day',
  'passkey_challenges.user_no': 'expire within five minutes, and sign nobody in who is gone',
  'import_jobs.editor_no': 'are the history of imports',
  'import_nesting.member_no': 'end with their import',
};

it('every column of the tables that names users is deleted with them, or says why not', async () => {
  // The entities describe exactly what the migrations make (test/database/migrations.spec.ts).
  const found = service
    .get<DataSource>(getDataSourceToken('writer') as never)
    .entityMetadatas.flatMap(({ tableName, columns }) => columns.map(({ databaseName: column }) => ({ table: tableName, column })))
    .filter(({ column }) => column.endsWith('_no') && !OTHER_NUMBERS.has(column))
    .map(({ table, column }) => `${table}.${column}`)
    .toSorted();
  const registered = service
    .get(UserRows)
    .registered()
    .map(({ table, owner }) => `${table}.${owner}`);
  expect(new Set(registered).size).toBe(registered.length);
  expect(found).toEqual([...registered, ...Object.keys(NOT_REGISTERED)].toSorted());
});

it('a removal deletes only from the tables in which somebody has rows', async () => {
  const { id } = await createPerson(service);
  const emptied: string[] = [];
  const end = STATEMENTS.listen(({ sql }) => emptied.push(/^DELETE FROM (\w+)/.exec(sql)?.[1] ?? ''));
  const { status } = await service.call('DELETE', `${usersPath(service)}/${id}`);
  end();
  expect(status).toBe(204);
  const tables = service
    .get(UserRows)
    .registered()
    .map(({ table }) => table);
  expect(emptied.filter((table) => tables.includes(table))).toEqual(['user_values']);
});
