// Chance that can be repeated: the same seed, the same choices.

export class Random {
  constructor(private state: number) {}

  /** At least 0, below `limit`: mulberry32. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  one<T>(of: readonly [T, ...T[]] | readonly T[]): T {
    return of[this.below(of.length)] as T;
  }

  shuffled<T>(of: readonly T[]): T[] {
    const left = [...of];
    return Array.from(of, () => left.splice(this.below(left.length), 1)[0] as T);
  }
}
