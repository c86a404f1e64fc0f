// Soft-deleted people, kept for as long as the organization's policy says: they are restored or erased (docs/adr/0031-removed-people.md).
import { Injectable } from '@nestjs/common';
import type { Membership } from '../../../common/access/permissions.js';
import { Clock, DAY_US } from '../../../common/primitives/clock.js';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import type { Listed, ListQuery } from '../../../common/primitives/list-query.js';
import { EventLog } from '../../events/events.service.js';
import { domainOf, foldKey } from '../../../common/identifiers/fold.js';
import { idStates } from '../../../common/identifiers/ids.repository.js';
import { Domains } from '../../organizations/domains.service.js';
import type { Organization } from '../../organizations/organizations.service.js';
import { Policies } from '../../organizations/policies/policies.service.js';
import { AddressClaims, type Covers } from './address-claims.service.js';
import { PeopleRepository } from './people.repository.js';
import { eventOf } from './person/person-changes.js';
import { isByDomain, withVerified } from './person/verified-by.js';
import { asConflict, idTaken, userNameForeign, userNameTaken } from './person/person-refusals.js';
import { type Person, shownName, type VerifiedBy } from './person/person.js';
import { type KeptContent, RemovedPeopleRepository, type RemovedPerson } from './removed-people.repository.js';

export { REMOVED_PEOPLE_LIST, type RemovedPerson } from './removed-people.repository.js';

/** Limits of the editor who restores a person. */
export interface RestoreTerms {
  /** Throws if the editor lacks a permission of these roles. */
  permit: (roles: readonly Membership[]) => void;
  /** Whether the editor may assign the addresses of a given user to others. */
  covers: Covers;
}

@Injectable()
export class RemovedPeople {
  constructor(
    private readonly repository: RemovedPeopleRepository,
    private readonly people: PeopleRepository,
    private readonly claims: AddressClaims,
    private readonly domains: Domains,
    private readonly policies: Policies,
    private readonly events: EventLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Keeps a person who is about to be removed, with all content to restore, if the organization's policy says so. @param readRoles of the person */
  async keep(tx: Transaction, person: Person, readRoles: () => Promise<readonly Membership[]>): Promise<void> {
    const { days } = await this.policies.effectivePolicy(person.orgNo, 'removedPeople');
    if (days === 0) return;
    const nowUs = this.clock.nowUs();
    const content = await this.repository.contentOf(tx, person, await readRoles());
    await this.repository.replace(tx, content, shownName(person), nowUs, nowUs + days * DAY_US);
  }

  listRemoved({ no }: Organization, query: ListQuery): Promise<Listed<RemovedPerson>> {
    return this.repository.listRemoved(no, this.clock.nowUs(), query);
  }

  /**
   * Restores a person with profile, password, passkeys, second factors, links to identity providers and metadata, under the old id. Roles, group memberships, consents, sessions
   * and tokens are not restored. An address becomes unverified if another person has it now, its domain is another organization's, or it was verified
   * by a domain given up since.
   * @param permit throws for an editor with fewer permissions than the person had: applications recognize the person by the id, so setting a password
   * would take over a stronger account
   * @throws DomainError `notFound`, `forbidden`, `invalid` for a userName in a domain that another organization has now, `conflict` when another user
   * has the id, the userName or an address now
   */
  async restore(organization: Organization, id: string, editor: string, { permit, covers }: RestoreTerms): Promise<Person> {
    return this.database.write('restore person', async (tx) => {
      const content = (await this.repository.take(tx, organization.no, id, this.clock.nowUs())) ?? refuseUnknown();
      permit(content.roles);
      const person = await this.asRestored(tx, organization, content, covers);
      await this.repository.deleteLateRows(tx, person.no);
      await this.people.insertAll(tx, [person], [], [person.id]).catch((error: unknown) => {
        throw asConflict(error);
      });
      await this.repository.insertBelongings(tx, person, content);
      await this.events.append(tx, eventOf(person, editor, 'user.restored'));
      return person;
    });
  }

  /**
   * Erases a kept person before the retention ends.
   * @param permit throws for an editor who could not have removed the person
   * @throws DomainError `notFound`, `forbidden`
   */
  async erase(organization: Organization, id: string, editor: string, permit: RestoreTerms['permit']): Promise<void> {
    await this.database.write('erase removed person', async (tx) => {
      const { person, roles } = (await this.repository.take(tx, organization.no, id, this.clock.nowUs())) ?? refuseUnknown();
      permit(roles);
      await this.events.append(tx, eventOf(person, editor, 'user.erased'));
    });
  }

  /** The person after the restore, with a new generation, so that earlier tokens stay invalid. */
  private async asRestored(tx: Transaction, organization: Organization, { person }: KeptContent, covers: Covers): Promise<Person> {
    if ((await idStates(tx, [person.id])).taken.size > 0) throw idTaken();
    const { owned } = await this.domains.holdingsOf(organization.no);
    // For a kept mark of unknown reason it is not known whether the domain was given up meanwhile.
    const marked = person.emails.filter((email) => email.verifiedBy && (!isByDomain(email) || owned.has(domainOf(email.value))));
    const reasons = new Map(marked.map(({ value, verifiedBy }) => [value, verifiedBy as VerifiedBy]));
    const foreign = await this.domains.foreign(organization.no, [person.userName, ...reasons.keys()]);
    if (foreign.has(person.userName)) throw userNameForeign();
    if ((await this.people.namesTaken(tx, organization.no, [foldKey(person.userName)])).size > 0) throw userNameTaken();
    const verified = [...reasons.keys()].filter((address) => !foreign.has(address));
    await this.claims.lockAddresses(
      tx,
      verified.map((address) => ({ orgNo: organization.no, address })),
    );
    const others = await this.claims.judge(tx, organization, person, { trusted: verified, covers });
    const stays = (address: string) => !foreign.has(address) && !others.has(foldKey(address));
    return {
      ...person,
      emails: withVerified(person.emails, (address) => (stays(address) ? reasons.get(address) : undefined)),
      tokenGeneration: person.tokenGeneration + 1,
      // One more than the event of the removal.
      version: person.version + 2,
      modifiedUs: this.clock.nowUs(),
    };
  }
}

function refuseUnknown(): never {
  throw new DomainError('notFound', 'person.notRemoved', 'No such user of this organization was removed and is kept.');
}
