// Whether what a token says still holds. Guard, introspection and userinfo all ask here; nothing about a token is believed without it.
import { Injectable } from '@nestjs/common';
import { Clients } from '../clients/clients.service.js';
import { Coalescer, MAX_BATCH } from '../../common/database/coalescer.js';
import type { Actor } from './actors.js';
import type { TokenContent } from './token-content.js';
import type { Versions } from './subjects.service.js';
import { TokenStateRepository, type TokenAsk, type TokenState } from './token-state.repository.js';

const MAX_FLIGHTS = 2;

@Injectable()
export class TokenCheck {
  private readonly states: Coalescer<TokenAsk, TokenState>;

  constructor(
    repository: TokenStateRepository,
    private readonly clients: Clients,
  ) {
    this.states = new Coalescer((asks) => repository.read(asks), MAX_FLIGHTS, MAX_BATCH);
  }

  /**
   * Not revoked; grant alive and not past this token; user and organization active and of the token's generation;
   * application, its project and its organization active and of the token's generation. Whoever acts for the user is looked at like the user.
   */
  async holds(token: TokenContent): Promise<boolean> {
    return (await this.look(token)).holds;
  }

  /** Whether it holds, and the versions of that moment. */
  async look(token: TokenContent): Promise<{ holds: boolean; versions: Versions }> {
    const asked = this.states.load({ jti: token.jti, userNo: token.userNo, grantNo: token.grant?.no ?? 0 });
    const [state, actorsHold] = token.actors ? await Promise.all([asked, this.actorsHold(token.actors)]) : [await asked, true];
    const holds = actorsHold && !state.revoked && userHolds(token, state) && grantHolds(token, state);
    const versions = { config: state.configVersion, ...(state.user && { user: state.user.version }) };
    return { holds: holds && (await this.clientHolds(token, state)), versions };
  }

  private async actorsHold(actors: readonly Actor[]): Promise<boolean> {
    const states = await Promise.all(actors.map(({ userNo }) => this.states.load({ jti: '', userNo, grantNo: 0 })));
    return actors.every((actor, index) => userHolds(actor, states[index] ?? {}));
  }

  private async clientHolds({ kind, clientId, generations, exchanged }: TokenContent, { configVersion }: TokenState): Promise<boolean> {
    // A service user is its own client, and was looked at as the user.
    if (kind === 'service' && !exchanged) return true;
    const application = await this.clients.findApplication(clientId, configVersion);
    return application !== undefined && application.generation === generations.client;
  }
}

function userHolds({ generations }: Pick<Actor, 'generations'> | TokenContent, { user }: Pick<TokenState, 'user'>): boolean {
  if (!user?.live) return false;
  return generations.user === user.generation && generations.organization === user.organizationGeneration;
}

/** Fails closed: a token that names a grant needs the grant's row (docs/adr/0005-tokens.md). */
function grantHolds({ grant: link, userNo, kind }: TokenContent, { grant }: TokenState): boolean {
  if (!link) return kind === 'service';
  return grant !== undefined && grant.live && link.n >= grant.minN && grant.userNo === userNo && grant.clientNo === link.clientNo;
}
