// A client of the running service: its URL and the token to use.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from './terminal/command-error.js';

const DEFAULT_URL = 'http://localhost:8080';
/** Interval between attempts while the service does not respond. */
const RETRY_MS = [500, 1_000, 2_000, 4_000];

export interface RequestFacts {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: ReadableStream;
}

export class ServiceClient {
  private readonly base: string;
  private readonly token: string;

  constructor(url: string | undefined, env: NodeJS.ProcessEnv) {
    const file = join(env['DATA_DIR'] || './data', 'bootstrap.json');
    const written = existsSync(file) ? readBootstrap(file) : {};
    this.base = (url ?? (env['GATEHOUSE_URL'] || env['PUBLIC_URL'] || written.baseUrl || DEFAULT_URL)).replace(/\/$/, '');
    if (!URL.canParse(this.base)) throw new CommandError(`${this.base} is not a valid URL.`);
    this.token = env['GATEHOUSE_TOKEN'] || (written.token ?? refuseWithoutToken(file));
  }

  /** An answer of 2xx. @throws CommandError with what the service said */
  async request(path: string, { method = 'GET', headers = {}, body }: RequestFacts = {}): Promise<Response> {
    // A body that is sent as it is read cannot be sent again.
    const tries = body ? [] : RETRY_MS;
    for (let attempt = 0; ; attempt++) {
      const answer = await this.send(path, { method, headers, ...(body ? { body, duplex: 'half' } : {}) }).catch(
        (error: unknown): undefined => {
          if (attempt >= tries.length) throw new CommandError(`${this.base} does not respond: ${reasonOf(error)}`);
        },
      );
      if (answer?.ok) return answer;
      const isBusy = answer === undefined || answer.status === 429 || answer.status === 503;
      if (!isBusy || attempt >= tries.length) throw new CommandError(await refusalOf(answer));
      await new Promise((resolve) => setTimeout(resolve, tries[attempt]));
    }
  }

  private send(path: string, init: RequestInit & { duplex?: 'half' }): Promise<Response> {
    return fetch(this.base + path, { ...init, headers: { ...(init.headers as object), authorization: `Bearer ${this.token}` } });
  }
}

/** What the service wrote down at its first start: its address, and the token of the first service user. */
function readBootstrap(file: string): { baseUrl?: string | undefined; token?: string | undefined } {
  try {
    const { baseUrl, serviceUser } = JSON.parse(readFileSync(file, 'utf8')) as {
      baseUrl?: string;
      serviceUser?: { personalAccessToken?: string };
    };
    return { baseUrl, token: serviceUser?.personalAccessToken };
  } catch {
    throw new CommandError(`${file} cannot be read: set GATEHOUSE_TOKEN and --url, or DATA_DIR to another folder.`);
  }
}

function refuseWithoutToken(file: string): never {
  const why = existsSync(file) ? 'contains no token' : 'does not exist';
  throw new CommandError(`No token: set GATEHOUSE_TOKEN, or DATA_DIR to the folder with bootstrap.json (${file} ${why}).`);
}

async function refusalOf(answer: Response | undefined): Promise<string> {
  if (!answer) return 'The service does not respond.';
  const text = await answer.text();
  const said = /"(?:message|detail)"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  return `The service answered ${answer.status}: ${said === undefined ? text.slice(0, 300) : (JSON.parse(said) as string)}`;
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message: string };
  return cause?.code ?? cause?.message ?? message;
}
