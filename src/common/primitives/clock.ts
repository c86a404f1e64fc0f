import { Injectable } from '@nestjs/common';

/** Microseconds of a day. */
export const DAY_US = 86_400_000_000;

/** The speed of time after the machine's clock stepped back, until that clock has caught up. */
const SLOWED = 1 / 2;

/**
 * The only source of time. Tests set it; no other code calls `Date.now()`.
 *
 * The clock of a machine may be set back. Times that are compared with each other must not follow: a check, use or lock of a moment ago
 * would lie in the future, and every wait would last as long as the step. Nor may they stand still.
 * They go on at half speed until the machine's clock has caught up, so that every wait ends. Only times that other systems compare with
 * their own clock ({@link nowSeconds}) follow the step.
 */
@Injectable()
export class Clock {
  private offsetMs = 0;
  private lastMs = 0;
  private lastUs = 0;
  /** On the clock of `performance.now()`, which is never set back. */
  private readMs = 0;

  /** Milliseconds since 1970 UTC, never going back within a process. */
  nowMs(): number {
    const readMs = performance.now();
    const machineMs = this.machineMs();
    const slowedMs = Math.floor((readMs - this.readMs) * SLOWED);
    if (machineMs > this.lastMs + slowedMs) [this.lastMs, this.readMs] = [machineMs, readMs];
    // The remaining fraction of a millisecond counts in the next reading.
    else [this.lastMs, this.readMs] = [this.lastMs + slowedMs, this.readMs + slowedMs / SLOWED];
    return this.lastMs;
  }

  /** Whole seconds since 1970 UTC by the clock of the machine, the unit of JWT times (RFC 7519 section 2). */
  nowSeconds(): number {
    return Math.floor(this.machineMs() / 1000);
  }

  /** Microseconds since 1970 UTC, never the same value twice and never going back within a process: the unit of stored times. */
  nowUs(): number {
    this.lastUs = Math.max(this.lastUs + 1, this.nowMs() * 1000);
    return this.lastUs;
  }

  /** Moves this process's time by `ms` milliseconds. For tests. */
  advance(ms: number): void {
    this.offsetMs += ms;
  }

  private machineMs(): number {
    return Date.now() + this.offsetMs;
  }
}
