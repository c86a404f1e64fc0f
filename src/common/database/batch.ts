/** Runs many askings' queries as one. */
export interface BatchQuery<Ask, Answer> {
  /** @returns one answer for each asking, in the same order */
  (asks: readonly Ask[]): Promise<Answer[]>;
}

/**
 * Collects what is asked while queries are out and sends it as the next query.
 * An asking never joins a query that was sent already: what was committed in between would be missed.
 */
export class Batch<Ask, Answer> {
  private flights = 0;
  private waiting: Array<{ ask: Ask; resolve: (answer: Answer) => void; reject: (error: unknown) => void }> = [];

  constructor(
    private readonly query: BatchQuery<Ask, Answer>,
    private readonly maxFlights: number,
    private readonly maxSize: number,
  ) {}

  ask(ask: Ask): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ ask, resolve, reject });
      void this.depart();
    });
  }

  private async depart(): Promise<void> {
    if (this.flights >= this.maxFlights || this.waiting.length === 0) return;
    const passengers = this.waiting.splice(0, this.maxSize);
    this.flights++;
    try {
      const answers = await this.query(passengers.map(({ ask }) => ask));
      passengers.forEach(({ resolve }, index) => resolve(answers[index] as Answer));
    } catch (error) {
      for (const { reject } of passengers) reject(error);
    } finally {
      this.flights--;
      void this.depart();
    }
  }
}
