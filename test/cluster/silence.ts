// How long nobody was told that a write was done, or got what they asked for.

export class Silence {
  private heardAt = 0;
  private longestMs = 0;

  /** Measures from now on. */
  begin(): void {
    [this.heardAt, this.longestMs] = [performance.now(), 0];
  }

  hear(): void {
    this.longestMs = this.ms;
    this.heardAt = performance.now();
  }

  /** The longest up to now, the present one included. */
  get ms(): number {
    return Math.max(this.longestMs, performance.now() - this.heardAt);
  }
}
