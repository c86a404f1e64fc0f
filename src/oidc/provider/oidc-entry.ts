// The entry point for OAuth and OpenID Connect requests. The fast path and the provider handle them before Express and its parsers.
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ClientAddresses } from '../../common/http/client-network.js';
import { nameRequest, REQUEST_ID, requestFacts } from '../../common/http/observed-requests.js';
import { transportSecurity } from '../../common/admission/security-headers.js';
import type { OverLimitError } from '../../common/primitives/over-limit-error.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { DISCOVERY, REGISTRATION_ENDPOINT } from '../protocol/endpoints.js';
import { isDocument, PRIVATE_BY_NAME, send } from '../fast-path/http-answer.js';
import { FastPath } from '../fast-path/fast-path.service.js';
import { SigningKeys } from '../keys/signing-keys.service.js';
import { serverError } from '../protocol/oauth-error.js';
import { type RegistrationAnswer, RegistrationEndpoint } from '../registration/registration-endpoint.service.js';
import { ProviderHost } from './provider-host.js';

const PREFIXES = ['/oauth/v2/', '/oidc/v1/'];
const PATHS = [DISCOVERY, '/.well-known/oauth-authorization-server'];

@Injectable()
export class OidcEntry {
  private readonly log = new Logger('oidc');
  private readonly origin: URL;
  private readonly security: Readonly<Record<string, string>>;
  private readonly securityList: readonly string[];

  constructor(
    private readonly host: ProviderHost,
    private readonly front: FastPath,
    private readonly registration: RegistrationEndpoint,
    private readonly signingKeys: SigningKeys,
    private readonly addresses: ClientAddresses,
    @Inject(SETTINGS_TOKEN) settings: Settings,
  ) {
    this.origin = new URL(settings.publicUrl);
    this.security = transportSecurity(settings.publicUrl);
    this.securityList = Object.entries(this.security).flat();
  }

  /** Generates the first keys and builds the provider. Call once, after the migrations and `Keyring.load()`, before listening. */
  async ready(): Promise<void> {
    await this.signingKeys.ensureKeys();
    await this.host.currentProvider();
  }

  /** Whether requests for this path, given without a query, are handled here. */
  handles(path: string): boolean {
    return PREFIXES.some((prefix) => path.startsWith(prefix)) || PATHS.some((known) => path === known || path.startsWith(`${known}/`));
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const id = nameRequest(request);
    const document = this.host.recentDocuments()?.answerDocument(request);
    if (document) return send(response, id, document, this.securityList);
    this.serve(request, response, id).catch((error: unknown) => this.fail(request, response, id, error));
  }

  refuse(request: IncomingMessage, response: ServerResponse, error: OverLimitError): void {
    this.fail(request, response, nameRequest(request), error);
  }

  private async serve(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    const registered = request.url?.startsWith(REGISTRATION_ENDPOINT) ? await this.registration.answerRequest(request) : undefined;
    if (registered) return this.sendRegistration(response, id, registered);
    const { documents, callback } = await (isDocument(request) ? this.host.documentProvider() : this.host.currentProvider());
    const answer = documents.answerDocument(request) ?? (await this.front.answerRequest(request));
    if (answer) return send(response, id, answer, this.securityList);
    for (const [name, value] of Object.entries({ ...this.security, [REQUEST_ID]: id })) response.setHeader(name, value);
    this.pinAddress(request);
    await callback(request, response);
  }

  /**
   * Every absolute URL and the Secure attribute of cookies follow PUBLIC_URL, not the caller or a proxy.
   * Proxies are trusted only for the caller's address, and only as far as TRUST_PROXY allows.
   */
  private pinAddress(request: IncomingMessage): void {
    const { headers } = request;
    headers['x-forwarded-for'] = this.addresses.of(request);
    headers['x-forwarded-host'] = this.origin.host;
    headers['x-forwarded-proto'] = this.origin.protocol.slice(0, -1);
  }

  private sendRegistration(response: ServerResponse, id: string, { status, headers, body }: RegistrationAnswer): void {
    response.writeHead(status, { ...PRIVATE_BY_NAME, ...this.security, ...headers, [REQUEST_ID]: id });
    response.end(body && JSON.stringify(body));
  }

  private fail(request: IncomingMessage, response: ServerResponse, id: string, error: unknown): void {
    const { status, headers, body, expected } = serverError(error, id);
    if (!expected) this.log.error({ message: 'request failed', ...requestFacts(request), err: error });
    if (response.headersSent) return void response.end();
    response.writeHead(status, { ...PRIVATE_BY_NAME, ...this.security, ...headers, [REQUEST_ID]: id });
    response.end(JSON.stringify(body));
  }
}
