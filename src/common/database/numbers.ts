import type { Transaction } from './transaction.js';

const BLOCK = 100_000;
const RESERVE = 10_000;

/**
 * Internal numbers: unique over all processes, never used twice, below 2^53. Each process leases blocks of 100,000 from one row. The rest
 * of a block is lost when the process ends, which costs nothing.
 */
export class Numbers {
  private from = 0;
  private to = 0;
  private ahead: [number, number] | undefined;
  private leasing: Promise<void> | undefined;
  private moves = 0;

  /** @param movesNow grows with each move to another server */
  constructor(
    private readonly unit: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>,
    private readonly movesNow: () => number,
  ) {}

  /** Whether the numbers were leased on the server in use now. A server that lags behind may lease the same numbers to another process. */
  get areOfServer(): boolean {
    return this.moves === this.movesNow();
  }

  /** Ensures that the next 10,000 numbers are available. */
  async reserve(): Promise<void> {
    if (this.left() >= RESERVE && this.areOfServer) return;
    this.leasing ??= this.lease().finally(() => (this.leasing = undefined));
    await this.leasing;
  }

  next(): number {
    if (this.from === this.to) {
      if (!this.ahead) throw new Error(`A unit of work used more than ${RESERVE} numbers.`);
      [this.from, this.to] = this.ahead;
      this.ahead = undefined;
    }
    return this.from++;
  }

  private left(): number {
    return this.to - this.from + (this.ahead ? this.ahead[1] - this.ahead[0] : 0);
  }

  private async lease(): Promise<void> {
    const moves = this.movesNow();
    const block = await this.unit<[number, number]>(async (tx) => {
      await tx.run('UPDATE sequences SET next_no = next_no + ? WHERE name = ?', [BLOCK, 'numbers']);
      const row = await tx.row<{ next_no: number }>('SELECT next_no FROM sequences WHERE name = ?', ['numbers']);
      if (!row) throw new Error('The row "numbers" is missing from the table sequences.');
      return [row.next_no - BLOCK, row.next_no];
    });
    // The rest of the previous block was leased on another server.
    if (moves !== this.moves) this.from = this.to;
    this.ahead = block;
    this.moves = moves;
  }
}
