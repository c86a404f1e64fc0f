// Checks whether the content of a token is still valid. Guard, introspection and userinfo all use it; no token is trusted without it.
import { Injectable } from '@nestjs/common';
import { Clients } from '../clients/clients.service.js';
import { ServedPeople } from '../clients/served-people.service.js';
import { Coalescer, MAX_BATCH } from '../../common/database/coalescer.js';
import { ActingRights } from './acting-rights.service.js';
import { RoleClaims } from './content/role-claims.service.js';
import type { Actor } from './content/actors.js';
import type { TokenContent, TokenOrigin } from './content/token-content.js';
import { TokenCredentials } from './token-credentials.service.js';
import type { Versions } from './content/subjects.service.js';
import { TokenStateRepository, type TokenAsk, type TokenState } from './token-state.repository.js';

const MAX_FLIGHTS = 2;

/** The origins, credentials and actors of an exchanged token or authorization. */
type Inherited = Pick<TokenContent, 'kind' | 'userNo' | 'origins' | 'credentials' | 'actors'>;

@Injectable()
export class TokenCheck {
  private readonly states: Coalescer<TokenAsk, TokenState>;

  constructor(
    repository: TokenStateRepository,
    private readonly clients: Clients,
    private readonly servedPeople: ServedPeople,
    private readonly credentials: TokenCredentials,
    private readonly rights: ActingRights,
    private readonly roleClaims: RoleClaims,
  ) {
    this.states = new Coalescer((asks) => repository.readStates(asks), MAX_FLIGHTS, MAX_BATCH);
  }

  /**
   * Valid means: not revoked; the grant is live and not past this token; user and organization are active and of the token's generation.
   * Application, project and its organization are active and of the token's generation, and the application serves the user's organization.
   * Actors are checked like the user, and must still be allowed to act. The origins of an exchanged token are checked like the token
   * itself.
   * @returns whether all of that is true, and the versions read with it
   */
  async checkState(token: TokenContent): Promise<{ holds: boolean; versions: Versions }> {
    const expected = this.roleClaims.areExpected(token);
    const asked = this.stateOf(token, expected && (await expected));
    const [state, inheritedHolds] = token.exchanged ? await Promise.all([asked, this.inheritedHolds(token)]) : [await asked, true];
    const holds = inheritedHolds && !state.revoked && userHolds(token, state) && grantHolds(token, state);
    const versions = {
      config: state.configVersion,
      ...(state.user && { user: state.user.version }),
      ...(state.roles && { roles: state.roles }),
    };
    return { holds: holds && (await this.clientHolds(token, state)), versions };
  }

  /**
   * Checks what an exchanged token depends on: its origins are valid, the credentials used still exist, and the actors are unchanged and
   * may still act (docs/adr/0023-exchanged-tokens-have-a-parent.md).
   */
  async inheritedHolds({ kind, userNo, origins = [], credentials = [], actors = [] }: Inherited): Promise<boolean> {
    const holding = await Promise.all([
      ...origins.map((origin) => this.originHolds(origin)),
      ...actors.map(async (actor) => userHolds(actor, await this.states.load({ jti: '', userNo: actor.userNo, grantNo: 0 }))),
      credentials.length === 0 || this.credentials.areLive(credentials),
      actors.length === 0 || this.rights.hold({ kind, userNo }, actors),
    ]);
    return holding.every(Boolean);
  }

  private stateOf({ jti, userNo, grant }: TokenOrigin, hasRoles = false): Promise<TokenState> {
    return this.states.load({ jti, userNo, grantNo: grant?.no ?? 0, hasRoles });
  }

  private async originHolds(origin: TokenOrigin): Promise<boolean> {
    const state = await this.stateOf(origin);
    return !state.revoked && userHolds(origin, state) && grantHolds(origin, state) && this.clientHolds(origin, state);
  }

  private async clientHolds(
    { kind, clientId, generations, exchanged }: TokenOrigin,
    { configVersion, user }: TokenState,
  ): Promise<boolean> {
    // A service user is its own client, which was already checked as the user.
    if (kind === 'service' && !exchanged) return true;
    const application = await this.clients.findApplication(clientId, configVersion);
    if (application?.generation !== generations.client || !user) return false;
    return (await this.servedPeople.reasonAgainstOrganization(application, user.orgNo, configVersion)) === undefined;
  }
}

function userHolds({ generations }: Pick<Actor, 'generations'> | TokenOrigin, { user }: Pick<TokenState, 'user'>): boolean {
  if (!user?.live) return false;
  return generations.user === user.generation && generations.organization === user.organizationGeneration;
}

/** Fails closed: a token that names a grant needs the grant's row (docs/adr/0005-tokens.md). */
function grantHolds({ grant: link, userNo, kind }: TokenOrigin, { grant }: TokenState): boolean {
  if (!link) return kind === 'service';
  return grant !== undefined && grant.live && link.n >= grant.minN && grant.userNo === userNo && grant.clientNo === link.clientNo;
}
