import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns, replaceIndexes } from '../dialect.js';

const PAGE = 1_000;
/** The number of the list of e-mail addresses in `user_values`. */
const EMAILS = 1;
/** Reasons of marks that rest on no domain. */
const PROOFS = new Set(['code', 'administrator', 'import', 'connection']);
const INDEX = { u_users_login_key: 'login_key' };
const OF_SERVICE = "org_no = 0 AND kind = 'domain'";

interface Person {
  no: number;
  user_name_key: string;
  lists: string;
}

/** Lets people whose userName is an address that they have proved have it as login name. Installations from before keep the suffix by the policy. */
export class LoginNames1700000050000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'users', { login_key: 'VARCHAR(400) NULL' });
    await replaceIndexes(runner, 'users', {}, INDEX);
    if (((await runner.query('SELECT no FROM organizations LIMIT 1')) as unknown[]).length === 0) return;
    await keepSuffix(runner);
    for (let after: number | undefined = 0; after !== undefined;) after = await claimPage(runner, after);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, 'users', INDEX, {});
    await dropColumns(runner, 'users', ['login_key']);
  }
}

async function keepSuffix(runner: QueryRunner): Promise<void> {
  const [row] = (await runner.query(`SELECT body FROM policies WHERE ${OF_SERVICE}`)) as Array<{ body: string }>;
  const body = JSON.stringify({ suffixAddresses: true, ...(row && (JSON.parse(row.body) as object)) });
  await (row
    ? runner.query(`UPDATE policies SET body = ? WHERE ${OF_SERVICE}`, [body])
    : runner.query("INSERT INTO policies (org_no, kind, body) VALUES (0, 'domain', ?)", [body]));
}

/** @returns the number of the last person of the page, or undefined after the last page */
async function claimPage(runner: QueryRunner, after: number): Promise<number | undefined> {
  const people = (await runner.query(
    `SELECT DISTINCT u.no, u.user_name_key, u.lists FROM users u
       JOIN user_values v ON v.user_no = u.no AND v.attr_no = ${EMAILS} AND v.value_key = u.user_name_key
      WHERE u.kind = 'person' AND u.no > ? ORDER BY u.no LIMIT ${PAGE}`,
    [after],
  )) as Person[];
  const proved = new Map(people.filter(isProved).map(({ user_name_key: key, no }) => [key, no]));
  if (proved.size > 0) {
    const taken = (await runner.query(`SELECT login_key FROM users WHERE login_key IN (${marks(proved)})`, [...proved.keys()])) as Array<{
      login_key: string;
    }>;
    for (const { login_key: key } of taken) proved.delete(key);
  }
  if (proved.size > 0)
    await runner.query(`UPDATE users SET login_key = user_name_key WHERE no IN (${marks(proved)})`, [...proved.values()]);
  return people.length < PAGE ? undefined : Number(people.at(-1)?.no);
}

/** An address in a spelling that only folding finds is claimed by the next change of the person. */
function isProved({ user_name_key: key, lists }: Person): boolean {
  const { verifiedBy = {} } = JSON.parse(lists) as { verifiedBy?: Record<string, string> };
  return Object.entries(verifiedBy).some(([address, reason]) => PROOFS.has(reason) && address.toLowerCase() === key);
}

function marks({ size }: { size: number }): string {
  return Array.from({ length: size }, () => '?').join(', ');
}
