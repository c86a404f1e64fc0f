// Checks the e-mail addresses and userNames of a batch against the other people of their organizations, with one lookup for the whole batch.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../../common/database/transaction.js';
import type { DomainError } from '../../../../common/primitives/domain-error.js';
import { foldKey } from '../../../../common/identifiers/fold.js';
import type { Organization } from '../../../organizations/organizations.service.js';
import { AddressClaims, loginNamesOf, namesIn } from '../address-claims.service.js';
import { PeopleRepository } from '../people.repository.js';
import { addressIsLoginName, loginNameIsAddress, loginNameTaken } from '../person/person-refusals.js';
import type { PersonValues } from '../person/person.js';

/** A person of a batch, with the id the person will have. */
export interface BatchPerson {
  id: string;
  organization: Organization;
  values: PersonValues;
  nameKey: string;
  /** The person has this userName already. */
  keepsName: boolean;
}

/**
 * `shares`: another active person has the address, so neither can sign in by it. `unproven`: the address stays unverified, because another person,
 * active or not, has it. `fault`: the person cannot be written.
 */
export interface AddressVerdict {
  shares: boolean;
  unproven: boolean;
  fault?: DomainError;
}

/** The owners of addresses and userNames in one organization. Each accepted person of the batch is added. */
interface Taken {
  domains: ReadonlySet<string>;
  /** Folded address → id → whether that person is active. */
  addresses: Map<string, Map<string, boolean>>;
  /** Folded userName → id. */
  names: Map<string, string>;
}

@Injectable()
export class BatchAddresses {
  constructor(
    private readonly repository: PeopleRepository,
    private readonly claims: AddressClaims,
  ) {}

  /** Checks people in order, each also against the people before. @returns a verdict for each */
  async judgeBatch(tx: Transaction, people: readonly BatchPerson[]): Promise<AddressVerdict[]> {
    const byOrganization = new Map<number, Taken>();
    for (const { organization } of people)
      if (!byOrganization.has(organization.no)) byOrganization.set(organization.no, await this.loadTaken(tx, organization, people));
    return people.map((person) => judgePerson(person, byOrganization.get(person.organization.no) as Taken));
  }

  private async loadTaken(tx: Transaction, organization: Organization, all: readonly BatchPerson[]): Promise<Taken> {
    const people = all.filter((person) => person.organization.no === organization.no);
    const domains = await this.claims.domainsInUnit(tx, organization);
    const keys = people.flatMap(addressesOf);
    const loginNames = people.flatMap(({ values, keepsName }) => (keepsName ? [] : loginNamesOf(values.userName, domains)));
    const names = [...keys.flatMap((key) => namesIn(key, domains)), ...people.flatMap((person) => sameNamesOf(person, domains))];
    return {
      domains,
      addresses: await this.repository.addressHolders(tx, organization.no, [...new Set([...keys, ...loginNames])]),
      names: await this.repository.namesTaken(tx, organization.no, [...new Set(names)]),
    };
  }
}

function judgePerson(person: BatchPerson, { domains, addresses, names }: Taken): AddressVerdict {
  const { id, values, nameKey, keepsName } = person;
  const none = { shares: false, unproven: false };
  const othersWith = (key: string) => [...(addresses.get(key) ?? [])].filter(([holder]) => holder !== id);
  if (!keepsName && loginNamesOf(values.userName, domains).some((name) => othersWith(name).length > 0))
    return { ...none, fault: loginNameIsAddress() };
  const isOthers = (key: string) => names.has(key) && names.get(key) !== id;
  if (!keepsName && sameNamesOf(person, domains).some(isOthers)) return { ...none, fault: loginNameTaken() };
  const keys = addressesOf(person);
  const isLoginName = (key: string) => !addresses.get(key)?.has(id) && namesIn(key, domains).some(isOthers);
  if (keys.some(isLoginName)) return { ...none, fault: addressIsLoginName() };
  const others = keys.flatMap(othersWith);
  for (const key of keys) addresses.set(key, (addresses.get(key) ?? new Map<string, boolean>()).set(id, values.active));
  names.set(nameKey, id);
  return { shares: values.active && others.some(([, active]) => active), unproven: others.length > 0 };
}

/** The folded userNames with which another person would have the same login name. */
function sameNamesOf({ values: { userName }, nameKey, keepsName }: BatchPerson, domains: ReadonlySet<string>): string[] {
  return keepsName ? [] : [...loginNamesOf(userName, domains), ...namesIn(nameKey, domains)];
}

function addressesOf({ values: { emails } }: BatchPerson): string[] {
  return emails.map(({ value }) => foldKey(value));
}
