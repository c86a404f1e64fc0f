import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The choices of applications that showed every way there was. */
const BEFORE = '"ways":["password","passkey","identityProvider"]';
const AFTER = BEFORE.replace(']', ',"mail"]');

/** Lets applications that show every way show sign-in by mail too, where a policy allows it. Others go on hiding ways. */
export class MailAsAWay1700000053000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return replace(runner, BEFORE, AFTER);
  }

  down(runner: QueryRunner): Promise<void> {
    return replace(runner, AFTER, BEFORE);
  }
}

/** Stored as JSON without blanks. */
async function replace(runner: QueryRunner, from: string, to: string): Promise<void> {
  await runner.query(`UPDATE applications SET config = REPLACE(config, '${from}', '${to}') WHERE config LIKE '%${from}%'`);
}
