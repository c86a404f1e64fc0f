import { DomainError } from '../primitives/domain-error.js';

const MAX_WAITING = 64;
const MAX_WAIT_MS = 5_000;

/**
 * The queue of searches that read many rows: a fixed number at once per process, and one per organization, so that one client's searches cannot
 * occupy the database. Other searches wait in order, for a limited time.
 */
export class SearchQueue {
  private running = 0;
  private readonly busy = new Set<number>();
  private readonly waiting: Array<{ orgNo: number; go: () => void }> = [];

  constructor(private readonly concurrency: number) {}

  /** @throws DomainError `tooMany` if the queue is full or the wait too long */
  async enqueueSearch<T>(orgNo: number, search: () => Promise<T>): Promise<T> {
    if (this.mayRun(orgNo)) this.start(orgNo);
    else await this.turn(orgNo);
    try {
      return await search();
    } finally {
      this.running--;
      this.busy.delete(orgNo);
      this.next();
    }
  }

  private mayRun(orgNo: number): boolean {
    return this.running < this.concurrency && !this.busy.has(orgNo);
  }

  private start(orgNo: number): void {
    this.running++;
    this.busy.add(orgNo);
  }

  private next(): void {
    const index = this.waiting.findIndex(({ orgNo }) => this.mayRun(orgNo));
    if (index < 0) return;
    const [first] = this.waiting.splice(index, 1);
    if (!first) return;
    this.start(first.orgNo);
    first.go();
  }

  private turn(orgNo: number): Promise<void> {
    if (this.waiting.length >= MAX_WAITING) throw tooMany();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(entry), 1);
        reject(tooMany());
      }, MAX_WAIT_MS);
      const entry = {
        orgNo,
        go: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.waiting.push(entry);
    });
  }
}

function tooMany(): DomainError {
  return new DomainError('tooMany', 'search.busy', 'Too many expensive searches are running. Try again in a moment.');
}
