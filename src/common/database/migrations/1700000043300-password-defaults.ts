import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What held where nobody had decided, until new installations got other defaults. */
const BEFORE = { minLength: 8, minLengthWithSecondFactor: 8, lower: true, upper: true, digit: true, symbol: true, refuseCommon: false };
const OF_SERVICE = "org_no = 0 AND kind = 'password'";

/** Services that are in use keep their rules for passwords: what their administrators did not decide is decided as it was. */
export class PasswordDefaults1700000043300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const [organization] = (await runner.query('SELECT no FROM organizations LIMIT 1')) as unknown[];
    if (organization === undefined) return;
    const [row] = (await runner.query(`SELECT body FROM policies WHERE ${OF_SERVICE}`)) as Array<{ body: string }>;
    const decided = row === undefined ? {} : (JSON.parse(row.body) as { minLength?: number });
    // A shorter minimum for some came with the new defaults: nobody had asked for it.
    const { minLength = BEFORE.minLength } = decided;
    await runner.query(`DELETE FROM policies WHERE ${OF_SERVICE}`);
    await runner.query("INSERT INTO policies (org_no, kind, body) VALUES (0, 'password', ?)", [
      JSON.stringify({ ...BEFORE, minLengthWithSecondFactor: minLength, ...decided }),
    ]);
  }

  /** The rules of before are the same with the row and without it. */
  async down(): Promise<void> {}
}
