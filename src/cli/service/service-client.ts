// A client of the running service. It sends requests with the credentials of the command.
import { findAccess, type ServiceAccess } from './access.js';
import { refusalOf, unreachable } from './problem.js';
import { freshToken } from './refresh.js';

/** Interval between attempts while the service does not respond. */
const RETRY_MS = [500, 1_000, 2_000, 4_000];

export interface RequestFacts {
  method?: string;
  headers?: Record<string, string>;
  /** A stream is sent while it is read, so it can't be sent again. */
  body?: ReadableStream | string;
  /** Whether repeating the request is harmless. Otherwise it is repeated only after a temporary refusal. */
  repeatable?: boolean;
}

export class ServiceClient {
  readonly access: ServiceAccess;

  /** @throws CommandError without any token */
  constructor(
    url: string | undefined,
    private readonly env: NodeJS.ProcessEnv,
  ) {
    this.access = findAccess(url, env);
  }

  /** Returns an answer with status 2xx. @throws CommandError with the service's error */
  async request(path: string, facts: RequestFacts = {}): Promise<Response> {
    const { method = 'GET', body, repeatable = method === 'GET' } = facts;
    const tries = body instanceof ReadableStream ? [] : RETRY_MS;
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= tries.length;
      const token = await freshToken(this.access, this.env);
      const answer = await this.send(path, token, { ...facts, method }).catch((error: unknown): undefined => {
        if (isLast || !repeatable) throw unreachable(this.access.base, error);
      });
      if (answer?.ok) return answer;
      const isBusy = answer === undefined || answer.status === 429 || (answer.status === 503 && repeatable);
      if (answer && (!isBusy || isLast)) throw await refusalOf(answer);
      await new Promise((resolve) => setTimeout(resolve, tries[attempt]));
    }
  }

  /** The body of an answer; undefined if it is empty. */
  async json(path: string, facts: RequestFacts = {}): Promise<unknown> {
    return (await this.answer(path, facts)).body;
  }

  /** Like {@link json}, with the entity tag of the answer. */
  async answer(path: string, facts: RequestFacts = {}): Promise<{ body: unknown; tag: string | undefined }> {
    const answer = await this.request(path, facts);
    const text = await answer.text();
    return { body: text === '' ? undefined : JSON.parse(text), tag: answer.headers.get('etag') ?? undefined };
  }

  private send(path: string, token: string, { method, headers, body }: RequestFacts): Promise<Response> {
    return fetch(this.access.base + path, {
      ...(method === undefined ? {} : { method }),
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body, ...(typeof body === 'string' ? {} : { duplex: 'half' }) }),
    } as RequestInit);
  }
}
