// Answers the most frequent requests of programs before the library sees them: only ordinary requests that succeed. Unusual or faulty
// requests go to the library, with the results obtained so far.
import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { nameCaller } from '../../common/http/observed-requests.js';
import { BODY_BYTES } from '../../common/admission/request-bounds.js';
import { announcesBody } from '../../common/admission/body-headers.js';
import { bearerToken } from '../../common/access/bearer.strategy.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { TOKEN_EXCHANGE } from '../clients/application.js';
import { parameterOf } from '../clients/authentication/client-authentication.service.js';
import { allowedGrantTypes, Clients } from '../clients/clients.service.js';
import { INTROSPECTION_ENDPOINT, TOKEN_ENDPOINT, USERINFO_ENDPOINT } from '../protocol/endpoints.js';
import { TokenGrants } from '../grants/token-grants.service.js';
import { OAuthError } from '../protocol/oauth-error.js';
import { isScope, scopeValues } from '../protocol/scopes.js';
import { INACTIVE, Introspection, mayIntrospect } from '../tokens/introspection.service.js';
import { LiveTokens } from '../tokens/live-tokens.service.js';
import { REFRESH_TOKEN_PREFIX } from '../tokens/refresh-token.codec.js';
import { Subjects } from '../tokens/content/subjects.service.js';
import { UserClaims } from '../tokens/content/user-claims.service.js';
import { isUnusual, PRIVATE_HEADERS, type Answer } from './http-answer.js';
import { ClientRequests } from './client-requests.service.js';

/** @returns undefined if the library must answer */
type Handler = (request: IncomingMessage) => Promise<Answer | undefined>;

const FORM = /^application\/x-www-form-urlencoded *(;|$)/i;
const BEARER = 'Bearer ';

@Injectable()
export class FastPath {
  /** Keyed by exact method and path. Any other spelling, and any query, goes to the library. */
  private readonly handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
    [`POST ${TOKEN_ENDPOINT}`, (request) => this.answerToken(request)],
    [`POST ${INTROSPECTION_ENDPOINT}`, (request) => this.answerIntrospection(request)],
    [`GET ${USERINFO_ENDPOINT}`, (request) => this.answerUserinfo(request)],
    [`POST ${USERINFO_ENDPOINT}`, (request) => this.answerUserinfo(request)],
  ]);

  constructor(
    private readonly requests: ClientRequests,
    private readonly tokenGrants: TokenGrants,
    private readonly liveTokens: LiveTokens,
    private readonly subjects: Subjects,
    private readonly introspections: Introspection,
    private readonly userClaims: UserClaims,
    private readonly clients: Clients,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** @returns the answer to an ordinary request that succeeds, undefined for any other */
  async answerRequest(request: IncomingMessage): Promise<Answer | undefined> {
    const handler = this.handlers.get(`${request.method} ${request.url}`);
    if (!handler || isUnusual(request.headers)) return undefined;
    try {
      return await handler(request);
    } catch (error) {
      if (error instanceof OAuthError) return undefined;
      throw error;
    }
  }

  /**
   * Handles every grant except token exchange, which can be switched off and is rare. As with introspection, the presented token is read
   * first.
   */
  private async answerToken(request: IncomingMessage): Promise<Answer | undefined> {
    if (!hasPlainForm(request)) return undefined;
    const { form, receivedUs } = await this.requests.readForm(request);
    const grant = this.tokenGrants.forType(parameterOf(form, 'grant_type'));
    if (!grant || grant.grantType === TOKEN_EXCHANGE) return undefined;
    const parameters = Object.fromEntries(grant.parameters.map((name) => [name, parameterOf(form, name)]));
    if (parameters['scope'] !== undefined && !isScope(parameters['scope'])) return undefined;
    const found = await grant.findAuthorization?.(parameters);
    if (grant.findAuthorization && !found) return undefined;
    const { client, credential, configVersion } = await this.requests.identify(request, TOKEN_ENDPOINT, found?.configVersion);
    if (!client || !allowedGrantTypes(client).includes(grant.grantType)) return undefined;
    return privately(await grant.respond({ client, parameters, receivedUs, found, credential, configVersion }));
  }

  /**
   * RFC 7662. The token is checked before the caller is authenticated, because the same query shows whether the cache of clients is
   * current. The response waits for both.
   */
  private async answerIntrospection(request: IncomingMessage): Promise<Answer | undefined> {
    if (!hasPlainForm(request)) return undefined;
    const { form } = await this.requests.readForm(request);
    const [token] = [parameterOf(form, 'token'), parameterOf(form, 'token_type_hint')];
    if (token === undefined || token.startsWith(REFRESH_TOKEN_PREFIX)) return undefined;
    const live = await this.liveTokens.checkLive(token);
    const { client } = await this.requests.identify(request, INTROSPECTION_ENDPOINT, live?.versions.config);
    if (!client) return undefined;
    if (!live) return privately(INACTIVE);
    this.liveTokens.noteUse(live);
    if (!mayIntrospect(client, live.token)) return privately(INACTIVE);
    return privately(await this.introspections.describe(client, live.token, this.settings.publicUrl, live.versions));
  }

  /** OpenID Connect Core section 5.3. Only a token in the header is accepted here; the library handles a token in the body. */
  private async answerUserinfo(request: IncomingMessage): Promise<Answer | undefined> {
    const { authorization } = request.headers;
    const value = bearerToken(authorization);
    if (value === undefined || authorization?.length !== BEARER.length + value.length || hasContent(request)) return undefined;
    const live = await this.liveTokens.findLive(value);
    const subject = live && (await this.subjects.findUser(live.token, live.versions));
    const client = live && (await this.clients.findIssuedTo(live.token, live.versions.config));
    if (!client || subject?.userId !== live.token.userId) return undefined;
    nameCaller(request, subject);
    const { config: configVersion, roles } = live.versions;
    const question = { subject, scopes: scopeValues(live.token.scope), client, configVersion, roles };
    return privately({ sub: subject.userId, ...(await this.userClaims.userinfoClaims(question, live.token.claims)) });
  }
}

function privately(body: object | undefined): Answer | undefined {
  return body && { headers: PRIVATE_HEADERS, body: JSON.stringify(body) };
}

function hasPlainForm({ headers }: IncomingMessage): boolean {
  return FORM.test(headers['content-type'] ?? '') && Number(headers['content-length'] ?? NaN) <= BODY_BYTES.oauthForm;
}

/** Whether a request has, or announces, a body. */
function hasContent({ method, headers }: IncomingMessage): boolean {
  const type = headers['content-type'];
  return announcesBody(headers) || (method === 'POST' && type !== undefined && !FORM.test(type));
}
