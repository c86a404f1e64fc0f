// The door for OAuth and OpenID Connect requests: they go to the provider before Express and its parsers see them.
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError, RETRY_AFTER_SECONDS } from '../../common/errors.js';
import { requestId, requestIdOf } from '../../common/http/request-id.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { SigningKeys } from '../keys/signing-keys.service.js';
import { ProviderHost } from './provider-host.js';

const PREFIXES = ['/oauth/v2/', '/oidc/v1/'];
const PATHS = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'];

@Injectable()
export class OidcHttp {
  private readonly log = new Logger('oidc');
  private readonly origin: URL;

  constructor(
    private readonly host: ProviderHost,
    private readonly signingKeys: SigningKeys,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {
    this.origin = new URL(settings.publicUrl);
  }

  /** Makes the first keys and the provider. Call once, after the migrations and `Keyring.load()`, before listening. */
  async ready(): Promise<void> {
    await this.signingKeys.ensure();
    await this.host.current();
  }

  /** Whether a request goes here. `url` is the path, with or without a query. */
  handles(url: string): boolean {
    const path = url.split('?', 1)[0] ?? '';
    return PREFIXES.some((prefix) => path.startsWith(prefix)) || PATHS.some((known) => path === known || path.startsWith(`${known}/`));
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    requestId(request as Request, response as Response, (() => undefined) as NextFunction);
    this.pinAddress(request);
    this.serve(request, response).catch((error: unknown) => this.fail(request, response, error));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { callback } = await this.host.current();
    await callback(request, response);
  }

  /**
   * Every absolute URL and the Secure mark of cookies follow PUBLIC_URL, whatever a caller or a proxy says;
   * of what proxies say only the address of the caller is believed, as far as TRUST_PROXY reaches.
   */
  private pinAddress({ headers }: IncomingMessage): void {
    headers['x-forwarded-host'] = this.origin.host;
    headers['x-forwarded-proto'] = this.origin.protocol.slice(0, -1);
    if (this.settings.trustProxy === 0) delete headers['x-forwarded-for'];
  }

  private fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    const id = requestIdOf(request as { id?: unknown });
    this.log.error({ message: 'request failed', requestId: id, method: request.method, err: error });
    if (response.headersSent) return void response.end();
    const waits = error instanceof DomainError;
    response.writeHead(waits ? 503 : 500, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      ...(waits ? { 'Retry-After': RETRY_AFTER_SECONDS } : {}),
    });
    response.end(
      JSON.stringify({
        error: waits ? 'temporarily_unavailable' : 'server_error',
        error_description: `Something went wrong here. The id ${id} names the entry in the log.`,
      }),
    );
  }
}
