import { Global, Module } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { Clock } from './clock.js';
import { ConfigVersion } from './config-version.js';
import { Keyring } from './crypto/keyring.js';
import { Database } from './database/database.js';
import { MailOutbox } from './mail/mail-outbox.js';
import { Jobs } from './work/jobs.js';
import { Leases } from './work/leases.js';

/** The two DataSources registered with `@nestjs/typeorm`, by role. */
export const WRITER = 'writer';
export const READER = 'reader';
/** Inject the master key; only the keyring does. */
export const MASTER_KEY_TOKEN = Symbol('master key');

/** What every room may use; knows no domain noun. */
@Global()
@Module({
  providers: [
    Clock,
    ConfigVersion,
    Jobs,
    Leases,
    MailOutbox,
    {
      provide: Database,
      inject: [getDataSourceToken(WRITER), getDataSourceToken(READER)],
      useFactory: (writer: DataSource, reader: DataSource) => new Database(writer, reader),
    },
    {
      provide: Keyring,
      inject: [Database, Clock, MASTER_KEY_TOKEN],
      useFactory: async (database: Database, clock: Clock, masterKey: Buffer) => {
        const keyring = new Keyring(database, clock, masterKey);
        await keyring.load();
        return keyring;
      },
    },
  ],
  exports: [Clock, ConfigVersion, Jobs, Leases, MailOutbox, Database, Keyring],
})
export class CommonModule {}
