// What introspection says about a token (RFC 7662), and to whom.
import { Injectable } from '@nestjs/common';
import { claimsFor } from '../claims.js';
import type { ClientRecord } from '../clients/clients.service.js';
import { scopeValues } from '../scopes.js';
import { actClaim } from './actors.js';
import { Subjects } from './subjects.js';
import type { TokenContent } from './token-content.js';

/** Only whom the token is meant for learns about it: the client or its project is in the audience. */
export function mayIntrospect(client: ClientRecord, token: TokenContent): boolean {
  return token.audience.includes(client.clientId) || (client.kind === 'application' && token.audience.includes(client.projectId));
}

@Injectable()
export class Introspection {
  constructor(private readonly subjects: Subjects) {}

  /** The answer about a live token; exactly `{"active":false}` when its user is gone meanwhile (RFC 7662 section 2.2). */
  async describe(token: TokenContent, issuer: string): Promise<Record<string, unknown>> {
    const subject = await this.subjects.of(token);
    if (!subject) return { active: false };
    const { scope, clientId, exp, iat, userId, audience, jti, authTime, amr, actors } = token;
    const act = actClaim(issuer, actors);
    return {
      ...claimsFor(subject, scopeValues(scope)),
      active: true,
      scope,
      client_id: clientId,
      token_type: 'Bearer',
      ...(exp === undefined ? {} : { exp }),
      iat,
      nbf: iat,
      // RFC 9470 section 6.2: a resource server may want to know how fresh the sign-in is.
      ...(authTime === undefined ? {} : { auth_time: authTime }),
      ...(amr === undefined ? {} : { amr }),
      sub: userId,
      aud: audience,
      iss: issuer,
      jti,
      username: subject.loginName,
      ...(act && { act }),
    };
  }
}
