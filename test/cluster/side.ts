// One of the two services, as a process at an address that stays, and what a client knows of a request.
import { setTimeout as pause } from 'node:timers/promises';
import { launchThrough } from '../support/launch-through.js';
import { Ground, type Process } from '../support/processes.js';
import type { Seat } from './galera.js';
import { NoAnswerError } from './no-answer.js';
import { Silence } from './silence.js';
import { send, type Answer, type CallOptions, type HttpService } from '../support/service.js';

const READ_AGAIN_MS = 100;
/** After that a client gives up; what it asked for may still happen. */
const PATIENCE_MS = 8_000;
/** What the service says when it does not know either. Every other 503 means that nothing was done. */
const OUTCOME_UNKNOWN = /Check whether the change was made|A part of the change was made/;

export class Side implements HttpService {
  private process: Process | undefined;
  readonly silence = new Silence();
  readonly readSilence = new Silence();

  readonly url: string;

  /** @param env with HOST and PORT, which it keeps. @param within words that run it at its seat */
  constructor(
    readonly name: string,
    readonly seat: Seat,
    private readonly ground: Ground,
    private readonly env: Record<string, string>,
    private readonly within: readonly string[],
    private readonly commonSilence: Silence,
  ) {
    this.url = `http://${env['HOST']}:${env['PORT']}`;
  }

  get pid(): number {
    return this.process?.child.pid ?? 0;
  }

  /** Whether the process runs; false also if it ended by itself. */
  get runs(): boolean {
    return this.process !== undefined && this.process.child.exitCode === null && this.process.child.signalCode === null;
  }

  get output(): string {
    return this.process?.output() ?? '';
  }

  async start(): Promise<void> {
    this.process = await this.ground.start(this.env, launchThrough(this.within));
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    await this.process?.end(signal);
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    if (this.runs) this.process?.child.kill(signal);
  }

  isReady(): Promise<boolean> {
    return fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** Reads beside the load, which soon waits for nothing but writes where these get no answer. */
  async readAlong(path: string, until: AbortSignal): Promise<void> {
    while (!until.aborted) {
      const answer = await this.call('GET', path).catch(() => undefined);
      if (answer?.status === 200) this.readSilence.hear();
      await pause(READ_AGAIN_MS);
    }
  }

  /** The node it works with, as DATABASE_URL names it; undefined if it does not say. */
  async hostInUse(): Promise<string | undefined> {
    const said = await this.call('GET', '/admin/v1/database').catch(() => undefined);
    return (said?.body.hosts as Array<{ host: string; inUse: boolean }> | undefined)?.find(({ inUse }) => inUse)?.host;
  }

  /** @throws NoAnswerError */
  async call(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Answer> {
    const { token = this.ground.credentials.serviceUser.personalAccessToken, type, headers = {} } = options;
    const bearer: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
    const answer = await withPatience(send(this.url + path, method, body, { ...headers, ...bearer }, type));
    if (answer.status === 429) throw new NoAnswerError('none', answer.text);
    if (answer.status >= 500) {
      const isRefused = answer.status === 503 && !OUTCOME_UNKNOWN.test(answer.text);
      const isFault = answer.status !== 503;
      throw new NoAnswerError(isRefused ? 'none' : 'unknown', `${answer.status} ${isFault ? answer.text : detailOf(answer)}`, isFault);
    }
    if (method !== 'GET' && answer.status < 400) for (const silence of [this.silence, this.commonSilence]) silence.hear();
    return answer;
  }
}

/** The sentence of an error, without the id of its request: the report counts equal ones. */
const detailOf = ({ body, text }: Answer): string => body?.detail ?? body?.error_description ?? text;

async function withPatience(sent: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswerError('unknown', `no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([sent, late]);
  } catch (error) {
    // Not of the network: an answer that the API document does not have.
    if (error instanceof NoAnswerError || !(error instanceof TypeError)) throw error;
    const { code = String(error.cause) } = (error.cause ?? {}) as { code?: string };
    throw new NoAnswerError(code === 'ECONNREFUSED' ? 'none' : 'unknown', code);
  } finally {
    clearTimeout(timer);
  }
}
