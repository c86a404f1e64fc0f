// The links of a person to identity providers, as administrators add and end them.
import { Injectable } from '@nestjs/common';
import { judgeService } from '../../../common/access/permissions.js';
import type { Principal } from '../../../common/access/principal.js';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import type { IdentityLinkOfPerson } from '../../authentication/identity-providers/identity-links.repository.js';
import { unknownProvider } from '../../authentication/identity-providers/provider-refusals.js';
import { IdentityLinks } from '../../authentication/identity-providers/identity-links.service.js';
import { OF_SERVICE, type IdentityProvider } from '../../authentication/identity-providers/identity-provider.js';
import { IdentityProviders } from '../../authentication/identity-providers/identity-providers.service.js';
import type { Person } from '../../directory/people/person/person.js';
import { unknownPerson } from '../../directory/people/person/person-refusals.js';
import { PersonWriter } from '../../directory/people/person-writer.service.js';
import type { Organization } from '../../organizations/organizations.service.js';
import { PrivilegeCheck } from '../../roles/memberships/privilege-check.service.js';

/** A link to add. */
export interface GivenIdentity {
  identityProviderId: string;
  subject: string;
  loginName?: string | undefined;
}

@Injectable()
export class PersonIdentities {
  constructor(
    private readonly links: IdentityLinks,
    private readonly providers: IdentityProviders,
    private readonly writer: PersonWriter,
    private readonly privileges: PrivilegeCheck,
    private readonly database: Database,
  ) {}

  /** @throws DomainError `notFound` */
  async requireLink({ no, orgNo }: Person, providerId: string): Promise<IdentityLinkOfPerson> {
    return (await this.links.ofPerson(orgNo, no)).find(({ provider }) => provider.id === providerId) ?? refuseUnknown();
  }

  /**
   * Lets a subject sign in as the person. Needs every permission of the person, like a new password, then and whenever the subject signs in.
   * @throws DomainError `notFound`, `forbidden`, and as {@link IdentityLinks.add}
   */
  async add(organization: Organization, userId: string, given: GivenIdentity, caller: Principal): Promise<IdentityLinkOfPerson> {
    const { identityProviderId: id, subject, loginName } = given;
    const provider = await this.providers.byId(id);
    if (!provider) throw unknownProvider();
    assertMayLinkTo(provider, caller);
    return this.write('link person', organization, userId, caller, async (tx, { no }) => {
      const link = await this.links.add(
        tx,
        { provider, userNo: no, orgNo: organization.no, subject, loginName, givenAs: caller.memberships },
        caller.userId,
      );
      const { orgNo, name, kind, template } = provider;
      return { ...link, provider: { id, orgNo, name, kind, template } };
    });
  }

  /** Ends a link. Needs every permission of the person. @throws DomainError `notFound`, `forbidden` */
  async remove(organization: Organization, userId: string, providerId: string, caller: Principal): Promise<void> {
    await this.write('unlink person', organization, userId, caller, async (tx, person) => {
      if (!(await this.links.remove(tx, person, providerId, caller.userId))) refuseUnknown();
    });
  }

  private write<Result>(
    name: string,
    organization: Organization,
    userId: string,
    caller: Principal,
    work: (tx: Transaction, person: Person) => Promise<Result>,
  ): Promise<Result> {
    return this.database.write(name, async (tx) => {
      const person = await this.writer.lock(tx, organization.no, userId);
      if (!person) throw unknownPerson();
      await this.privileges.assertMayTakeOver(tx, caller, person.no);
      return work(tx, person);
    });
  }
}

/**
 * A subject has one account in the whole service, so a link made here could keep a person of another organization out.
 * @throws DomainError `forbidden`
 */
export function assertMayLinkTo({ orgNo }: Pick<IdentityProvider, 'orgNo'>, caller: Principal): void {
  if (orgNo !== OF_SERVICE || judgeService(caller.memberships, 'idp.write') === 'allowed') return;
  throw new DomainError(
    'forbidden',
    'identityLink.ofService',
    'Only administrators of the whole service may link people to a provider of the service.',
  );
}

function refuseUnknown(): never {
  throw new DomainError('notFound', 'identityLink.notFound', 'This person has no link to this identity provider.');
}
