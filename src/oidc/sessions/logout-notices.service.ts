// Telling applications that a session has ended (OpenID Connect Back-Channel Logout 1.0). A notice is a row first, like a mail: written in
// the transaction that ended the session, sent afterwards, so that it is neither lost nor sent for nothing.
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Database, type Transaction } from '../../common/database/database.js';
import { NoAnswerError, postForm } from '../../common/http/post-form.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Jobs, type Job } from '../../common/work/jobs.service.js';
import { Leases, type Lease } from '../../common/work/leases.service.js';
import { ApplicationsRepository } from '../clients/applications.repository.js';
import { Clients } from '../clients/clients.service.js';
import type { SessionClient } from '../tokens/grants.repository.js';
import { LogoutNoticesRepository, type LogoutNotice } from './logout-notices.repository.js';
import { LogoutTokens } from './logout-tokens.service.js';

/** Longer than a batch takes. */
const LEASE_MS = 30_000;
/** Sent at the same time. */
const BATCH = 20;
const TIMEOUT_MS = 5_000;
/** With {@link RETRY_US} doubled each time: the last one a good hour after the first. */
const MAX_TRIES = 8;
const RETRY_US = 30_000_000;
const MAX_AGE_US = 7_200_000_000;

/** What became of a notice; `silent` when nobody answered at all. */
type Outcome = { notice: LogoutNotice } & ({ failure?: undefined } | { failure: string; silent: boolean });

@Injectable()
export class LogoutNotices implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(LogoutNotices.name);
  private readonly job: Job = { name: 'logout notices', everyMs: 5_000, leaseMs: LEASE_MS, run: (lease) => this.deliverInBatches(lease) };
  private readonly stop = new AbortController();

  constructor(
    private readonly repository: LogoutNoticesRepository,
    private readonly applications: ApplicationsRepository,
    private readonly clients: Clients,
    private readonly logoutTokens: LogoutTokens,
    private readonly database: Database,
    private readonly leases: Leases,
    private readonly jobs: Jobs,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.schedule(this.job);
  }

  /** What is on its way is given up for now; its row stays. */
  onModuleDestroy(): void {
    this.stop.abort();
  }

  /** Queues a notice, as part of `tx`, to each of the clients that wants one: it is sent if and only if `tx` commits. */
  async enqueue(tx: Transaction, clients: readonly SessionClient[]): Promise<void> {
    const wanting = await this.listeningClients(tx, new Set(clients.map(({ clientNo }) => clientNo)));
    const told = clients.filter(({ clientNo }) => wanting.has(clientNo));
    for (const client of told) await this.repository.insertNotice(tx, client);
    if (told.length === 0) return;
    tx.afterCommit(
      () =>
        void this.deliverDue().catch((error: unknown) =>
          this.log.warn({ message: 'logout notices are left for the next run', err: error }),
        ),
    );
  }

  /** Sends what is due now, unless another process is at it. */
  async deliverDue(): Promise<void> {
    if ((await this.repository.findDue(1)).length > 0) await this.jobs.runNow(this.job);
  }

  private async listeningClients(tx: Transaction, clientNos: ReadonlySet<number>): Promise<Set<number>> {
    const wanting = new Set<number>();
    for (const no of clientNos) if ((await this.applications.findByNo(no, tx))?.config.backchannelLogoutUri) wanting.add(no);
    return wanting;
  }

  private async deliverInBatches(lease: Lease): Promise<void> {
    for (;;) {
      const batch = await this.repository.findDue(BATCH);
      const outcomes = await Promise.all(batch.map((notice) => this.tryNotice(notice)));
      if (batch.length === 0 || this.stop.signal.aborted) return;
      await this.database.write('settle logout notices', async (tx) => {
        await this.leases.assertHeld(tx, lease, LEASE_MS);
        for (const outcome of outcomes) await this.recordOutcome(tx, outcome);
      });
    }
  }

  private async tryNotice(notice: LogoutNotice): Promise<Outcome> {
    try {
      await this.postNotice(notice);
      return { notice };
    } catch (error) {
      const failure = error instanceof Error ? error.message : 'unknown cause';
      const { clientNo, tries } = notice;
      if (!this.stop.signal.aborted)
        this.log.warn({ message: 'a logout token could not be delivered', clientNo, attempt: tries + 1, of: MAX_TRIES, failure });
      return { notice, failure, silent: error instanceof NoAnswerError };
    }
  }

  /** To the address that is registered now; whoever took it away, or is deactivated, is not told any more. */
  private async postNotice(notice: LogoutNotice): Promise<void> {
    const application = await this.applications.findByNo(notice.clientNo);
    const client = application && (await this.clients.find(application.clientId));
    if (client?.kind !== 'application' || !client.config.backchannelLogoutUri) return;
    const status = await postForm(
      client.config.backchannelLogoutUri,
      { logout_token: await this.logoutTokens.signLogoutToken(client, notice) },
      { allowPrivate: this.settings.backchannelAllowPrivate, timeoutMs: TIMEOUT_MS, signal: this.stop.signal },
    );
    // Section 2.8: 200, and some frameworks make it 204 when there is nothing to say.
    if (status < 200 || status > 299) throw new Error(`it responded with status ${status}`);
  }

  /** A client that does not answer is left alone for a while, so that its notices do not hold up those to others. */
  private async recordOutcome(tx: Transaction, { notice, ...outcome }: Outcome): Promise<void> {
    const { no, tries, clientNo } = notice;
    if (outcome.failure === undefined || tries + 1 >= MAX_TRIES) return this.repository.removeNotice(tx, no);
    await this.repository.postponeNotice(tx, no, 2 ** tries * RETRY_US);
    if (outcome.silent) await this.repository.holdBackClient(tx, clientNo, RETRY_US, MAX_AGE_US);
  }
}
