// Organizations with many people, written raw: through the service a million would take an hour.
import mysql from 'mysql2/promise';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PEOPLE = new URL('../../dist/src/users/directory/people/person/', import.meta.url);
const ROWS = 500;
const SLOTS = 8;
/** So many share what a row of the benchmark searches for, in every organization, whatever its size. */
export const MATCHES = 50;

/** @typedef {{ path: string, people: number }} Crowd */

/** @type {WeakMap<import('./service.mjs').Service, Promise<{ small: Crowd, large: Crowd }>>} */
const crowds = new WeakMap();

/**
 * Two organizations in the database of the service, of 10,000 and of `people`; made once, also where `--keep` keeps the database.
 * @param {import('./measure.mjs').Bench} bench
 */
export function crowdsOf({ service, people }) {
  const known = crowds.get(service) ?? make(service, people);
  crowds.set(service, known);
  return known;
}

/** @param {import('./service.mjs').Service} service @param {number} people @returns {Promise<{ small: Crowd, large: Crowd }>} */
async function make(service, people) {
  const file = join(service.dataDir, `crowds-${people}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const made = { small: await load(service, 10_000), large: await load(service, people) };
  writeFileSync(file, JSON.stringify(made));
  return made;
}

/** @param {import('./service.mjs').Service} service @param {number} people @returns {Promise<Crowd>} */
async function load(service, people) {
  // The service's own way to write a person as rows, so that this follows the schema by itself.
  const { WRITTEN_COLUMNS, writtenValues, VALUE_COLUMNS, valueRows } = await import(new URL('person.rows.js', PEOPLE).href);
  const { emptyPerson } = await import(new URL('person.js', PEOPLE).href);
  const name = `crowd-${randomBytes(4).toString('hex')}`;
  const { orgId } = await service.call('POST', '/admin/v1/organizations', { name, primaryDomain: `${name}.test` });
  const connection = await mysql.createConnection({ uri: service.databaseUrl.replace(/^mariadb:/, 'mysql:'), charset: 'utf8mb4' });
  const [[{ no: orgNo }]] = /** @type {any} */ (await connection.query('SELECT no FROM organizations WHERE id = ?', [orgId]));
  await connection.query("UPDATE sequences SET next_no = next_no + ? WHERE name = 'numbers'", [people]);
  const [[{ next_no: end }]] = /** @type {any} */ (await connection.query("SELECT next_no FROM sequences WHERE name = 'numbers'"));
  const columns = ['no', 'id', 'org_no', 'kind', 'token_gen', 'version', 'created_us', 'modified_us', ...WRITTEN_COLUMNS];
  // Only for this connection, and only while the rows come in: what is loaded is not what is measured.
  await connection.query('SET SESSION unique_checks = 0');
  await connection.query('SET SESSION foreign_key_checks = 0');
  const started = Date.now() * 1000 - people;
  for (let from = 0; from < people; from += ROWS) {
    const some = Array.from({ length: Math.min(ROWS, people - from) }, (_, at) => from + at).map((index) => ({
      ...emptyPerson(),
      ...person(index),
      no: end - people + index,
      id: `${name}-${String(index).padStart(7, '0')}`,
      orgNo,
      createdUs: started + index,
      modifiedUs: started + ((index * 7_919) % people),
    }));
    const users = some.map((one) => [one.no, one.id, orgNo, 'person', 0, 1, one.createdUs, one.modifiedUs, ...writtenValues(one)]);
    await connection.query('START TRANSACTION');
    await connection.query(`INSERT INTO users (${columns.join(', ')}) VALUES ?`, [users]);
    await connection.query(`INSERT INTO user_values (${VALUE_COLUMNS.join(', ')}) VALUES ?`, [some.flatMap((one) => valueRows(one))]);
    await connection.query('COMMIT');
  }
  for (let slot = 0; slot < SLOTS; slot++)
    await connection.query('UPDATE people_counts SET n = ? WHERE org_no = ? AND slot = ?', [slot === 0 ? people : 0, orgNo, slot]);
  await connection.query('ANALYZE TABLE users, user_values');
  await connection.end();
  return { path: `/scim/v2/${orgId}/Users`, people };
}

/** @param {number} index */
function person(index) {
  const special = index % 191 === 0 && index / 191 < MATCHES;
  const serial = String((index * 48_271) % 9_999_991).padStart(7, '0');
  const userName = special ? `match-${serial}-tail` : `user-${serial}-${index}`;
  return {
    userName,
    familyName: special ? 'Xyzzy' : `Family${(index * 31) % 1_009}`,
    givenName: `Given${(index * 17) % 499}`,
    displayName: `${serial} Display`,
    title: special ? 'Chief Xyzzy' : 'Clerk',
    preferredLanguage: 'en',
    emails: [{ value: `${special ? 'xyzzy.' : ''}${userName}@example.com`, type: 'work', primary: true }],
  };
}
