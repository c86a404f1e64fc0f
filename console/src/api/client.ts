// The only file that sends requests: those of the API document, with the caller's access token, and the silent sign-in. It throws an
// ApiFault for every refusal of the API.
import createClient from 'openapi-fetch';
import { chosenLanguage } from '../texts/language.ts';
import type { paths } from './document.d.ts';
import { asFault, faultOf } from './fault.ts';
import { demandIn, type SignInDemand } from './sign-in-demand.ts';
import type { Answer, Input, Method, PathOf, PlainInput } from './operations.ts';

/** Where access tokens come from. */
export interface Credentials {
  accessToken(): string | undefined;
  /** The headers of a request with the token, and the proof of this tab's key. Empty before the sign-in. */
  headersFor(method: string, url: string): Promise<Record<string, string>>;
  /** Whether a request has to be sent again, with the nonce of this answer. */
  wantsNonce(answer: Response): boolean;
  /** Resolves once there is another token, however long the person takes to sign in again. */
  renew(): Promise<void>;
  /** The same for a sign-in that is fresh enough for a change. Resolves to false if the person gives up the change. */
  stepUp(demand: SignInDemand): Promise<boolean>;
}

/** Before anyone has signed in, requests carry no token. */
let credentials: Credentials | undefined;

/** @returns what ends the use of these credentials */
export function authorizeWith(source: Credentials): void {
  credentials = source;
}

const client = createClient<paths>({ baseUrl: location.origin, fetch: sendAuthorized });

async function sendAuthorized(request: Request): Promise<Response> {
  const response = await sendProven(request);
  if (response.status !== 401 || !credentials?.accessToken()) return response;
  const demand = demandIn(response.headers.get('www-authenticate') ?? '');
  if (demand === undefined) await credentials.renew();
  else if (!(await credentials.stepUp(demand))) return response;
  return sendProven(request);
}

/** Sends a copy of the request, and a second one if the service asks for a nonce (RFC 9449 section 9). */
async function sendProven(request: Request): Promise<Response> {
  const response = await fetch(await authorized(request.clone()));
  return credentials?.wantsNonce(response) ? fetch(await authorized(request.clone())) : response;
}

async function authorized(request: Request): Promise<Request> {
  request.headers.set('Accept-Language', chosenLanguage());
  for (const [name, value] of Object.entries((await credentials?.headersFor(request.method, request.url)) ?? {}))
    request.headers.set(name, value);
  return request;
}

/** An answer with its version, which a later change names in `If-Match`. */
export interface Versioned<T> {
  data: T;
  etag: string | undefined;
}

/** A request of the API document, not sent yet. */
export interface ApiRequest<T> {
  method: Method;
  /** With placeholders, as in the document. */
  route: keyof paths;
  input: PlainInput;
  /** Only in types. */
  answer?: T;
}

/** Describes a request. Sent by {@link sendRequest}, shown by `copyableAs`. */
export function apiRequest<M extends Method, P extends PathOf<M>>(method: M, route: P, input: Input<M, P>): ApiRequest<Answer<M, P>> {
  return { method, route, input: input as PlainInput };
}

/** @param options `parseAs` for answers that are no JSON @throws ApiFault */
export async function sendRequest<T>(
  { method, route, input }: ApiRequest<T>,
  options: { etag?: string | undefined; signal?: AbortSignal; parseAs?: 'text' | 'blob' | 'stream' } = {},
): Promise<Versioned<T>> {
  const { path, query, body } = input;
  const { parseAs } = options;
  const isFile = body instanceof Blob;
  const init = {
    params: { path, query },
    body,
    ...(parseAs && { parseAs }),
    // A file is sent as it is, by its type.
    ...(isFile && { bodySerializer: (file: unknown) => file }),
    ...(options.signal && { signal: options.signal }),
    headers: { ...(options.etag !== undefined && { 'If-Match': options.etag }), ...(isFile && { 'Content-Type': body.type }) },
  };
  const send = client.request as unknown as (
    method: Method,
    route: string,
    init: object,
  ) => Promise<{ data?: unknown; response: Response; error?: unknown }>;
  const { data, error, response } = await send(method, route, init).catch((failure: unknown) => {
    throw isAborted(failure) ? failure : asFault(failure);
  });
  if (!response.ok) throw await faultOf(new Response(JSON.stringify(error ?? {}), { status: response.status, headers: response.headers }));
  return { data: data as T, etag: response.headers.get('etag') ?? undefined };
}

/** Sends a request of the browser's session, without a token. @param url on this service @returns the address at which its redirects end */
export async function followRedirects(url: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, { credentials: 'same-origin', cache: 'no-store', signal });
  // An answer that is not read keeps its connection.
  await answer.arrayBuffer();
  return answer.url;
}

function isAborted(failure: unknown): boolean {
  return failure instanceof DOMException && failure.name === 'AbortError';
}

/** The address of a request on this service. */
export function addressOf({ route, input: { path = {}, query = {} } }: ApiRequest<unknown>): string {
  const filled = route.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => [name, String(one as string | number | boolean)]),
  );
  return `${location.origin}${filled}${parameters.length > 0 ? `?${new URLSearchParams(parameters).toString()}` : ''}`;
}
