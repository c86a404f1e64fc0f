// Implements the port of common/access: decides which tokens give access to this service's own API.
import { Injectable } from '@nestjs/common';
import type { PresentedToken } from '../../common/access/presented-token.js';
import { TokenVerifier, type Principal } from '../../common/access/principal.js';
import { Memberships } from '../../users/roles/memberships/memberships.service.js';
import { Audiences } from './audiences.service.js';
import { PresentedTokens } from './presented-tokens.service.js';
import { Subjects } from './content/subjects.service.js';
import type { TokenContent } from './content/token-content.js';

@Injectable()
export class OidcTokenVerifier extends TokenVerifier {
  constructor(
    private readonly presentedTokens: PresentedTokens,
    private readonly subjects: Subjects,
    private readonly memberships: Memberships,
    private readonly audiences: Audiences,
  ) {
    super();
  }

  /**
   * A service user's own tokens and personal access tokens are accepted as they are, unless they were requested for other resources. Any other token comes through an application and needs
   * the API in its audience. So an application can't use a token here that it was given for another purpose (docs/adr/0005-tokens.md).
   * Tokens with an actor are refused: the log names the user who performs each action.
   * Roles are read on each call, so a removed role ends at once.
   */
  async verify(presented: PresentedToken): Promise<Principal | undefined> {
    const { token, versions } = (await this.presentedTokens.findLive(presented)) ?? {};
    if (!token || token.actors || !this.isMeantForUs(token)) return undefined;
    const subject = await this.subjects.findUser(token, versions);
    if (!subject) return undefined;
    return {
      userNo: token.userNo,
      userId: subject.userId,
      kind: token.kind,
      orgId: subject.orgId,
      memberships: await this.memberships.rolesOf(token.userNo, versions?.config),
      configVersion: versions?.config,
      ...(token.authTime !== undefined && {
        // `mfa` is added to the methods of every sign-in with two factors.
        signIn: { atSeconds: token.authTime, hasTwoFactors: token.amr?.includes('mfa') === true },
      }),
    };
  }

  private isMeantForUs({ kind, exchanged, byResource, audience }: TokenContent): boolean {
    return (kind === 'service' && !exchanged && !byResource) || audience.includes(this.audiences.api);
  }
}
