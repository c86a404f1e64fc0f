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
  body?: string | ChosenFile;
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
  if (caller === 'token' && token !== undefined) headers['Authorization'] = `Bearer ${token}`;
  const request = {
    method,
    target: path.replace(/\{(\w+)\}/g, (whole, name: string) => encodeURIComponent(inPath.get(name) ?? whole)) + (query && `?${query}`),
    headers,
  };
  if (!entered.content || (entered.body.trim() === '' && !entered.file)) return request;
  headers['Content-Type'] = entered.content.type;
  if (entered.file) return { ...request, body: entered.file };
  return { ...request, body: entered.content.type === FORM ? formOf(entered.body) : entered.body };
}

/** @throws TypeError if the service can't be reached */
export async function send({ method, target, headers, body }: Request): Promise<Received> {
  const sent = typeof body === 'object' ? await contentOf(body) : body;
  const start = performance.now();
  const response = await fetch(target, {
    method,
    headers,
    ...(sent !== undefined && { body: sent }),
    credentials: 'omit',
    cache: 'no-store',
  });
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

/** @throws Error if the answer is none of success */
export async function getJson<T>(target: string, token?: string): Promise<T> {
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const { status, json, text } = await send({ method: 'GET', target, headers });
  if (status !== 200) throw new Error(`${status} ${(json as { message?: string } | undefined)?.message ?? text.slice(0, 200)}`);
  return json as T;
}

/** As a command for a shell, with the token in a variable. */
export function curlOf({ method, target, headers, body }: Request): string {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const lines = [`curl -X ${method} ${quoted(location.origin + target)}`];
  for (const [name, value] of Object.entries(headers)) {
    if (name !== 'Authorization') lines.push(`-H ${quoted(`${name}: ${value}`)}`);
    else lines.push(value.startsWith('Basic ') ? '-u "$CLIENT_ID:$CLIENT_SECRET"' : '-H "Authorization: Bearer $TOKEN"');
  }
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
