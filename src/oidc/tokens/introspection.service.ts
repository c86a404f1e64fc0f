// The content of an introspection response (RFC 7662), and the clients that may get it.
import { Inject, Injectable } from '@nestjs/common';
import { ConfigVersion } from '../../common/database/config-version.js';
import { Clock } from '../../common/primitives/clock.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { type ClientRecord, Clients } from '../clients/clients.service.js';
import { reservedPrefix, scopeValues } from '../protocol/scopes.js';
import { tokenTypeOf } from './access-tokens.service.js';
import { actClaim } from './content/actors.js';
import { Subjects, type Versions } from './content/subjects.service.js';
import type { TokenContent } from './content/token-content.js';
import { UserClaims } from './content/user-claims.service.js';

/**
 * Only a client in the audience, by its own id or its project's, may introspect a token. A client that registered itself is unreviewed, so
 * it learns nothing about tokens of others.
 */
export function mayIntrospect(client: ClientRecord, token: TokenContent): boolean {
  if (client.kind === 'application' && client.isRegistered && token.clientId !== client.clientId) return false;
  return token.audience.includes(client.clientId) || (client.kind === 'application' && token.audience.includes(client.projectId));
}

/**
 * Whether a token is still valid for a reader in its audience. Another project is in the audience by an audience scope. That counts only as
 * long as the client that named the project may do so (docs/adr/0024-who-may-sign-in-where.md).
 */
export async function isStillFor(clients: Clients, reader: ClientRecord, token: TokenContent, configVersion: number): Promise<boolean> {
  if (reader.kind !== 'application' || token.audience.includes(reader.clientId)) return true;
  return clients.mayStillName(token, reader.projectId, configVersion);
}

/** The response for a token that is not valid or not intended for the caller (RFC 7662 section 2.2). */
export const INACTIVE = { active: false } as const;

@Injectable()
export class Introspection {
  constructor(
    private readonly subjects: Subjects,
    private readonly userClaims: UserClaims,
    private readonly clients: Clients,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /**
   * Describes a live token. Returns exactly `{"active":false}` when its user no longer exists (RFC 7662 section 2.2) or it has expired: the
   * tolerance of this service's own check is not for others.
   * @param reader the client that introspects
   */
  async describe(reader: ClientRecord, token: TokenContent, versions?: Versions): Promise<Record<string, unknown>> {
    if (token.exp !== undefined && token.exp <= this.clock.nowSeconds()) return INACTIVE;
    const configVersion = versions?.config ?? (await this.config.current());
    const subject = await this.subjects.findUser(token, versions);
    const client = await this.clients.findIssuedTo(token, configVersion);
    if (!subject || !client || !(await isStillFor(this.clients, reader, token, configVersion))) return INACTIVE;
    const { scope, clientId, exp, iat, userId, audience, jti, authTime, amr, actors, jkt } = token;
    const issuer = this.settings.publicUrl;
    const act = actClaim(issuer, actors);
    return {
      ...(await this.userClaims.shownClaims({
        subject,
        scopes: scopeValues(scope),
        client,
        reader: reader.kind === 'application' ? reader : undefined,
        configVersion,
        roles: versions?.roles,
      })),
      active: true,
      scope,
      client_id: clientId,
      token_type: tokenTypeOf(jkt),
      // RFC 9449 section 6.2: a resource server compares it with the key of the proof.
      ...(jkt !== undefined && { cnf: { jkt } }),
      ...(exp === undefined ? {} : { exp }),
      iat,
      nbf: iat,
      // RFC 9470 section 6.2: a resource server may need to know how recent the sign-in is.
      ...(authTime === undefined ? {} : { auth_time: authTime }),
      ...(amr === undefined ? {} : { amr }),
      sub: userId,
      aud: audience,
      iss: issuer,
      jti,
      username: subject.loginName,
      // The user's organization: a resource server that serves several organizations must be able to distinguish them.
      [`${reservedPrefix(this.settings.vendor)}user:resourceowner:id`]: subject.orgId,
      ...(act && { act }),
    };
  }
}
