// Reads events in the order in which their units of work were committed, without gaps: docs/adr/0004-events.md.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { DomainError, isWriteBan } from '../../common/primitives/domain-error.js';
import { CommitRowsRepository } from './commit-rows.repository.js';
import { EventSearchRepository, type FollowPosition } from './event-search.repository.js';
import { eventMatcher, type EventFilter } from './event-search.service.js';
import { toEvent, type LoggedEvent } from './events.service.js';

const NUMBERED_AT_ONCE = 2_000;

const THE_START = { position: 0, ord: -1 };
/** The end of a unit of work. */
const END = Number.MAX_SAFE_INTEGER;

/** Events after a position, and the position to continue from. `isNew`: it differs from the given one. */
export interface FollowPage {
  events: LoggedEvent[];
  position: FollowPosition;
  isNew: boolean;
}

@Injectable()
export class EventFollower {
  constructor(
    private readonly database: Database,
    private readonly repository: EventSearchRepository,
    private readonly commits: CommitRowsRepository,
  ) {}

  /**
   * The next events after `place` in commit order: reads at most `limit` and returns those that match. A follower that continues from the returned
   * place gets every event exactly once, even with writers in several processes.
   * @param position absent: the start of the events that are not archived, or of those after the time of the filter
   * @throws DomainError `precondition` if events were archived that the follower has not read
   */
  async followEvents(position: FollowPosition | undefined, limit: number, filter: EventFilter = {}): Promise<FollowPage> {
    // When writes are forbidden, no other process numbers either: the numbered commits still precede all others.
    await this.numberEvents().catch((error: unknown) => {
      if (!isWriteBan(error)) throw error;
    });
    const from = position ?? { ...(await this.startOf(filter)), archived: await this.repository.archivedPosition() };
    const { rows, position: next } = await this.repository.listAfter(from, limit);
    // Read after the rows: any row that is missing because it was archived is counted here.
    const archived = position ? await this.repository.archivedPosition() : 0;
    if (archived > from.position && archived > (from.archived ?? 0)) throw missed();
    const isNew = rows.length > 0 || next.position !== from.position;
    return { events: rows.filter(eventMatcher(filter)).flatMap(toEvent), position: isNew ? { ...from, ...next } : from, isNew };
  }

  /** Before the first event after the time of a filter: a follower of today's events doesn't read those of years. */
  private async startOf({ afterUs }: EventFilter): Promise<FollowPosition> {
    if (afterUs === undefined) return THE_START;
    // Read before the events: a commit that isn't numbered yet gets a later position.
    const head = await this.repository.headPosition();
    const first = await this.repository.firstPositionAfter(afterUs, head);
    return first === undefined ? THE_START : { position: first - 1, ord: END };
  }

  /** Assigns positions to new commits. Serialized over all processes, and only for committed rows, so that gaps never fill later. */
  async numberEvents(): Promise<void> {
    for (let left = await this.repository.hasUnnumbered(); left;) {
      left = await this.database.write('number commits', async (tx) => {
        const head = await this.commits.lockHead(tx);
        const open = await this.commits.listUnnumbered(tx, NUMBERED_AT_ONCE);
        if (head === undefined || open.length === 0) return false;
        await this.commits.setPositions(tx, open, head);
        return open.length === NUMBERED_AT_ONCE;
      });
    }
  }
}

function missed(): DomainError {
  return new DomainError(
    'precondition',
    'event.archived',
    'Events after this cursor were archived before they were read. They are in the archive files; follow again without a cursor to read what is left.',
    'cursor',
  );
}
