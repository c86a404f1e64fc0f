// Time that stands still until a test moves it.
import { Clock } from '../../src/common/primitives/clock.js';

export class StillClock extends Clock {
  private stillMs = Math.floor(Date.now() / 1_000) * 1_000;

  override nowMs(): number {
    return this.stillMs;
  }

  override nowSeconds(): number {
    return this.stillMs / 1_000;
  }

  override advance(ms: number): void {
    this.stillMs += ms;
  }
}
