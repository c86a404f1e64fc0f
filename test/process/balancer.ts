// A balancer before several processes: it asks each now and then whether it is ready, takes those in turns, and repeats nothing.
import { NoAnswerError } from '../cluster/no-answer.js';
import { send, type Answer, type CallOptions, type HttpService } from '../support/service.js';

const LOOK_MS = 100;

/** Requests that ask for different things of a process, by the kind of grant or by method and resource. */
function kindOf(method: string, path: string, body: unknown): string {
  const grant = typeof body === 'string' ? new URLSearchParams(body).get('grant_type') : null;
  return grant ?? `${method} ${/Users|Groups|import|authorize|sign-in|revoke|userinfo/.exec(path)?.[0] ?? 'other'}`;
}

export class Balancer implements HttpService {
  /** What went wrong: everything that a client behind a balancer would call an outage. */
  readonly failures: string[] = [];
  private readonly wanted: Set<string>;
  private readonly answered = new Map<string, number>();
  private running = true;
  private turn = 0;
  private readonly watching: ReadonlyArray<Promise<void>>;

  /** @param processes where they are now: one may be replaced */
  constructor(
    private readonly processes: ReadonlyArray<{ url: string }>,
    private readonly token: string,
  ) {
    this.wanted = new Set(processes.map(({ url }) => url));
    this.watching = processes.map((_, at) => this.watch(at));
  }

  get url(): string {
    const urls = [...this.wanted];
    return urls[this.turn++ % urls.length] ?? '';
  }

  /** How many requests of a kind a process has answered. */
  count(url: string, kind: string): number {
    return this.answered.get(`${url} ${kind}`) ?? 0;
  }

  /** @throws NoAnswerError */
  async call(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Answer> {
    const { url } = this;
    const { token = this.token, type, headers = {} } = options;
    const kind = kindOf(method, path, body);
    const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
    const answer = await send(url + path, method, body, { ...headers, ...authorization }, type).catch((error: unknown) =>
      this.fail(`${kind} at ${url}: ${String((error as { cause?: unknown }).cause ?? error)}`),
    );
    if (answer.status === 429 || answer.status >= 500) this.fail(`${kind} at ${url}: ${answer.status} ${answer.text}`);
    this.answered.set(`${url} ${kind}`, this.count(url, kind) + 1);
    return answer;
  }

  async stop(): Promise<void> {
    this.running = false;
    await Promise.all(this.watching);
  }

  private fail(failure: string): never {
    this.failures.push(failure);
    throw new NoAnswerError('unknown', failure, true);
  }

  /** Whatever the others take to answer. */
  private async watch(at: number): Promise<void> {
    while (this.running) {
      const { url = '' } = this.processes[at] ?? {};
      if (await isReady(url)) this.wanted.add(url);
      else this.wanted.delete(url);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }
}

export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
