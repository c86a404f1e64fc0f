// Sign-in with an OAuth 2.0 provider that has no ID token, such as GitHub: its API identifies the person.
import { Injectable } from '@nestjs/common';
import type { OauthConnection } from '../../../users/authentication/identity-providers/oidc-connection.js';
import {
  UpstreamError,
  type BegunUpstream,
  type OpenedProvider,
  type ProbeStep,
  type RedirectProtocol,
  type SentIdentity,
  type UpstreamAnswer,
  type UpstreamRequest,
} from '../upstream.js';
import { beginCodeFlow, exchangeCode, type Endpoints } from './code-flow.js';
import { present, text, textOfEmail } from './oidc-identity.js';
import { probeAuthorization } from './probe-steps.js';
import { isObject, MAX_BYTES, ProviderHttp, shown } from '../provider-http.service.js';

@Injectable()
export class OauthUpstream implements RedirectProtocol {
  constructor(private readonly http: ProviderHttp) {}

  /** @throws UpstreamError */
  async begin(provider: OpenedProvider, request: UpstreamRequest): Promise<BegunUpstream> {
    const connection = connectionOf(provider);
    assertNoAge(request);
    const endpoints = endpointsOf(connection);
    this.http.assertProtected(endpoints.authorizationEndpoint, 'The authorization endpoint');
    const { url, verifier } = beginCodeFlow(endpoints, connection, request);
    return { url, kept: { verifier } };
  }

  /** Sends two requests, and a third if addresses are listed apart. @throws UpstreamError */
  async finish(provider: OpenedProvider, answer: UpstreamAnswer): Promise<SentIdentity> {
    const connection = connectionOf(provider);
    assertNoAge(answer);
    const { secret } = provider;
    const signal = this.http.deadline();
    const { accessToken } = await exchangeCode(
      this.http,
      endpointsOf(connection),
      { connection, ...(secret && { secret }) },
      answer,
      signal,
    );
    const headers = { Authorization: `Bearer ${accessToken}` };
    const { userinfoUrl, emailsUrl } = connection;
    const [person, address] = await Promise.all([
      this.http.getObject(userinfoUrl, { what: 'The userinfo endpoint', maxBytes: MAX_BYTES.token, signal }, headers),
      emailsUrl &&
        this.http.getJson(emailsUrl, { what: 'The list of addresses', maxBytes: MAX_BYTES.token, signal }, headers).then(provenIn),
    ]);
    const subject = text(person[connection.subjectMember]);
    if (subject === undefined) {
      const fault = `The userinfo endpoint has no usable ${connection.subjectMember}, which identifies people (subjectMember)`;
      throw new UpstreamError('invalid', `${fault}: ${shown(person[connection.subjectMember])}.`);
    }
    const member = (name: string | undefined) => (name === undefined ? undefined : person[name]);
    return {
      ...present({
        loginName: text(member(connection.loginNameMember)),
        displayName: text(member(connection.nameMember)),
        email: address ?? textOfEmail(member(connection.emailMember)),
      }),
      subject,
      // The list names the verified addresses, so any other one is not verified.
      ...(emailsUrl !== undefined && { emailVerified: address !== undefined }),
      authentication: [],
    };
  }

  async probe(provider: OpenedProvider): Promise<ProbeStep[]> {
    return [await probeAuthorization(this.http, endpointsOf(connectionOf(provider)))];
  }
}

function endpointsOf({ authorizationUrl, tokenUrl }: OauthConnection): Endpoints {
  return { authorizationEndpoint: authorizationUrl, tokenEndpoint: tokenUrl, hasIssuerParameter: false };
}

/** The address that GitHub's `/user/emails` marks as primary and verified. */
function provenIn(addresses: unknown): string | undefined {
  if (!Array.isArray(addresses)) throw new UpstreamError('invalid', 'The list of addresses is not a JSON array.');
  const proven = addresses.filter(isObject).find(({ primary, verified }) => primary === true && verified === true);
  return textOfEmail(proven?.['email']);
}

/** Nothing in OAuth 2.0 says when a person has authenticated. @throws UpstreamError */
function assertNoAge({ forceLogin, maxAge }: Pick<UpstreamRequest, 'forceLogin' | 'maxAge'>): void {
  if (!forceLogin && maxAge === undefined) return;
  throw new UpstreamError(
    'notAllowed',
    'A provider without ID tokens (kind oauth) cannot prove a recent sign-in, which this one requires.',
  );
}

function connectionOf(provider: OpenedProvider): OauthConnection {
  if (provider.kind !== 'oauth') throw new UpstreamError('misconfigured', `The provider is of kind ${provider.kind}, expected oauth.`);
  return provider.connection;
}
