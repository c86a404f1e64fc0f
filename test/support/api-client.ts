// The client that is generated of the API document (openapi-typescript, openapi-fetch): bodies, parameters and answers have the types that the
// document says, so that it cannot say what the service does not do without a test failing to compile or to pass.
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './api-types.js';
import type { CallOptions, HttpService } from './service.js';

export type ApiClient = Client<paths>;

/** A client of a service as its bootstrap service user, or as whoever `token` belongs to (null: nobody). */
export function apiClient(service: HttpService, token?: string | null): ApiClient {
  return createClient<paths>({ baseUrl: service.url, fetch: (request) => sent(service, request, token) });
}

/** The data of an answer. @throws Error with what the service refused */
export async function answered<Data>(answer: Promise<{ data?: Data; error?: unknown; response: Response }>): Promise<NonNullable<Data>> {
  const { data, error, response } = await answer;
  if (data === undefined || data === null) throw new Error(`${response.status} ${JSON.stringify(error)}`);
  return data;
}

/** By the same way as all requests of tests, which holds the answers against the document. */
async function sent(service: HttpService, request: Request, token: string | null | undefined): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { 'content-type': type, ...headers } = Object.fromEntries(request.headers);
  const options: CallOptions = { headers, ...(token === undefined ? {} : { token }), ...(type === undefined ? {} : { type }) };
  const answer = await service.call(request.method, pathname + search, (await request.text()) || undefined, options);
  return new Response(answer.text || null, { status: answer.status, headers: answer.headers });
}
