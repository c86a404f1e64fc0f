// Answers the most frequent requests of programs before the library sees them: only ordinary requests that succeed. Unusual or faulty
// requests go to the library, with the results obtained so far.
import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { nameCaller } from '../../common/http/observed-requests.js';
import { BODY_BYTES } from '../../common/admission/request-bounds.js';
import { announcesBody } from '../../common/admission/json-body.js';
import { presentedToken } from '../../common/access/presented-token.js';
import { ProofRefusal } from '../../common/access/proof-refusal.js';
import { TOKEN_EXCHANGE } from '../clients/application.js';
import { parameterOf } from '../clients/authentication/client-authentication.service.js';
import { allowedGrantTypes, Clients } from '../clients/clients.service.js';
import { INTROSPECTION_ENDPOINT, TOKEN_ENDPOINT, USERINFO_ENDPOINT } from '../protocol/endpoints.js';
import { TokenGrants } from '../grants/token-grants.service.js';
import { OAuthError } from '../protocol/oauth-error.js';
import { isScope, scopeValues } from '../protocol/scopes.js';
import { INTROSPECTION_JWT } from '../tokens/signed-introspection.service.js';
import { INACTIVE, Introspection, mayIntrospect } from '../tokens/introspection.service.js';
import type { Proof } from '../proofs/proofs.service.js';
import { LiveTokens } from '../tokens/live-tokens.service.js';
import { PresentedTokens } from '../tokens/presented-tokens.service.js';
import { REFRESH_TOKEN_PREFIX } from '../tokens/refresh-token.codec.js';
import { Subjects } from '../tokens/content/subjects.service.js';
import { UserClaims } from '../tokens/content/user-claims.service.js';
import { type Answer, isUnusual, PRIVATE_HEADERS, provenHeaders } from './http-answer.js';
import { ClientRequests } from './client-requests.service.js';

/** @returns undefined if the library must answer */
type Handler = (request: IncomingMessage) => Promise<Answer | undefined>;

const FORM = /^application\/x-www-form-urlencoded *(;|$)/i;

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
    private readonly presentedTokens: PresentedTokens,
    private readonly subjects: Subjects,
    private readonly introspections: Introspection,
    private readonly userClaims: UserClaims,
    private readonly clients: Clients,
  ) {}

  /** @returns the answer to an ordinary request that succeeds, undefined for any other */
  async answerRequest(request: IncomingMessage): Promise<Answer | undefined> {
    const handler = this.handlers.get(`${request.method} ${request.url}`);
    if (!handler || isUnusual(request.headers)) return undefined;
    try {
      return await handler(request);
    } catch (error) {
      if (error instanceof OAuthError || error instanceof ProofRefusal) return undefined;
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
    const valueOf = (name: string) => (grant.repeatable.includes(name) ? form.getAll(name) : parameterOf(form, name));
    const parameters = Object.fromEntries(grant.parameters.map((name) => [name, valueOf(name)]));
    const { scope } = parameters;
    if (typeof scope === 'string' && !isScope(scope)) return undefined;
    const found = await grant.findAuthorization?.(parameters);
    if (grant.findAuthorization && !found) return undefined;
    const identified = await this.requests.identify(request, TOKEN_ENDPOINT, found?.configVersion);
    const { client, credential, configVersion, proof, refusal } = identified;
    if (!client || refusal || !allowedGrantTypes(client).includes(grant.grantType)) return undefined;
    const asked = { client, parameters, receivedUs, found, credential, configVersion, proof };
    return privately(await this.tokenGrants.respond(grant, asked), proof);
  }

  /**
   * RFC 7662. The token is checked before the caller is authenticated, because the same query shows whether the cache of clients is
   * current. The response waits for both.
   */
  private async answerIntrospection(request: IncomingMessage): Promise<Answer | undefined> {
    // The library's path negotiates the type of the response.
    if (!hasPlainForm(request) || request.headers.accept?.includes(INTROSPECTION_JWT)) return undefined;
    const { form } = await this.requests.readForm(request);
    const [token] = [parameterOf(form, 'token'), parameterOf(form, 'token_type_hint')];
    if (token === undefined || token.startsWith(REFRESH_TOKEN_PREFIX)) return undefined;
    const live = await this.liveTokens.checkLive(token);
    const { client } = await this.requests.identify(request, INTROSPECTION_ENDPOINT, live?.versions.config);
    if (!client) return undefined;
    if (!live) return privately(INACTIVE);
    this.liveTokens.noteUse(live);
    if (!mayIntrospect(client, live.token)) return privately(INACTIVE);
    return privately(await this.introspections.describe(client, live.token, live.versions));
  }

  /** OpenID Connect Core section 5.3. Only a token in the header is accepted here; the library handles a token in the body. */
  private async answerUserinfo(request: IncomingMessage): Promise<Answer | undefined> {
    const presented = presentedToken(request);
    if (!presented || hasContent(request)) return undefined;
    if (request.headers.authorization?.length !== presented.scheme.length + 1 + presented.value.length) return undefined;
    const live = await this.presentedTokens.findLiveForUserinfo(presented);
    const subject = live && (await this.subjects.findUser(live.token, live.versions));
    const client = live && (await this.clients.findIssuedTo(live.token, live.versions.config));
    if (!client || subject?.userId !== live.token.userId) return undefined;
    nameCaller(request, subject);
    const { config: configVersion, roles } = live.versions;
    const question = { subject, scopes: scopeValues(live.token.scope), client, configVersion, roles };
    const claims = await this.userClaims.userinfoClaims(question, live.token.claims);
    return privately({ sub: subject.userId, ...claims }, live.proof);
  }
}

function privately(body: object | undefined, proof?: Proof): Answer | undefined {
  return body && { headers: proof ? provenHeaders(proof.nextNonce) : PRIVATE_HEADERS, body: JSON.stringify(body) };
}

function hasPlainForm({ headers }: IncomingMessage): boolean {
  return FORM.test(headers['content-type'] ?? '') && Number(headers['content-length'] ?? NaN) <= BODY_BYTES.oauthForm;
}

/** Whether a request has, or announces, a body. */
function hasContent({ method, headers }: IncomingMessage): boolean {
  const type = headers['content-type'];
  return announcesBody(headers) || (method === 'POST' && type !== undefined && !FORM.test(type));
}
