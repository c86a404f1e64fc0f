// Holds the running provider, and builds a new one when the signing keys change. All state is in the adapters and the cookie keys, so a
// sign-in in progress continues with the new provider.
import { Injectable, Logger } from '@nestjs/common';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { ConfigVersion, LOOK_AGAIN_MS } from '../../common/database/config-version.js';
import { Clock } from '../../common/primitives/clock.js';
import { isTemporary } from '../../common/primitives/domain-error.js';
import { inTime } from '../../common/concurrency/in-time.js';
import { Policies } from '../../users/organizations/policies/policies.service.js';
import { Documents } from '../fast-path/http-answer.js';
import { type KeySet, SigningKeys } from '../keys/signing-keys.service.js';
import { ProviderFactory } from './provider-factory.service.js';

interface Running {
  fingerprint: string;
  documents: Documents;
  provider: Provider;
  callback: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/**
 * Maximum wait for the database. Verifiers fetch the key set while they serve requests, so it comes from memory if the database takes
 * longer.
 */
const DOCUMENT_MS = 500;

@Injectable()
export class ProviderHost {
  private readonly log = new Logger('oidc');
  private running: Promise<Running> | undefined;
  private lookedMs = 0;
  private lookedChanges = 0;
  private known: Running | undefined;

  constructor(
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    private readonly config: ConfigVersion,
    private readonly signingKeys: SigningKeys,
    private readonly policies: Policies,
    private readonly factory: ProviderFactory,
  ) {}

  /** The provider, with keys read at most a second ago. */
  async currentProvider(): Promise<Running> {
    if (this.running && this.isRecent()) return this.running;
    this.lookedMs = this.clock.nowMs();
    this.lookedChanges = this.config.ownChanges;
    const before = this.running;
    this.running = this.look(before).catch((error: unknown) => {
      // The next request reads the keys again.
      this.running = before;
      this.lookedMs = 0;
      throw error;
    });
    return this.running;
  }

  /** The public documents, at most a second old; undefined if they must be refreshed. */
  recentDocuments(): Documents | undefined {
    return this.isRecent() ? this.known?.documents : undefined;
  }

  /** The provider that answers for the public documents: the current one, or the last known one while the database is unavailable. */
  async documentProvider(): Promise<Running> {
    const known = this.known;
    if (!known) return this.currentProvider();
    const current = this.currentProvider().catch((error: unknown) => {
      if (isTemporary(error)) return known;
      throw error;
    });
    return inTime(current, DOCUMENT_MS, () => known);
  }

  private isRecent(): boolean {
    return this.clock.nowMs() - this.lookedMs < LOOK_AGAIN_MS && this.config.ownChanges === this.lookedChanges;
  }

  private async look(before: Promise<Running> | undefined): Promise<Running> {
    const keys = await this.signingKeys.currentKeySet();
    const cookieSecrets = this.keyring.secrets('cookie');
    const fingerprint = [keys.fingerprint, ...cookieSecrets].join(' ');
    // Runs one after the other, even if the previous run failed.
    await before?.catch(() => undefined);
    const { known } = this;
    const running = known?.fingerprint === fingerprint ? known : this.build(keys, cookieSecrets, fingerprint);
    running.documents.tokenExchange = (await this.policies.features()).oidcTokenExchange;
    this.known = running;
    return running;
  }

  private build(keys: KeySet, cookieSecrets: string[], fingerprint: string): Running {
    const documents = new Documents(keys.published);
    const provider = this.factory.build(keys, cookieSecrets, documents);
    (provider as EventEmitter).on('error', (error: unknown) => this.log.error({ message: 'provider error', err: error }));
    return { fingerprint, documents, provider, callback: provider.callback() };
  }
}
