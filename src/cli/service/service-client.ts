// A client of the running service. It sends requests with the credentials of the command.
import { findAccess, type ServiceAccess } from './access.js';
import { refusalOf, unreachable } from './problem.js';
import { proofFor } from './proof.js';
import { freshToken, type FreshToken } from './refresh.js';

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

type SentFacts = RequestFacts & { method: string };

/** Answers quickly, whatever the caller may do. */
const NONCE_PATH = '/admin/v1/me/permissions';

export class ServiceClient {
  /** The last nonce that the service sent (RFC 9449 section 8.2). */
  private nonce: string | undefined;

  /** @throws CommandError without any token */
  constructor(
    url: string | undefined,
    private readonly env: NodeJS.ProcessEnv,
    readonly access: ServiceAccess = findAccess(url, env),
  ) {}

  /** Returns an answer with status 2xx. @throws CommandError with the service's error */
  async request(path: string, facts: RequestFacts = {}): Promise<Response> {
    const { method = 'GET', body, repeatable = method === 'GET' } = facts;
    const tries = body instanceof ReadableStream ? [] : RETRY_MS;
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= tries.length;
      const token = await freshToken(this.access, this.env);
      const answer = await this.sendProven(path, token, { ...facts, method }).catch((error: unknown): undefined => {
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

  /** Sends a request again if the service asks for a nonce, which it does before it reads the body. A stream can't be sent again: it goes after a nonce. */
  private async sendProven(path: string, token: FreshToken, facts: SentFacts): Promise<Response> {
    const isStream = facts.body instanceof ReadableStream;
    if (isStream && token.proofKey) await (await this.send(NONCE_PATH, token, { method: 'GET' })).arrayBuffer();
    const answer = await this.send(path, token, facts);
    if (answer.status !== 401 || isStream || !/error="use_dpop_nonce"/.test(answer.headers.get('www-authenticate') ?? '')) return answer;
    await answer.arrayBuffer();
    return this.send(path, token, facts);
  }

  private async send(path: string, { token, proofKey }: FreshToken, { method, headers, body }: SentFacts): Promise<Response> {
    const url = this.access.base + path;
    const proof = proofKey && proofFor(proofKey, { method, url, token, nonce: this.nonce });
    const answer = await fetch(url, {
      method,
      headers: { ...headers, ...(proof ? { authorization: `DPoP ${token}`, dpop: proof } : { authorization: `Bearer ${token}` }) },
      ...(body === undefined ? {} : { body, ...(typeof body === 'string' ? {} : { duplex: 'half' }) }),
    } as RequestInit);
    this.nonce = answer.headers.get('dpop-nonce') ?? this.nonce;
    return answer;
  }
}
