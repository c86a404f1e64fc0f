// Statements that may read many rows: limited in time, and run in a separate process with an embedded database.
import { measure, STATEMENTS } from '../observation/topics.js';
import { DomainError } from '../primitives/domain-error.js';
import { StatementTimeError, type SearchCost, type Searcher } from './dialect.js';
import type { SqlValue } from './engines/sql-value.js';
import { asUnread } from './errors/refusals.js';
import type { SqlWords } from './engines/sql-words.js';

/** Search statements: stopped after 2 s; slow ones of an embedded database run in a separate process. */
export interface Search {
  readonly words: SqlWords;
  /** How many slow searches should run at once. */
  readonly concurrency: number;
  /** @throws DomainError `invalid` (`search.tooLong`) when the time is up */
  rows<Row>(sql: string, values: SqlValue[], reach: SearchCost): Promise<Row[]>;
}

/** The searches of a connection's engine. */
export function searchOf(searcher: Searcher): Search {
  return {
    words: searcher.words,
    concurrency: searcher.concurrency,
    async rows<Row>(sql: string, values: SqlValue[], reach: SearchCost) {
      try {
        return (await measure(STATEMENTS, { sql, use: 'read' }, () => searcher.rows(sql, values, reach))) as Row[];
      } catch (error) {
        if (error instanceof StatementTimeError)
          throw new DomainError('invalid', 'search.tooLong', 'This search takes too long. Make it more specific.', 'filter');
        throw asUnread(error);
      }
    },
  };
}
