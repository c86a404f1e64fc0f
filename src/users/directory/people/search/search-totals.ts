import type { Clock } from '../../../../common/primitives/clock.js';
import type { Criteria } from '../../../../common/search/criteria.js';

const KEPT_MS = 30_000;
const MAX_KEPT = 1_000;

/** Cache of search totals, so that later pages need not count again. */
export class RememberedTotals {
  private readonly totals = new Map<string, { total: number; untilMs: number }>();

  constructor(private readonly clock: Clock) {}

  remember(orgNo: number, domainNo: number, criteria: Criteria, total: number): void {
    const key = keyOf(orgNo, domainNo, criteria);
    this.totals.delete(key);
    if (this.totals.size >= MAX_KEPT) this.totals.delete(this.totals.keys().next().value ?? '');
    this.totals.set(key, { total, untilMs: this.clock.nowMs() + KEPT_MS });
  }

  recall(orgNo: number, domainNo: number, criteria: Criteria): number | undefined {
    const known = this.totals.get(keyOf(orgNo, domainNo, criteria));
    return known && known.untilMs > this.clock.nowMs() ? known.total : undefined;
  }
}

function keyOf(orgNo: number, domainNo: number, criteria: Criteria): string {
  return JSON.stringify([orgNo, domainNo, criteria]);
}
