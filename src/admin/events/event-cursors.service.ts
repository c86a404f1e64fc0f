// Where a search or a follower goes on, as a text that nobody can read or make.
import { Injectable } from '@nestjs/common';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import type { EventKey, FollowPlace } from '../../users/events/event-search.repository.js';

/** The two orders. A search goes on only with the request it belongs to; a follower may change what it looks for. */
type Place = { order: 'events by time'; key: EventKey; digest: string } | { order: 'events by commit'; place: FollowPlace };

@Injectable()
export class EventCursors {
  constructor(private readonly keyring: Keyring) {}

  seal(place: Place): string {
    return this.keyring.seal('cursor', Buffer.from(JSON.stringify(place)));
  }

  /** @throws DomainError `invalid` for a text that is no cursor, or one of another request */
  async openSearch(cursor: string | undefined, digest: string): Promise<EventKey | undefined> {
    if (cursor === undefined) return undefined;
    const place = await this.open(cursor);
    if (place?.order === 'events by time' && place.digest === digest) return place.key;
    throw notOfThisRequest();
  }

  /** @throws DomainError `invalid` for a text that is no cursor of a follower */
  async openFollow(cursor: string | undefined): Promise<FollowPlace | undefined> {
    if (cursor === undefined) return undefined;
    const place = await this.open(cursor);
    if (place?.order === 'events by commit') return place.place;
    throw notOfThisRequest();
  }

  private async open(cursor: string): Promise<Place | undefined> {
    const content = await this.keyring.open('cursor', cursor);
    return content && (JSON.parse(content.toString()) as Place);
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
