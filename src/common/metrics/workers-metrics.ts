// The metrics of several workers: each counts for itself, and the process that started them adds up what they answer.
import type { Worker } from 'node:cluster';
import prometheus from 'prom-client';

/** One that takes longer is blocked or stopped: the others' metrics are served without it, well within the 10 s of a scrape. */
const ANSWER_MS = 2_000;
/** Kinds that only rise: a sum that falls would be a process that began anew, whose whole count Prometheus adds once more. */
const RISING = ['counter', 'histogram'];

/** As prom-client writes it; its types have a number where it has the name of the kind. */
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
  /** None when they cannot be read. */
  metrics: Metric[] | null;
}

/** In a worker: answers the process that started it. @returns ends that */
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

/** The metrics of all workers together. */
export class WorkersMetrics {
  private readonly workers = new Map<Worker, Answers>();
  /** What those that have ended had counted, in one sum. */
  private past: Metric[] = [];

  /** @param running how many workers there are, ready or not */
  constructor(private readonly running: () => number) {}

  /** Asks this worker from now on. A message that comes before it listens would be lost. */
  add(worker: Worker): void {
    if (worker.isDead()) return;
    const answers = new Answers(worker);
    this.workers.set(worker, answers);
    worker.once('exit', () => {
      this.workers.delete(worker);
      this.past = summed([this.past, rising(answers.latest)]).getMetricsAsArray() as unknown as Metric[];
    });
  }

  /** In the format of Prometheus. */
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

/** What one worker answers. */
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

  /** Has not answered what it was asked last. */
  get isSilent(): boolean {
    return this.asked !== undefined;
  }

  /** Asks unless an answer is still due: one that is stopped for hours has one question to answer then. */
  ask(): Promise<void> {
    if (!this.asked) {
      let resolve = (): void => undefined;
      const answered = new Promise<void>((settle) => (resolve = settle));
      this.asked = { answered, resolve };
      // One whose channel is closed is about to end.
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

/** Each metric in the way that it says itself. */
function summed(sources: Metric[][]): InstanceType<typeof prometheus.Registry> {
  return prometheus.AggregatorRegistry.aggregate(sources);
}
