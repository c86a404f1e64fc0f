// E-mail addresses that an administrator of the service marks as verified, because people cannot or need not prove them by a code.
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/principal.js';
import { Database } from '../../common/database/database.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { foldKey } from '../../common/identifiers/fold.js';
import { PrivilegeCheck } from '../roles/memberships/privilege-check.service.js';
import { Domains } from '../organizations/domains.service.js';
import type { Organization } from '../organizations/organizations.service.js';
import { AddressClaims } from '../directory/people/address-claims.service.js';
import { ChangePermission } from '../directory/people/change-permission.service.js';
import { unknownPerson } from '../directory/people/person/person-refusals.js';
import { primaryEmail } from '../directory/people/person/person.rows.js';
import type { Person } from '../directory/people/person/person.js';
import { PersonWriter } from '../directory/people/person-writer.service.js';

@Injectable()
export class AdministratorVerifications {
  constructor(
    private readonly writer: PersonWriter,
    private readonly claims: AddressClaims,
    private readonly domains: Domains,
    private readonly privileges: PrivilegeCheck,
    private readonly permission: ChangePermission,
    private readonly database: Database,
  ) {}

  /**
   * Marks an address of a person as verified: applications of every organization link accounts by it.
   * @param email absent: the primary one
   * @throws DomainError `notFound`, `forbidden` for the caller's own account and for a person with more permissions, `invalid` for an address that
   * the person does not have, `conflict` for an address in another organization's domain, or that another person of the organization has
   */
  async verify(organization: Organization, userId: string, email: string | undefined, caller: Principal): Promise<Person> {
    const { covers } = await this.permission.termsOf(organization, caller);
    return this.database.write('verify address for person', async (tx) => {
      const person = await this.writer.lock(tx, organization.no, userId);
      if (!person) throw unknownPerson();
      await this.privileges.assertMayTakeOver(tx, caller, person.no);
      const address = email ?? primaryEmail(person);
      if (address === undefined || !person.emails.some(({ value }) => value === address))
        throw new DomainError('invalid', 'person.notTheirAddress', 'This user does not have this e-mail address.', 'email');
      if ((await this.domains.foreign(organization.no, [address])).size > 0)
        throw new DomainError('conflict', 'person.addressForeign', 'This e-mail address is in a domain of another organization.', 'email');
      await this.claims.lockAddresses(tx, [{ orgNo: organization.no, address }]);
      const others = await this.claims.judge(tx, organization, person, { before: person, trusted: [address], covers });
      if (others.has(foldKey(address)))
        throw new DomainError('conflict', 'person.addressShared', 'Another user of this organization has this e-mail address.', 'email');
      return this.writer.verifyEmail(tx, person, address, 'administrator', caller.userId);
    });
  }
}
