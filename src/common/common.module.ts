import { Global, Module } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { Clock } from './primitives/clock.js';
import { ConfigVersion } from './database/config-version.js';
import { Keyring, type MasterKeys } from './crypto/keyring.service.js';
import { Database } from './database/database.js';
import { ClientAddresses } from './http/client-network.js';
import { Quotas } from './limits/quotas.service.js';
import { SharedCountsRepository } from './limits/shared-counts.repository.js';
import { SchemaState } from './database/schema-state.js';
import { WriteGate } from './database/write-gate.js';
import { Metrics } from './metrics/metrics.service.js';
import { MailOutbox } from './mail/mail-outbox.service.js';
import { MailSettingsRepository } from './mail/mail-settings.repository.js';
import { MailSettings } from './mail/mail-settings.service.js';
import { MailTransport } from './mail/mail-transport.service.js';
import { DerivedColumnsRepository } from './work/derived-columns.repository.js';
import { DerivedColumns } from './work/derived-columns.service.js';
import { ExpiredRowsRepository } from './work/expired-rows.repository.js';
import { ExpiredRows } from './work/expired-rows.service.js';
import { Jobs } from './work/jobs.service.js';
import { Leases } from './work/leases.service.js';
import { LeasesRepository } from './work/leases.repository.js';
import { SETTINGS_TOKEN } from './settings/settings.module.js';
import type { Settings } from './settings/settings.js';
import { Readiness } from './primitives/readiness.js';
import { RemovalsRepository } from './work/removals.repository.js';
import { Removals } from './work/removals.service.js';
import { OutboxRepository } from './work/outbox.repository.js';
import { Outboxes } from './work/outboxes.service.js';
import { SmsOutbox } from './sms/sms-outbox.service.js';
import { SmsSender } from './sms/sms-sender.js';
import { SmsWebhook } from './sms/sms-webhook.service.js';
import { SearchQueue } from './search/search-queue.js';

/** The two DataSources registered with `@nestjs/typeorm`, by role. */
export const WRITER = 'writer';
export const READER = 'reader';
/** Token to inject the master keys; only the keyring does. */
export const MASTER_KEYS_TOKEN = Symbol('master keys');

/** Providers available to every module; they don't depend on the domain. */
@Global()
@Module({
  providers: [
    Clock,
    ConfigVersion,
    DerivedColumns,
    DerivedColumnsRepository,
    ExpiredRows,
    ExpiredRowsRepository,
    Jobs,
    Leases,
    LeasesRepository,
    MailOutbox,
    MailSettings,
    MailSettingsRepository,
    MailTransport,
    Metrics,
    OutboxRepository,
    Outboxes,
    Quotas,
    Readiness,
    Removals,
    RemovalsRepository,
    SharedCountsRepository,
    { provide: ClientAddresses, inject: [SETTINGS_TOKEN], useFactory: ({ trustProxy }: Settings) => new ClientAddresses(trustProxy) },
    SmsOutbox,
    { provide: SmsSender, useClass: SmsWebhook },
    {
      provide: Database,
      inject: [getDataSourceToken(WRITER), getDataSourceToken(READER), SETTINGS_TOKEN],
      useFactory: (writer: DataSource, reader: DataSource, settings: Settings) => new Database(writer, reader, settings.readOnly),
    },
    {
      provide: SchemaState,
      inject: [getDataSourceToken(READER)],
      useFactory: (reader: DataSource) => new SchemaState(reader),
    },
    { provide: WriteGate, inject: [Database], useFactory: ({ writeGate }: Database) => writeGate },
    { provide: SearchQueue, inject: [Database], useFactory: ({ search }: Database) => new SearchQueue(search.concurrency) },
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
    ClientAddresses,
    Clock,
    ConfigVersion,
    DerivedColumns,
    ExpiredRows,
    Jobs,
    Leases,
    MailOutbox,
    MailSettings,
    MailTransport,
    Metrics,
    Outboxes,
    Quotas,
    Readiness,
    Removals,
    SchemaState,
    SearchQueue,
    SmsOutbox,
    Database,
    WriteGate,
    Keyring,
  ],
})
export class CommonModule {}
