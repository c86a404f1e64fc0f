// Sends requests to the service, and to no other origin.
import type { Content, Operation, Parameter } from './document.ts';

/** What was entered for an operation. */
export interface Entered {
  /** By name of the parameter; an empty one is not sent. */
  parameters: Readonly<Record<string, string>>;
  /** The form of the body that was chosen, and its text. */
  content?: Content;
  body: string;
  /** Sent in place of the text. */
  file?: ChosenFile | undefined;
  /** Of operations that clients call with their own credentials. */
  clientId: string;
  clientSecret: string;
}

/** A file as the whole body, or in base64 as a member of a JSON body. */
export interface ChosenFile {
  file: File;
  member?: string | undefined;
}

export interface Request {
  method: string;
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
  /** Sent in the header Authorization. */
  token?: string | undefined;
  body?: string | ChosenFile;
}

/** How requests prove that a token of the sign-in is used by the page that it was issued to. A token that was entered is sent as it is. */
export interface Proofs {
  token: string;
  headersFor(method: string, url: string): Promise<Record<string, string>>;
  /** Whether a request has to be sent again, with the nonce of this answer. */
  wantsNonce(answer: Response): boolean;
}

let proofs: Proofs | undefined;

export function proveWith(next: Proofs): void {
  proofs = next;
}

export interface Received {
  status: number;
  statusText: string;
  headers: Array<[string, string]>;
  /** Undefined if it isn't JSON. */
  json: unknown;
  text: string;
  milliseconds: number;
}

export const FORM = 'application/x-www-form-urlencoded';

export function requestOf({ method, path, parameters, caller }: Operation, entered: Entered, token: string | undefined): Request {
  const given = (place: Parameter['in']) =>
    parameters.flatMap((one) => {
      const value = entered.parameters[one.name] ?? '';
      return one.in === place && value !== '' ? [[one.name, value] as const] : [];
    });
  const inPath = new Map(given('path'));
  const query = new URLSearchParams(given('query').map(([name, value]) => [name, value])).toString();
  const headers: Record<string, string> = Object.fromEntries(given('header'));
  if (caller === 'client' && entered.clientId !== '')
    headers['Authorization'] = `Basic ${btoa([entered.clientId, entered.clientSecret].map(encodeURIComponent).join(':'))}`;
  const request = {
    method,
    target: path.replace(/\{(\w+)\}/g, (whole, name: string) => encodeURIComponent(inPath.get(name) ?? whole)) + (query && `?${query}`),
    headers,
    ...(caller === 'token' && token !== undefined && { token }),
  };
  if (!entered.content || (entered.body.trim() === '' && !entered.file)) return request;
  headers['Content-Type'] = entered.content.type;
  if (entered.file) return { ...request, body: entered.file };
  return { ...request, body: entered.content.type === FORM ? formOf(entered.body) : entered.body };
}

/** @throws TypeError if the service can't be reached */
export async function send(request: Request): Promise<Received> {
  const { method, target, headers, body } = request;
  const sent = typeof body === 'object' ? await contentOf(body) : body;
  const attempt = async () =>
    fetch(target, {
      method,
      headers: { ...headers, ...(await authorization(request)) },
      ...(sent !== undefined && { body: sent }),
      credentials: 'omit',
      cache: 'no-store',
    });
  const start = performance.now();
  const first = await attempt();
  const response = proofs?.wantsNonce(first) ? await attempt() : first;
  const text = await response.text();
  return {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
    json: parsed(text),
    text,
    milliseconds: Math.round(performance.now() - start),
  };
}

async function authorization({ method, target, token }: Request): Promise<Record<string, string>> {
  if (token === undefined) return {};
  return token === proofs?.token ? proofs.headersFor(method, location.origin + target) : { Authorization: `Bearer ${token}` };
}

/** @throws Error if the answer is none of success */
export async function getJson<T>(target: string, token?: string): Promise<T> {
  const { status, json, text } = await send({ method: 'GET', target, headers: {}, token });
  if (status !== 200) throw new Error(`${status} ${(json as { message?: string } | undefined)?.message ?? text.slice(0, 200)}`);
  return json as T;
}

/** As a command for a shell, with the token in a variable. */
export function curlOf({ method, target, headers, token, body }: Request): string {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const lines = [`curl -X ${method} ${quoted(location.origin + target)}`];
  if (token !== undefined) lines.push('-H "Authorization: Bearer $TOKEN"');
  for (const [name, value] of Object.entries(headers))
    lines.push(name === 'Authorization' ? '-u "$CLIENT_ID:$CLIENT_SECRET"' : `-H ${quoted(`${name}: ${value}`)}`);
  if (typeof body === 'string') lines.push(`--data-raw ${quoted(body)}`);
  if (typeof body === 'object') {
    const { file, member } = body;
    lines.push(
      member === undefined
        ? `--data-binary ${quoted(`@${file.name}`)}`
        : `--data-raw "{\\"${member}\\":\\"$(base64 -w0 ${quoted(file.name)})\\"}"`,
    );
  }
  return lines.join(' \\\n  ');
}

async function contentOf({ file, member }: ChosenFile): Promise<File | string> {
  if (member === undefined) return file;
  const bytes = new Uint8Array(await file.arrayBuffer());
  return JSON.stringify({ [member]: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) });
}

/** A line per field, as `name=value`. */
export function formLines(example: unknown): string {
  return Object.entries((example ?? {}) as Record<string, unknown>)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('\n');
}

function formOf(lines: string): string {
  const fields = lines.split('\n').filter((line) => line.trim() !== '');
  return new URLSearchParams(
    fields.map((line) => {
      const [name = '', ...value] = line.split('=');
      return [name.trim(), value.join('=')];
    }),
  ).toString();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
