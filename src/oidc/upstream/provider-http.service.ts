// Requests to identity providers: https, public addresses, 5 s, bounded answers. Errors are sentences for administrators.
import { Inject, Injectable } from '@nestjs/common';
import {
  BodyTooLongError,
  guardedFetch,
  keptConnections,
  type OutboundRequest,
  type OutboundResponse,
} from '../../common/http/outbound/guarded-fetch.js';
import { PrivateAddressError } from '../../common/http/outbound/guarded-lookup.js';
import { isLoopbackHost } from '../../common/primitives/loopback.js';
import { parsedUrl } from '../../common/primitives/parsed-url.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { UpstreamError, type UpstreamFault } from './upstream.js';

/** Bounds of answers, in bytes. */
export const MAX_BYTES = {
  /** Discovery and key sets: those of the large providers have up to 20 KiB, with a certificate chain for each key several times that. */
  document: 262_144,
  /** Tokens and what is said about one person: an ID token of 32 KiB, an access token and a refresh token. */
  token: 65_536,
};

/** What is requested: its name for error messages, and how long the answer may be. */
export interface Requested {
  what: string;
  maxBytes: number;
  signal?: AbortSignal;
}

@Injectable()
export class ProviderHttp {
  /** Total timeout of one request. */
  timeoutMs = 5_000;
  /** A sign-in sends several requests, to the same few providers. */
  private readonly connections = keptConnections();

  constructor(@Inject(SETTINGS_TOKEN) private readonly settings: Pick<Settings, 'backchannelAllowPrivate'>) {}

  /** A limit for several requests together. */
  deadline(): AbortSignal {
    return AbortSignal.timeout(this.timeoutMs);
  }

  /** Sends one request and reads the whole answer, whatever its status. @throws UpstreamError */
  async send(url: string, request: OutboundRequest, { what, maxBytes, signal }: Requested): Promise<OutboundResponse> {
    this.assertProtected(url, what);
    const limits = {
      allowPrivate: this.settings.backchannelAllowPrivate,
      timeoutMs: this.timeoutMs,
      maxBytes,
      connections: this.connections,
    };
    try {
      return await guardedFetch(url, request, { ...limits, ...(signal && { signal }) });
    } catch (error) {
      const { cause } = error as Error;
      if (cause instanceof PrivateAddressError) throw privateAddress(what, url);
      const reason = signal?.aborted ? `no response within ${this.timeoutMs} ms` : reasonOf(error as Error);
      const fault = cause instanceof BodyTooLongError ? 'invalid' : 'unreachable';
      throw new UpstreamError(fault, `${what} (${shownUrl(url)}) cannot be read: ${reason}.`, error);
    }
  }

  /** Gets a JSON object. @throws UpstreamError */
  async getObject(url: string, requested: Requested, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
    const body = await this.getJson(url, requested, headers);
    if (isObject(body)) return body;
    throw new UpstreamError('invalid', `${requested.what} (${shownUrl(url)}) is not a JSON object.`);
  }

  /** @throws UpstreamError for anything but JSON with status 200 */
  async getJson(url: string, requested: Requested, headers: Record<string, string> = {}): Promise<unknown> {
    const response = await this.send(url, { headers: { Accept: 'application/json', ...headers } }, requested);
    const where = `${requested.what} (${shownUrl(url)})`;
    if (response.status !== 200) {
      throw new UpstreamError(faultOfStatus(response.status), `${where} answers with status ${response.status}, not 200.`);
    }
    try {
      return JSON.parse(response.text()) as unknown;
    } catch (error) {
      throw new UpstreamError('invalid', `${where} is not JSON.`, error);
    }
  }

  /** Only https protects what is sent and received; http stays on this machine, where that is allowed. @throws UpstreamError */
  assertProtected(url: string, what: string): void {
    const { protocol, hostname } = parsedUrl(url) ?? {};
    if (protocol === 'https:') return;
    const isLocal = protocol === 'http:' && isLoopbackHost(hostname ?? '');
    if (!isLocal) throw new UpstreamError('misconfigured', `${what} (${shownUrl(url)}) is not an https URL.`);
    if (!this.settings.backchannelAllowPrivate) throw privateAddress(what, url);
  }
}

/** The address of a name is only for the operator, so it isn't said. */
function privateAddress(what: string, url: string): UpstreamError {
  return new UpstreamError(
    'misconfigured',
    `${what} (${shownUrl(url)}) is not at a public address. Private networks are used only if BACKCHANNEL_ALLOW_PRIVATE is set.`,
  );
}

/** Node writes the address into the message of a connection that failed. */
function reasonOf({ message, cause }: Error): string {
  const { code, address } = (cause ?? {}) as { code?: string; address?: string };
  return address !== undefined && code !== undefined ? code : message;
}

/** The fault of a status that is not 200: it may end by itself, or settings are wrong. */
export function faultOfStatus(status: number): UpstreamFault {
  return status > 499 || status === 429 ? 'unreachable' : 'misconfigured';
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A URL for messages, without a query, which may contain secrets. */
function shownUrl(url: string): string {
  const { protocol = '', origin, pathname } = parsedUrl(url) ?? {};
  return /^https?:$/.test(protocol) ? `${origin}${pathname}`.slice(0, 200) : shown(url);
}

/** A value of the provider for messages, bounded in size and depth. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (isObject(value)) return 'an object';
  if (Array.isArray(value) && value.some((item) => typeof item === 'object')) return 'a list of objects';
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
