// Cursors of RFC 9865: the position at which a page ended. They are sealed, because sort keys are personal data and cursors are sent in
// URLs.
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/principal.js';
import { Clock } from '../../common/primitives/clock.js';
import { Keyring } from '../../common/crypto/keyring.service.js';
import type { PagePosition } from '../../common/search/page-position.js';
import type { ResourceType } from '../protocol/schema/attribute.js';
import type { ListQuery } from '../protocol/list-query.js';
import { LIMITS } from '../protocol/wire/limits.js';
import { ScimError } from '../protocol/wire/scim-error.js';

/** The position at which a page ended, and the total, so that further pages need not count. */
export interface CursorPosition {
  /** Absent at the start of a type's resources. */
  readonly after?: PagePosition;
  readonly total: number;
  /** In a search over several types, the name of the type to continue with. */
  readonly type?: string;
}

/** The query that a cursor belongs to: a list query, or those of several types. */
export type CursorQuery = TypeQuery | readonly TypeQuery[];

type TypeQuery = Pick<ListQuery, 'filter' | 'sort'> & { readonly type: ResourceType };

interface Content extends CursorPosition {
  /** Digest of organization, caller, filter and order; the cursor is valid only for these. */
  readonly query: string;
  /** The names of the resource types, for which alone the cursor is valid. */
  readonly of: string;
  readonly untilMs: number;
}

@Injectable()
export class Cursors {
  constructor(
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {}

  seal(orgNo: number, caller: Principal, query: CursorQuery, position: CursorPosition): Promise<string> {
    const untilMs = this.clock.nowMs() + LIMITS.cursorSeconds * 1000;
    const content: Content = { ...position, query: digest(orgNo, caller, query), of: typesOf(query), untilMs };
    return this.keyring.seal('cursor', Buffer.from(JSON.stringify(content)));
  }

  /** @returns undefined for the empty cursor of a first page. @throws ScimError `invalidCursor`, `expiredCursor` */
  async openCursor(orgNo: number, caller: Principal, query: CursorQuery, cursor: string): Promise<CursorPosition | undefined> {
    if (cursor === '') return undefined;
    const opened = await this.keyring.open('cursor', cursor);
    if (!opened) throw new ScimError('SCIM-CURSOR-VALUE', 'This cursor was not issued by this service. Start again with an empty cursor.');
    const content = JSON.parse(opened.toString()) as Content;
    if (content.query !== digest(orgNo, caller, query) || content.of !== typesOf(query)) {
      throw new ScimError(
        'SCIM-CURSOR-VALUE',
        'This cursor belongs to another query. Repeat resource type, filter, sortBy and sortOrder as they were.',
      );
    }
    if (content.untilMs <= this.clock.nowMs()) {
      throw new ScimError('SCIM-CURSOR-EXPIRED', 'This cursor has expired. Start again with an empty cursor.');
    }
    return content;
  }
}

function typesOf(query: CursorQuery): string {
  return [query]
    .flat()
    .map(({ type }) => type.name)
    .join(' ');
}

function digest(orgNo: number, { userNo }: Principal, query: CursorQuery): string {
  const asked = [query].flat().map(({ filter, sort }) => [filter ?? null, sort ?? null]);
  return createHash('sha256')
    .update(JSON.stringify([orgNo, userNo, asked]))
    .digest('base64url');
}
