// Reports failed client authentications to operators and organizations, as log lines and events. Both are limited, because any stranger can
// cause a failure.
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { AfterAnswer } from '../../common/work/after-answer.js';
import { Clock } from '../../common/primitives/clock.js';
import { Database } from '../../common/database/database.js';
import { EventLog, SYSTEM } from '../../users/events/events.service.js';
import { ApplicationsRepository } from './applications.repository.js';
import type { ClientRecord } from './clients.service.js';

/** A request that failed. It contains nothing that the caller sent, except a request id. */
export interface FailedAuthentication {
  requestId: string;
  endpoint: string;
  /** A sentence written by this service. */
  reason: string;
  /** The client that the request claims to come from; absent if there is no such client. */
  client?: ClientRecord | undefined;
}

/** Maximum within {@link WINDOW_MS} in this process: log lines, and events of one client. */
const MOST_LINES = 600;
export const MOST_EVENTS = 10;
const WINDOW_MS = 600_000;
/** Maximum clients tracked. Beyond it, the client that failed first is dropped. */
const MAX_CLIENTS = 5_000;

/** The count of reported failures since `fromMs`; `untold` is the number skipped. */
interface Window {
  fromMs: number;
  told: number;
  untold: number;
}

@Injectable()
export class ClientFailures implements BeforeApplicationShutdown {
  private readonly log = new Logger('oidc');
  private readonly later = new AfterAnswer('event of a failed client authentication');
  private readonly lines: Window = { fromMs: 0, told: 0, untold: 0 };
  private readonly clients = new Map<number, Window>();

  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly events: EventLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Logs the failure, and soon appends an event to the client. `passedOver` is the number of failures skipped before. */
  note({ requestId, endpoint, reason, client }: FailedAuthentication): void {
    const passedOver = this.tell(this.lines, MOST_LINES);
    if (passedOver !== undefined)
      this.log.warn({
        message: 'client authentication failed',
        requestId,
        endpoint,
        reason,
        clientId: client?.clientId,
        ...(passedOver > 0 ? { passedOver } : {}),
      });
    if (!client) return;
    const untold = this.tell(this.windowOf(client.no), MOST_EVENTS);
    if (untold !== undefined) this.later.runAfterAnswer(() => this.append(client, { requestId, endpoint, reason, passedOver: untold }));
  }

  /** Waits for events that are not yet written. */
  settled(): Promise<void> {
    return this.later.settled();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.settled();
  }

  /** @returns the number skipped before, or undefined if this one is to be skipped */
  private tell(window: Window, most: number): number | undefined {
    const now = this.clock.nowMs();
    if (now - window.fromMs >= WINDOW_MS) Object.assign(window, { fromMs: now, told: 0 });
    if (window.told >= most) {
      window.untold++;
      return undefined;
    }
    window.told++;
    const { untold } = window;
    window.untold = 0;
    return untold;
  }

  private windowOf(clientNo: number): Window {
    const known = this.clients.get(clientNo);
    if (known) return known;
    if (this.clients.size >= MAX_CLIENTS) this.clients.delete(this.clients.keys().next().value ?? 0);
    const window = { fromMs: 0, told: 0, untold: 0 };
    this.clients.set(clientNo, window);
    return window;
  }

  private async append({ kind, no }: ClientRecord, payload: Record<string, unknown>): Promise<void> {
    await this.database.write('note failed client authentication', async (tx) => {
      if (kind === 'service')
        return this.events.appendAboutUser(tx, no, { type: 'user.machine.authentication.failed', editor: SYSTEM, payload });
      const application = await this.applications.findApplicationByNo(no, tx);
      if (!application) return;
      const { id, orgNo } = application;
      await this.events.appendNext(tx, { type: 'application.authentication.failed', orgNo, id, editor: SYSTEM, payload });
    });
  }
}
