import { Injectable } from '@nestjs/common';
import { judgeService } from '../../common/access/permissions.js';
import type { Principal } from '../../common/access/principal.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { Connections } from '../../scim/provisioning/connections.service.js';
import { PrivilegeCheck } from '../../users/memberships/privilege-check.service.js';

/** Who may get at the credentials of a service user: only who may do all that it may do, and vouch for all that it vouches for. */
@Injectable()
export class CredentialCover {
  constructor(
    private readonly cover: PrivilegeCheck,
    private readonly connections: Connections,
  ) {}

  /** @throws DomainError `forbidden` */
  async assertCovers(caller: Principal, userNo: number): Promise<void> {
    await this.cover.assertCovers(caller, userNo);
    if (await this.connections.trustsEveryAddress(userNo)) assertMayTrustEveryAddress(caller);
  }
}

/** To believe addresses of any domain concerns every application of the service, so only its administrators may. @throws DomainError `forbidden` */
export function assertMayTrustEveryAddress({ memberships }: Principal): void {
  if (judgeService(memberships, 'org.write') === 'allowed') return;
  throw new DomainError('forbidden', 'connection.emailTrust', 'Only administrators of the whole service may trust every e-mail address.');
}
