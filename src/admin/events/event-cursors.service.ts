// Sealed cursors: where a search or a follower continues.
import { Injectable } from '@nestjs/common';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import type { EventKey, FollowPosition } from '../../users/events/event-search.repository.js';

/** The two kinds of cursors. That of a search belongs to its request; a follower may change its filter. */
type CursorPosition = { order: 'events by time'; key: EventKey; digest: string } | { order: 'events by commit'; place: FollowPosition };

@Injectable()
export class EventCursors {
  constructor(private readonly keyring: Keyring) {}

  seal(position: CursorPosition): Promise<string> {
    return this.keyring.seal('cursor', Buffer.from(JSON.stringify(position)));
  }

  /** @throws DomainError `invalid` for anything but a cursor of the same request */
  async openSearch(cursor: string | undefined, digest: string): Promise<EventKey | undefined> {
    if (cursor === undefined) return undefined;
    const position = await this.open(cursor);
    if (position?.order === 'events by time' && position.digest === digest) return position.key;
    throw notOfThisRequest();
  }

  /** @throws DomainError `invalid` for anything but a cursor of a follower */
  async openFollow(cursor: string | undefined): Promise<FollowPosition | undefined> {
    if (cursor === undefined) return undefined;
    const position = await this.open(cursor);
    if (position?.order === 'events by commit') return position.place;
    throw notOfThisRequest();
  }

  private async open(cursor: string): Promise<CursorPosition | undefined> {
    const content = await this.keyring.open('cursor', cursor);
    return content && (JSON.parse(content.toString()) as CursorPosition);
  }
}

function notOfThisRequest(): DomainError {
  return new DomainError(
    'invalid',
    'event.cursor',
    'The cursor does not belong to this request. Repeat the request without a cursor.',
    'cursor',
  );
}
