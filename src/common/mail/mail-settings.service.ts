// The mail server and the sender in use: the administrators' settings take precedence over the environment's.
import { Inject, Injectable } from '@nestjs/common';
import { Keyring } from '../crypto/keyring.service.js';
import { ConfigCache, ConfigVersion } from '../database/config-version.js';
import type { Query, Transaction } from '../database/transaction.js';
import { SETTINGS_TOKEN } from '../settings/settings.module.js';
import type { Settings } from '../settings/settings.js';
import type { MailSender, MailServer } from '../settings/values.js';
import { MailSettingsRepository, type DecidedServer, type DecidedMail } from './mail-settings.repository.js';
import { MailFailure } from './smtp.js';

/** The settings for sending mail. Without a server, mail is written to files. */
export interface MailInUse {
  server: MailServer | undefined;
  from: MailSender;
  replyTo: string | undefined;
}

@Injectable()
export class MailSettings {
  private readonly cache: ConfigCache<'mail', DecidedMail>;

  constructor(
    private readonly repository: MailSettingsRepository,
    private readonly keyring: Keyring,
    private readonly config: ConfigVersion,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {
    this.cache = new ConfigCache(config);
  }

  /** @param query reads within a unit of work; absent: the current settings, in every process */
  async decided(query?: Query): Promise<DecidedMail> {
    if (query) return (await this.repository.findDecided(query)) ?? {};
    return this.cache.get('mail', async () => (await this.repository.findDecided()) ?? {});
  }

  /** The settings of the environment. */
  get fromEnvironment(): Settings['mail'] {
    return this.settings.mail;
  }

  /** The settings for the next mail. @throws MailFailure when the key that sealed the password is gone */
  async inUse(): Promise<MailInUse> {
    const { server, from, replyTo } = await this.decided();
    return {
      server: server ? await this.opened(server) : this.settings.mail.server,
      from: from ?? this.settings.mail.from,
      replyTo,
    };
  }

  /** Replaces the administrators' settings; absent ones come from the environment again. Every process uses them from its next mail on. */
  async decide(tx: Transaction, decided: DecidedMail): Promise<void> {
    await this.config.raise(tx);
    await this.repository.deleteDecided(tx);
    if (Object.keys(decided).length > 0) await this.repository.insertDecided(tx, decided);
  }

  /** Serializes changes, each of which reads before it writes. */
  lock(tx: Transaction): Promise<void> {
    return this.config.lock(tx);
  }

  sealPassword(password: string): Promise<string> {
    return this.keyring.seal('mail-server', Buffer.from(password));
  }

  private async opened({ login, ...server }: DecidedServer): Promise<MailServer> {
    if (!login) return { ...server, auth: undefined };
    const password = await this.keyring.open('mail-server', login.sealedPassword);
    if (!password) throw new MailFailure('SEALED_BY_UNKNOWN_KEY', false);
    return { ...server, auth: { user: login.user, pass: password.toString() } };
  }
}
