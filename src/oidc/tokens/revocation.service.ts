// Revocation of a single access token (RFC 7009).
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../common/primitives/domain-error.js';
import { ServiceUsers } from '../../users/directory/service-users/service-users.service.js';
import { ServiceUserCredentials } from '../../users/directory/service-users/service-user-credentials.service.js';
import { RevocationsRepository } from './stored/revocations.repository.js';
import type { TokenContent } from './content/token-content.js';

/** The row is kept this long after the token's expiry, for processes whose clocks differ. */
const MARGIN_SECONDS = 600;

@Injectable()
export class Revocation {
  constructor(
    private readonly repository: RevocationsRepository,
    private readonly serviceUsers: ServiceUsers,
    private readonly credentials: ServiceUserCredentials,
  ) {}

  /** Revokes one access token only: its refresh token still works. For a personal access token, its row is deleted. */
  async revoke(token: TokenContent): Promise<void> {
    if (!token.personal && token.exp !== undefined) return this.repository.add(token.jti, (token.exp + MARGIN_SECONDS) * 1_000_000);
    const user = await this.serviceUsers.findServiceUserByNo(token.userNo);
    if (user) await this.credentials.removePersonalAccessToken(user, token.jti, user.id).catch(ignoreGone);
  }
}

/** A concurrent caller has just ended the token: the same outcome (RFC 7009 section 2.2). */
function ignoreGone(error: unknown): void {
  if (!(error instanceof DomainError) || error.kind !== 'notFound') throw error;
}
