import { Global, Module } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { Clock } from './primitives/clock.js';
import { ConfigVersion } from './database/config-version.js';
import { Keyring, type MasterKeys } from './crypto/keyring.service.js';
import { Database } from './database/database.js';
import { MailOutbox } from './mail/mail-outbox.service.js';
import { MailSettingsRepository } from './mail/mail-settings.repository.js';
import { MailSettings } from './mail/mail-settings.service.js';
import { MailTransport } from './mail/mail-transport.service.js';
import { ExpiredRowsRepository } from './work/expired-rows.repository.js';
import { ExpiredRows } from './work/expired-rows.service.js';
import { Jobs } from './work/jobs.service.js';
import { Leases } from './work/leases.service.js';
import { LeasesRepository } from './work/leases.repository.js';
import { RemovalsRepository } from './work/removals.repository.js';
import { Removals } from './work/removals.service.js';
import { OutboxRepository } from './work/outbox.repository.js';
import { Outboxes } from './work/outboxes.service.js';

/** The two DataSources registered with `@nestjs/typeorm`, by role. */
export const WRITER = 'writer';
export const READER = 'reader';
/** Inject the master keys; only the keyring does. */
export const MASTER_KEYS_TOKEN = Symbol('master keys');

/** Providers that every room may use; they know nothing of the domain. */
@Global()
@Module({
  providers: [
    Clock,
    ConfigVersion,
    ExpiredRows,
    ExpiredRowsRepository,
    Jobs,
    Leases,
    LeasesRepository,
    MailOutbox,
    MailSettings,
    MailSettingsRepository,
    MailTransport,
    OutboxRepository,
    Outboxes,
    Removals,
    RemovalsRepository,
    {
      provide: Database,
      inject: [getDataSourceToken(WRITER), getDataSourceToken(READER)],
      useFactory: (writer: DataSource, reader: DataSource) => new Database(writer, reader),
    },
    {
      provide: Keyring,
      inject: [Database, ConfigVersion, Clock, MASTER_KEYS_TOKEN],
      useFactory: async (database: Database, config: ConfigVersion, clock: Clock, masterKeys: MasterKeys) => {
        const keyring = new Keyring(database, config, clock, masterKeys);
        await keyring.load();
        return keyring;
      },
    },
  ],
  exports: [
    Clock,
    ConfigVersion,
    ExpiredRows,
    Jobs,
    Leases,
    MailOutbox,
    MailSettings,
    MailTransport,
    Outboxes,
    Removals,
    Database,
    Keyring,
  ],
})
export class CommonModule {}
