// Resolves the subject and the actor of a token exchange (RFC 8693 section 2.1): a live user, and the scopes and audience of the token.
import { Injectable } from '@nestjs/common';
import { UserDirectory } from '../../users/roles/user-directory/user-directory.repository.js';
import { AssertionFault, Assertions } from '../clients/authentication/assertions.service.js';
import type { ApplicationRecord } from '../clients/clients.service.js';
import { ServedPeople } from '../clients/served-people.service.js';
import { ConsentsRepository } from '../consents/consents.repository.js';
import { CLAIMS_BY_SCOPE } from '../protocol/claims.js';
import { OAuthError } from '../protocol/oauth-error.js';
import { scopeValues } from '../protocol/scopes.js';
import type { Actor } from '../tokens/content/actors.js';
import { GrantsRepository, type Grant } from '../tokens/stored/grants.repository.js';
import { IdTokens } from '../tokens/id-tokens.service.js';
import { LiveTokens } from '../tokens/live-tokens.service.js';
import { Subjects, type LiveSubject } from '../tokens/content/subjects.service.js';
import type { GrantLink, TokenContent, TokenCredential, TokenOrigin } from '../tokens/content/token-content.js';
import type { TokenTypeName } from './token-types.js';

export interface Party {
  user: LiveSubject;
  /** Scopes of the token, empty if it had none. */
  scopes: readonly string[];
  /** Additional scopes that may be requested: those about the user, if the token has no scopes. */
  free: readonly string[];
  /** Set if some of the additional scopes come from the user's consent to the client. */
  restsOnConsent?: boolean;
  audience: readonly string[];
  /** The authorization the token came from. */
  grant?: GrantLink;
  /** The key that the token is bound to, and the client it was issued to. */
  bound?: { jkt: string; clientId: string };
  /** The presented token and all its origins; empty for a user who was only named. */
  origins: readonly TokenOrigin[];
  credentials: readonly TokenCredential[];
  /** When the presented token expires, in seconds since 1970 UTC; absent without an expiry or a token. */
  endsSeconds?: number;
  /** The actors that already acted for the user. */
  actors: readonly Actor[];
  /** When and how the user signed in. */
  authentication: Pick<TokenContent, 'authTime' | 'amr'>;
  /** Claims of the token that a new ID token repeats. */
  repeated: Readonly<Record<string, unknown>>;
}

type Free = Pick<Party, 'free' | 'restsOnConsent'>;

const ABOUT_THE_USER: readonly string[] = ['openid', ...Object.keys(CLAIMS_BY_SCOPE)];
const REPEATED_CLAIMS = ['nonce', 'acr'];
const MAX_ID_LENGTH = 200;

@Injectable()
export class ExchangeParties {
  constructor(
    private readonly liveTokens: LiveTokens,
    private readonly idTokens: IdTokens,
    private readonly assertions: Assertions,
    private readonly subjects: Subjects,
    private readonly users: UserDirectory,
    private readonly grants: GrantsRepository,
    private readonly consents: ConsentsRepository,
    private readonly servedPeople: ServedPeople,
  ) {}

  /**
   * @param name of the parameter, for the error
   * @throws OAuthError `invalid_request` for a token that is not valid or not meant for the client (RFC 8693 section 2.2.2). Also if the
   * client does not serve the token's user or one of its actors.
   */
  async readParty(name: string, client: ApplicationRecord, type: TokenTypeName, value: string): Promise<Party> {
    const party = await this.find(client, type, value);
    if (party && (await this.serves(client, party))) return party;
    throw new OAuthError('invalid_request', `The ${name} is invalid, expired, revoked or not intended for this client.`);
  }

  private async serves(client: ApplicationRecord, { user, actors }: Party): Promise<boolean> {
    const acting = await Promise.all(actors.map((actor) => this.subjects.findUser(actor)));
    for (const one of [user, ...acting]) {
      if (!one || (await this.servedPeople.reasonAgainst(client, one)) !== undefined) return false;
    }
    return true;
  }

  private find(client: ApplicationRecord, type: TokenTypeName, value: string): Promise<Party | undefined> {
    switch (type) {
      case 'access_token':
        return this.byAccessToken(client, value);
      case 'id_token':
        return this.byIdToken(client, value);
      case 'jwt':
        return this.byAssertion(client, value);
      case 'user_id':
        return this.byUserId(client, value);
      case 'refresh_token':
        return Promise.resolve(undefined);
    }
  }

