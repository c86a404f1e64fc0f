import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The choices of applications that were stored before identity providers were one of the ways. They didn't hide providers. */
const BEFORE = ['"ways":["password","passkey"]', '"ways":["password"]', '"ways":["passkey"]'];
const withProviders = (ways: string): string => ways.replace(']', ',"identityProvider"]');

/** Lets applications show identity providers as before: `loginPage.ways` names them from now on. */
export class SignInWays1700000049000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const ways of BEFORE) await replace(runner, ways, withProviders(ways));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const ways of BEFORE) await replace(runner, withProviders(ways), ways);
  }
}

/** Stored as JSON without blanks. */
async function replace(runner: QueryRunner, from: string, to: string): Promise<void> {
  await runner.query(`UPDATE applications SET config = REPLACE(config, '${from}', '${to}') WHERE config LIKE '%${from}%'`);
}
