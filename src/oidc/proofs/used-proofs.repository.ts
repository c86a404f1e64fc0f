// SQL of used proofs, so that each is used once over all processes.
import { Injectable } from '@nestjs/common';
import { Coalescer } from '../../common/database/coalescer.js';
import { Database, DuplicateKeyError } from '../../common/database/database.js';

/** A use of a proof: a digest of its key and `jti`, and until when it is kept (microseconds since 1970 UTC). */
interface Use {
  id: string;
  untilUs: number;
}

const MAX_FLIGHTS = 2;
/** Rows of one statement. Each number of rows is a prepared statement. */
const MOST_ROWS = 20;
const MAX_REMEMBERED = 50_000;

@Injectable()
export class UsedProofsRepository {
  private readonly uses = new Coalescer<Use, boolean>((uses) => this.insertEach(uses), MAX_FLIGHTS, MOST_ROWS, true);
  /** Used in read-only mode, the oldest first. */
  private readonly remembered = new Set<string>();

  constructor(private readonly database: Database) {}

  /**
   * Records a use. The primary key decides, so exactly one of any number of callers is first. Concurrent calls share a statement. In
   * read-only mode, only this process remembers it: no request changes anything then.
   * @returns whether this is the first use
   */
  async use(id: string, untilUs: number): Promise<boolean> {
    if ((await this.database.writeGate.currentBan()) === 'readOnly') return this.useHere(id);
    return this.uses.load({ id, untilUs });
  }

  private async insertEach(uses: readonly Use[]): Promise<boolean[]> {
    const isFirst = uses.map(({ id }, at) => uses.findIndex((other) => other.id === id) === at);
    const rows = uses.filter((_, at) => isFirst[at]).map(({ id, untilUs }) => [id, untilUs]);
    try {
      await this.database.insert('use proofs', { sql: insertText(rows.length), values: rows.flat() });
      return isFirst;
    } catch (error) {
      if (!(error instanceof DuplicateKeyError)) throw error;
    }
    // One of them was used before. Alone, each learns whether it was this one.
    if (rows.length === 1) return uses.map(() => false);
    return Promise.all(uses.map(async (use, at) => isFirst[at] === true && (await this.insertEach([use]))[0] === true));
  }

  private useHere(id: string): boolean {
    if (this.remembered.has(id)) return false;
    if (this.remembered.size >= MAX_REMEMBERED) this.remembered.delete(this.remembered.values().next().value ?? '');
    this.remembered.add(id);
    return true;
  }
}

function insertText(rows: number): string {
  return `INSERT INTO used_proofs (id, expires_us) VALUES ${Array.from({ length: rows }, () => '(?, ?)').join(', ')}`;
}
