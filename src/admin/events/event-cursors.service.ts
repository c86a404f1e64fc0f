// Sealed cursors: where a search or a follower continues.
import { Injectable } from '@nestjs/common';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import type { EventKey, FollowPlace } from '../../users/events/event-search.repository.js';

/** The two kinds of cursors. That of a search belongs to its request; a follower may change its filter. */
type Place = { order: 'events by time'; key: EventKey; digest: string } | { order: 'events by commit'; place: FollowPlace };

@Injectable()
export class EventCursors {
  constructor(private readonly keyring: Keyring) {}

  seal(place: Place): Promise<string> {
    return this.keyring.seal('cursor', Buffer.from(JSON.stringify(place)));
  }

  /** @throws DomainError `invalid` for anything but a cursor of the same request */
  async openSearch(cursor: string | undefined, digest: string): Promise<EventKey | undefined> {
    if (cursor === undefined) return undefined;
    const place = await this.open(cursor);
    if (place?.order === 'events by time' && place.digest === digest) return place.key;
    throw notOfThisRequest();
  }

  /** @throws DomainError `invalid` for anything but a cursor of a follower */
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
