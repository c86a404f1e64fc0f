import { Injectable } from '@nestjs/common';

/** Microseconds of a day. */
export const DAY_US = 86_400_000_000;

/** The only source of time. Tests set it; nothing else calls `Date.now()`. */
@Injectable()
export class Clock {
  private offsetMs = 0;
  private lastUs = 0;

  /** Milliseconds since 1970 UTC. */
  nowMs(): number {
    return Date.now() + this.offsetMs;
  }

  /** Whole seconds since 1970 UTC, the unit of JWT times (RFC 7519 section 2). */
  nowSeconds(): number {
    return Math.floor(this.nowMs() / 1000);
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
}
