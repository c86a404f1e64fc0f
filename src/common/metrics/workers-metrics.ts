// The metrics of several workers. Each counts for itself, and the process that started them sums up their answers.
import type { Worker } from 'node:cluster';
import prometheus from 'prom-client';

/** A worker that takes longer is blocked or stopped. The metrics are served without waiting for it, well within the 10 s of a scrape. */
const ANSWER_MS = 2_000;
/** Kinds that only rise. If a sum fell, Prometheus would take it for a restarted process and add the whole count again. */
const RISING = ['counter', 'histogram'];

/** A metric as prom-client writes it; its own types declare a number where the name of the kind is. */
export interface Metric {
  name: string;
  help: string;
  type: string;
  aggregator: string;
  values: Array<{ value: number; labels: Record<string, string | number>; metricName?: string }>;
}

interface Question {
  asksMetrics: true;
}

interface Answer {
  /** Null when they can't be read. */
  metrics: Metric[] | null;
}

/** In a worker: answers the process that started it. @returns a function that ends this */
export function answerPrimary(registry: InstanceType<typeof prometheus.Registry>): () => void {
  const send = (metrics: unknown): void => {
    if (process.connected) process.send?.({ metrics });
  };
  const answer = ({ asksMetrics }: Partial<Question>): void => {
    if (asksMetrics) registry.getMetricsAsJSON().then(send, () => send(null));
  };
  process.on('message', answer);
  return () => process.off('message', answer);
}

/** The combined metrics of all workers. */
export class WorkersMetrics {
  private readonly workers = new Map<Worker, Answers>();
  /** The sum of the counts of workers that have ended. */
  private past: Metric[] = [];

  /** @param running returns the number of workers, ready or not */
  constructor(private readonly running: () => number) {}

  /** Requests this worker's metrics from now on. A message sent before the worker listens would be lost. */
  add(worker: Worker): void {
    if (worker.isDead()) return;
    const answers = new Answers(worker);
    this.workers.set(worker, answers);
    worker.once('exit', () => {
      this.workers.delete(worker);
      this.past = summed([this.past, rising(answers.latest)]).getMetricsAsArray() as unknown as Metric[];
    });
  }

  /** The metrics in the format of Prometheus. */
  async text(): Promise<string> {
    const all = Promise.all([...this.workers.values()].map((answers) => answers.ask()));
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([all, new Promise((resolve) => (timer = setTimeout(resolve, ANSWER_MS)))]);
    clearTimeout(timer);
    const current = [...this.workers.values()].map(({ latest, isSilent }) => (isSilent ? rising(latest) : latest));
    return summed([[this.states()], this.past, ...current]).metrics();
  }

  private states(): Metric {
    const silent = [...this.workers.values()].filter(({ isSilent }) => isSilent).length;
    const states = { answering: this.workers.size - silent, silent, starting: this.running() - this.workers.size };
    return {
      name: 'gatehouse_workers',
      help: 'Workers that answer for their metrics, that are ready and do not, and that start.',
      type: 'gauge',
      aggregator: 'sum',
      values: Object.entries(states).map(([state, value]) => ({ labels: { state }, value })),
    };
  }
}

/** The answers of one worker. */
class Answers {
  latest: Metric[] = [];
  private asked: { answered: Promise<void>; resolve: () => void } | undefined;

  constructor(private readonly worker: Worker) {
    worker.on('message', ({ metrics }: Partial<Answer>) => {
      if (metrics === undefined) return;
      this.latest = metrics ?? rising(this.latest);
      this.settle();
    });
    worker.once('exit', () => this.settle());
  }

  /** Whether the worker hasn't answered the last request. */
  get isSilent(): boolean {
    return this.asked !== undefined;
  }

  /** Sends a request unless an answer is still pending. So a worker that was stopped for hours has only one request to answer. */
  ask(): Promise<void> {
    if (!this.asked) {
      let resolve = (): void => undefined;
      const answered = new Promise<void>((settle) => (resolve = settle));
      this.asked = { answered, resolve };
      // A worker whose channel is closed is about to end.
      this.worker.send({ asksMetrics: true } satisfies Question, () => undefined);
    }
    return this.asked.answered;
  }

  private settle(): void {
    this.asked?.resolve();
    this.asked = undefined;
  }
}

function rising(metrics: Metric[]): Metric[] {
  return metrics.filter(({ type }) => RISING.includes(type));
}

/** Aggregates each metric in the way that the metric itself declares. */
function summed(sources: Metric[][]): InstanceType<typeof prometheus.Registry> {
  return prometheus.AggregatorRegistry.aggregate(sources);
}
