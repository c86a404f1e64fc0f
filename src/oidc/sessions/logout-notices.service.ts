// Back-channel logout: notifies applications that a session has ended (OpenID Connect Back-Channel Logout 1.0).
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../common/database/transaction.js';
import { NoAnswerError, PrivateAddressError } from '../../common/http/outbound/guarded-lookup.js';
import { postForm } from '../../common/http/outbound/post-form.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import type { OutboxRow } from '../../common/work/outbox.repository.js';
import { deliverAfter, Outboxes, type Outbox } from '../../common/work/outboxes.service.js';
import { EventLog, SYSTEM } from '../../users/events/events.service.js';
import { ApplicationsRepository } from '../clients/applications.repository.js';
import { Clients } from '../clients/clients.service.js';
import type { RememberedClient } from '../tokens/stored/ended-sessions.repository.js';
import type { SessionClient } from '../tokens/stored/grants.repository.js';
import { LogoutNoticesRepository } from './logout-notices.repository.js';
import { LogoutTokens } from './logout-tokens.service.js';

const NAME = 'logout notices';
/** Timeout of one request. */
const TIMEOUT_MS = 5_000;
const RETRY_US = 30_000_000;
const MAX_AGE_US = 7_200_000_000;

/** The clients that were given tokens in a session: those of its current authorizations, and those that it remembers. */
export interface ClientsOfSession {
  clients: readonly SessionClient[];
  remembered: readonly RememberedClient[];
}

interface LogoutNotice extends OutboxRow {
  client_no: number;
  sub: string;
  sid: string;
}

@Injectable()
export class LogoutNotices {
  private readonly outbox: Outbox;

  constructor(
    outboxes: Outboxes,
    private readonly repository: LogoutNoticesRepository,
    private readonly applications: ApplicationsRepository,
    private readonly clients: Clients,
    private readonly logoutTokens: LogoutTokens,
    private readonly events: EventLog,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {
    this.outbox = outboxes.openOutbox<LogoutNotice>({
      name: NAME,
      table: { name: 'logout_notices', columns: ['client_no', 'sub', 'sid'] },
      atOnce: 20,
      leaseMs: 30_000,
      // The last try is more than an hour after the first.
      maxTries: 8,
      retryUs: RETRY_US,
      send: (notice, signal) => this.postNotice(notice, signal),
      isPermanent: () => false,
      describe: ({ client_no: clientNo }, error) => ({
        message: 'a logout token could not be delivered',
        clientNo,
        failure: error instanceof Error ? error.message : 'unknown cause',
      }),
      afterFailure: async (tx, notice, error) => {
        const { client_no: clientNo } = notice;
        if (notice.tries === 0) await this.appendFailure(tx, clientNo, error);
        // A client that does not answer is skipped for a while, so that its notices do not delay those to others.
        if (error instanceof NoAnswerError) await this.repository.delayClient(tx, clientNo, RETRY_US, MAX_AGE_US);
      },
    });
  }

  /** Queues a notice, as part of `tx`, for each of these clients that wants one. It is sent if and only if `tx` commits. */
  async enqueueNotices(tx: Transaction, given: readonly RememberedClient[]): Promise<void> {
    const listening = await this.listeningClients(tx, new Set(given.map(({ clientId }) => clientId)));
    // Two ids of one session may remember the same clients.
    const told = new Map(given.map((client) => [`${client.clientId} ${client.sid}`, client]));
    const notices = [...told.values()].flatMap(({ clientId, sub, sid }) => {
      const clientNo = listening.get(clientId);
      return clientNo === undefined ? [] : [[clientNo, sub, sid]];
    });
    await this.outbox.insertMessages(tx, notices);
    if (notices.length > 0) deliverAfter(tx, NAME, () => this.deliverDue());
  }

  /** Sends the notices due now, unless another process has the lease. */
  deliverDue(): Promise<void> {
    return this.outbox.deliverDue();
  }

  /** Logs one failure per notice, without details: the exact failure on the way to an internal address is only for the operator's log. */
  private async appendFailure(tx: Transaction, clientNo: number, error: unknown): Promise<void> {
    const application = await this.applications.findApplicationByNo(clientNo, tx);
    if (!application) return;
    const reason = reasonOf(error);
    const { id, orgNo } = application;
    await this.events.appendNext(tx, { type: 'application.logout.failed', orgNo, id, editor: SYSTEM, payload: { reason } });
  }

  /** The internal numbers of the clients that have registered an address for notices. */
  private async listeningClients(tx: Transaction, clientIds: ReadonlySet<string>): Promise<Map<string, number>> {
    const listening = new Map<string, number>();
    for (const clientId of clientIds) {
      const application = await this.applications.findApplicationByClientId(clientId, tx);
      if (application?.config.backchannelLogoutUri) listening.set(clientId, application.no);
    }
    return listening;
  }

  /** Posts to the currently registered address. A client that removed its address, or is deactivated, is no longer notified. */
  private async postNotice({ client_no: clientNo, sub, sid }: LogoutNotice, signal: AbortSignal): Promise<void> {
    const application = await this.applications.findApplicationByNo(clientNo);
    const client = application && (await this.clients.findClient(application.clientId));
    if (client?.kind !== 'application' || !client.config.backchannelLogoutUri) return;
    const status = await postForm(
      client.config.backchannelLogoutUri,
      { logout_token: await this.logoutTokens.signLogoutToken(client, { sub, sid }) },
      { allowPrivate: this.settings.backchannelAllowPrivate, timeoutMs: TIMEOUT_MS, signal },
    );
    // Section 2.8: the response is 200; some frameworks replace it with 204 for an empty body.
    if (status < 200 || status > 299) throw new Error(`it responded with status ${status}`);
  }
}

/** The clients that were given tokens in a session. A remembered client without an authorization had one whose tokens have expired. */
export function givenClients({ clients, remembered }: ClientsOfSession): RememberedClient[] {
  const known = new Set(clients.map(({ clientId }) => clientId));
  return [...clients.filter(({ isGiven }) => isGiven), ...remembered.filter(({ clientId }) => !known.has(clientId))];
}

/** Coarse on purpose. */
function reasonOf(error: unknown): 'privateAddress' | 'noAnswer' | 'refused' {
  if (!(error instanceof NoAnswerError)) return 'refused';
  return error.cause instanceof PrivateAddressError ? 'privateAddress' : 'noAnswer';
}