  /** Also accepts a personal access token. A token intended for one party is refused at another. */
  private async byAccessToken(client: ApplicationRecord, value: string): Promise<Party | undefined> {
    const live = await this.liveTokens.findLiveFor(client, value);
    return live && this.byToken(live.token);
  }

  /** An ID token of this client, or of another application of its project. */
  private async byIdToken(client: ApplicationRecord, value: string): Promise<Party | undefined> {
    const found = await this.idTokens.asAccessToken(value, client);
    if (!found) return undefined;
    const party = await this.byToken(found.token);
    const repeated = Object.fromEntries(REPEATED_CLAIMS.flatMap((name) => (name in found.claims ? [[name, found.claims[name]]] : [])));
    return party && { ...party, ...(await this.knownToClient(client, party, found.grant)), repeated: { ...party.repeated, ...repeated } };
  }

  private async byToken(token: TokenContent): Promise<Party | undefined> {
    const user = await this.subjects.findUser(token);
    const { scope, audience, grant, actors = [], origins = [], credentials = [], exp, authTime, amr, jkt, clientId } = token;
    const authentication = { ...(authTime === undefined ? {} : { authTime }), ...(amr && { amr }) };
    const repeated = { ...(authTime === undefined ? {} : { auth_time: authTime }), ...(amr && { amr }) };
    return (
      user && {
        user,
        scopes: scopeValues(scope),
        free: [],
        audience,
        ...(grant && { grant }),
        ...(jkt !== undefined && { bound: { jkt, clientId } }),
        origins: [originOf(token), ...origins],
        credentials,
        ...(exp !== undefined && { endsSeconds: exp }),
        actors,
        authentication,
        repeated,
      }
    );
  }

  /** The client names the user in an assertion (RFC 7523); single use like any other assertion. */
  private async byAssertion(client: ApplicationRecord, value: string): Promise<Party | undefined> {
    try {
      const assertion = await this.assertions.verify(value, client, 'subject');
      if (assertion.issuer !== client.clientId) return undefined;
      await this.assertions.useOnce(assertion);
      const party = await this.byUserId(client, assertion.subject);
      return party && { ...party, credentials: [assertion.credential] };
    } catch (error) {
      if (error instanceof AssertionFault) return undefined;
      throw error;
    }
  }

  private async byUserId(client: ApplicationRecord, id: string): Promise<Party | undefined> {
    const found = id.length <= MAX_ID_LENGTH ? await this.users.findById(id) : undefined;
    const user = found && (await this.subjects.findUser({ kind: found.kind, userNo: found.no }));
    if (!user) return undefined;
    const free = await this.consentedTo(client, user);
    return { user, scopes: [], ...free, audience: [], origins: [], credentials: [], actors: [], authentication: {}, repeated: {} };
  }

  /**
   * What an ID token stands for: the scope granted to its authorization, and what the person allowed this client to learn.
   * @param row of the authorization, if it has been read
   */
  private async knownToClient(client: ApplicationRecord, { user, grant }: Party, row: Grant | undefined): Promise<Free> {
    if (user.kind !== 'person' || !grant) return { free: ABOUT_THE_USER };
    const granted = (row ?? (await this.grants.findByNo(grant.no)))?.scope;
    const consented = await this.consents.scopeOf(user.userNo, client.no);
    const free = [...scopeValues(granted), ...consented].filter((scope) => ABOUT_THE_USER.includes(scope));
    return { free, restsOnConsent: consented.length > 0 };
  }

  /**
   * What a client may learn about a user who is only named: everything. If the client must ask the person first, only what the person
   * consented to.
   */
  private async consentedTo(client: ApplicationRecord, user: LiveSubject): Promise<Free> {
    const asksFirst = user.kind === 'person' && (client.config.consentRequired || (await this.servedPeople.isForeign(client, user.orgNo)));
    if (!asksFirst) return { free: ABOUT_THE_USER };
    const free = await this.consents.scopeOf(user.userNo, client.no);
    return { free, restsOnConsent: free.length > 0 };
  }
}

function originOf({ jti, kind, userNo, clientId, generations, grant, exchanged, byResource }: TokenContent): TokenOrigin {
  const kept = { ...(grant && { grant }), ...(exchanged && { exchanged }), ...(byResource && { byResource }) };
  return { jti, kind, userNo, clientId, generations, ...kept };
}
