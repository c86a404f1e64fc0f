import { ApiProperty } from '@nestjs/swagger';
import { NestedList, Text, TextList, TextOrNone } from '../../common/http/fields.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import type { ExpectedTag, TagCheck } from '../../common/http/entity-tags.js';
import { ONLY_PAGE } from '../../common/http/list-request.js';
import { listItems, type ItemList } from '../../common/primitives/list-items.js';

/** Most entries that one request names. */
const MAX_AT_ONCE = 100;
/** Base64 of the longest value. */
const MAX_VALUE = 87_384;

export class MetadataValueBody {
  @TextOrNone(MAX_VALUE, { description: 'the value in base64, at most 65,536 bytes', example: 'NDcxMQ==' }) value: string;
}

export class MetadataEntryBody extends MetadataValueBody {
  @Text(200, { description: 'key', example: 'costCenter' }) key: string;
}

export class MetadataBody {
  @NestedList(() => MetadataEntryBody, MAX_AT_ONCE, { description: 'entries to set; those with other keys stay' })
  metadata: MetadataEntryBody[];
}

export class MetadataKeysBody {
  @TextList(MAX_AT_ONCE, 200, { description: 'keys of the entries to remove; there need not be such', example: ['costCenter'] })
  keys: string[];
}

export class MetadataView {
  @ApiProperty({ example: 'costCenter' }) key: string;
  @ApiProperty({ format: 'byte', example: 'NDcxMQ==' }) value: string;
}

export const METADATA_LIST: ItemList<MetadataView> = {
  no: ({ key }) => key,
  sorts: { key: ({ key }) => key },
  filters: {
    key: { kind: 'startsWith', of: ({ key }) => key },
    q: { kind: 'contains', of: ({ key }) => key, description: 'only entries whose key contains this' },
  },
  defaultLimit: 1_000,
};

const WHOLE_LIST = { sort: undefined, descending: false, filters: {}, limit: METADATA_LIST.defaultLimit ?? 0, total: false };

/** If-Match for one entry: a removed entry has changed, too (RFC 9110 section 13.1.1). */
export function entryExpected(ifMatch: ExpectedTag, key: string): TagCheck<readonly MetadataView[]> | undefined {
  const expected = ifMatch.on((entry: MetadataView) => metadataView(entry));
  return (
    expected &&
    ((entries) => {
      const entry = entries.find((one) => one.key === key);
      if (!entry) throw new DomainError('changed', 'precondition.etag', 'The entry has been removed since you read it.');
      expected(entry);
    })
  );
}

/** If-Match for many entries: the tag of the whole list, as it is shown without parameters. */
export function listExpected(ifMatch: ExpectedTag): TagCheck<readonly MetadataView[]> | undefined {
  return ifMatch.on((entries: readonly MetadataView[]) => ({
    metadata: listItems(entries, METADATA_LIST, WHOLE_LIST).entries.map(metadataView),
    ...ONLY_PAGE,
  }));
}

/** An entry as it is shown. */
export const metadataView = ({ key, value }: MetadataView): MetadataView => ({ key, value });
