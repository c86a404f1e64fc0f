// The JWT profile grant (RFC 7523 section 2.1): a service user obtains a token with an assertion it signed, without client authentication.
import { Injectable } from '@nestjs/common';
import { ServiceUsers } from '../../users/directory/service-users/service-users.service.js';
import type { ServiceUser } from '../../users/directory/service-users/service-users.repository.js';
import { UserDirectory } from '../../users/roles/user-directory/user-directory.repository.js';
import { AssertionFault, Assertions, claimedIssuer, type ClientCredential } from '../clients/authentication/assertions.service.js';
import {
  CLIENT_AUTH_METHODS,
  ClientAuthentication,
  ClientAuthenticationError,
  parameterOf,
  showsCredentials,
  type AuthenticatedClient,
  type ClientRequest,
} from '../clients/authentication/client-authentication.service.js';
import { Clients, JWT_PROFILE, type ClientRecord } from '../clients/clients.service.js';
import { TOKEN_ENDPOINT } from '../protocol/endpoints.js';
import { OAuthError } from '../protocol/oauth-error.js';
import { ClientCredentialsGrant } from './client-credentials.grant.js';
import type { TokenGrant, TokenRequest, TokenResponse } from './token-grant.js';

/** Maximum length of a user's id. */
const MAX_NAME = 200;

/** The unverified issuer of an assertion. */
interface Issuer {
  serviceUser: ServiceUser;
  client: ClientRecord;
}

@Injectable()
export class JwtProfileGrant implements TokenGrant {
  readonly grantType = JWT_PROFILE;
  readonly parameters = ['assertion', 'scope', 'resource'];
  readonly repeatable = ['resource'];

  constructor(
    private readonly authentication: ClientAuthentication,
    private readonly assertions: Assertions,
    private readonly clients: Clients,
    private readonly serviceUsers: ServiceUsers,
    private readonly users: UserDirectory,
    private readonly clientCredentials: ClientCredentialsGrant,
  ) {}

  /** {@link identify} has checked the assertion; this issues the service user's token and its ID token. */
  respond(request: TokenRequest): Promise<TokenResponse> {
    return this.clientCredentials.issue(request, true);
  }

  /**
   * The assertion identifies the client: the service user that signed it. So the request needs no client of its own, and a caller can't
   * choose one. If client authentication is sent anyway, it must be valid (RFC 7521 section 4.1) and of the same user.
   * @throws OAuthError `invalid_request` without an assertion, `invalid_grant` for any fault of it, and those of client authentication; a
   * {@link ClientAuthenticationError} if the service user is known
   */
  async identify(request: ClientRequest): Promise<AuthenticatedClient> {
    const assertion = parameterOf(request.form, 'assertion');
    if (assertion === undefined) throw new OAuthError('invalid_request', 'The parameter assertion is missing.');
    const authenticated = showsCredentials(request) ? await this.authenticate(request) : undefined;
    const clientId = authenticated?.clientId ?? parameterOf(request.form, 'client_id');
    const issuer = await this.findIssuer(claimedIssuer(assertion) ?? '', request.configVersion);
    try {
      // The same text for an unknown issuer and for a signature that none of its keys made.
      if (!issuer) throw new AssertionFault('is not signed by a valid key of its issuer');
      return { client: issuer.client, credential: await this.credentialOf(assertion, issuer, clientId, request.configVersion) };
    } catch (error) {
      throw error instanceof AssertionFault ? refusal(error.message, issuer?.client) : error;
    }
  }

  private async authenticate(request: ClientRequest): Promise<ClientRecord> {
    const { client } = await this.authentication.authenticate(request, CLIENT_AUTH_METHODS.get(TOKEN_ENDPOINT) ?? []);
    if (client.kind !== 'service') throw new OAuthError('unauthorized_client', 'This client is not allowed to use this grant_type.');
    return client;
  }

  /** @param clientId of the client that must have signed it, if the request names one. @throws AssertionFault */
  private async credentialOf(
    text: string,
    { client, serviceUser }: Issuer,
    clientId: string | undefined,
    version: number,
  ): Promise<ClientCredential> {
    const assertion = await this.assertions.verify(text, client, 'grant', version);
    if (assertion.subject !== assertion.issuer) throw new AssertionFault('must name the same user in iss and sub');
    if (clientId !== undefined && clientId !== client.clientId) throw new AssertionFault('belongs to another client');
    if (!serviceUser.assertionReuse) await this.assertions.useOnce(assertion);
    return assertion.credential;
  }

  private async findIssuer(name: string, version: number): Promise<Issuer | undefined> {
    const serviceUser = await this.findServiceUser(name, version);
    const client = serviceUser && (await this.clients.findClient(serviceUser.clientId, version));
    return client && { serviceUser, client };
  }

  /** Searches by client id first. Users can't choose a client id, so no user id can shadow it. */
  private async findServiceUser(name: string, configVersion: number): Promise<ServiceUser | undefined> {
    if (name.length > MAX_NAME) return undefined;
    const byClientId = await this.serviceUsers.findServiceUserByClientId(name, configVersion);
    if (byClientId) return byClientId;
    const user = await this.users.findById(name);
    return user?.kind === 'service' ? this.serviceUsers.findServiceUserByNo(user.no, configVersion) : undefined;
  }
}

function refusal(description: string, client: ClientRecord | undefined): OAuthError {
  return client ? new ClientAuthenticationError('invalid_grant', description, client) : new OAuthError('invalid_grant', description);
}
