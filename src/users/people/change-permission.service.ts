// Whom a caller may change, and how far: provisioning must not take over a stronger account, but must still let leavers go.
import { Injectable } from '@nestjs/common';
import { coversRoles } from '../../common/access/permissions.js';
import type { Principal } from '../../common/access/principal.js';
import { Memberships } from '../memberships/memberships.service.js';
import { PrivilegeCheck } from '../memberships/privilege-check.service.js';
import type { Covers } from './address-claims.service.js';
import type { ChangeTerms } from './people.service.js';
import type { PersonValues } from './person.js';

@Injectable()
export class ChangePermission {
  constructor(
    private readonly memberships: Memberships,
    private readonly cover: PrivilegeCheck,
  ) {}

  /**
   * What signs somebody in (userName, e-mail, password) is changed only by those who may do everything that person may do.
   * To shut out, let in or remove, holders of roles in the whole service need that as well; everybody else can be let go
   * (the last owner of an organization stays by another rule).
   */
  permits(caller: Principal): NonNullable<ChangeTerms['permit']> {
    return async (tx, before, after, newPassword = false) => {
      if (caller.userNo === before.no) return;
      const takesOver = after !== undefined && (newPassword || signInNames(before) !== signInNames(after));
      const shutsOut = after === undefined || before.active !== after.active;
      if (!takesOver && !shutsOut) return;
      const roles = await this.memberships.readRoles(tx, before.no);
      this.cover.assertCoversRoles(caller, takesOver ? roles : roles.filter(({ orgId }) => orgId === null));
    };
  }

  /** Whether the caller may do everything that a user may do, or is that user. */
  covers(caller: Principal): Covers {
    return async (query, userNo) =>
      caller.userNo === userNo || coversRoles(caller.memberships, await this.memberships.readRoles(query, userNo));
  }
}

function signInNames({ userName, emails }: PersonValues): string {
  return JSON.stringify([userName, ...emails.map(({ value, primary }) => [value, primary ?? false])]);
}
