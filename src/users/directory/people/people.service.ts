// People: reads, adds, changes and removes them, each change in its own unit of work.
import { Injectable } from '@nestjs/common';
import type { Admission } from '../../../common/access/principal.js';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { refusedTogether, refusedWithForm, type DomainError } from '../../../common/primitives/domain-error.js';
import type { Precondition } from '../../../common/database/precondition.js';
import { foldKey } from '../../../common/identifiers/fold.js';
import { Domains } from '../../organizations/domains.service.js';
import { SHARED_DOMAIN } from '../../../common/identifiers/external-id.js';
import type { Organization } from '../../organizations/organizations.service.js';
import { Passwords } from '../../authentication/passwords/passwords.service.js';
import { AddressClaims, type Covers } from './address-claims.service.js';
import { NewPeople, type InSameUnit } from './new-people.service.js';
import { PeopleRepository } from './people.repository.js';
import { keepVerified, type Trust } from './person/person-changes.js';
import { withVerified } from './person/verified-by.js';
import { addressTaken, asConflict, unknownPerson, userNameForeign } from './person/person-refusals.js';
import { normalizePerson } from './person/normalize-person.js';
import type { Person, PersonValues } from './person/person.js';
import { PersonWriter } from './person-writer.service.js';
import { VerifiedMarks } from './verified-marks.service.js';

/** The terms on which a caller changes people; an absent member means the default. */
export interface ChangeTerms {
  /** The provisioning domain whose external ids are read and written. */
  domainNo?: number;
  /** Whether an address counts as verified without a proof. `isNew`: the person did not have it before. */
  trusts?: Trust;
  /** Throws, inside the unit of work, if the editor may not make the change. `after` is absent for a removal. */
  permit?: (tx: Transaction, before: Person, after?: PersonValues, newPassword?: boolean) => Promise<void>;
  /** Whether the editor may assign the addresses of a given user to others; absent: those of every user. */
  covers?: Covers;
  /** The config version at the time the editor was authenticated: caches of this version are current. */
  configVersion?: number | undefined;
  /** Throws if the person about to change is not in the state that the caller expects. */
  expected?: Precondition<Person>;
  /** Further work of a removal, done before anything is deleted. */
  also?: InSameUnit;
  /** The admission of the editor's request. */
  admission?: Admission | undefined;
  /** A new person must change the password at the first sign-in. */
  changeRequired?: boolean;
  /** The number of the editor, who gives that password. */
  givenBy?: number;
  /** A syntax error of the request: nothing is changed, and further errors are reported with it. */
  refused?: DomainError;
}

/** A pure function from the stored person to the requested one; it may run more than once. */
export type PersonChange = (current: Person) => { values: PersonValues; password?: string };

@Injectable()
export class People {
  constructor(
    private readonly repository: PeopleRepository,
    private readonly newPeople: NewPeople,
    private readonly writer: PersonWriter,
    private readonly passwords: Passwords,
    private readonly claims: AddressClaims,
    private readonly domains: Domains,
    private readonly marks: VerifiedMarks,
    private readonly database: Database,
  ) {}

  /** @throws DomainError `notFound` */
  async requirePerson(organization: Organization, id: string, { domainNo = SHARED_DOMAIN }: ChangeTerms = {}): Promise<Person> {
    const found =
      domainNo === SHARED_DOMAIN
        ? this.repository.readPerson(organization.no, id)
        : this.repository.findPerson(organization.no, id, undefined, '', domainNo);
    return (await found) ?? refuseUnknown();
  }

  /**
   * A person with the verified marks that count now.
   * @param version of the person's row, as read during this request: the cached person of that version is used
   * @param configVersion if it was read during this request
   */
  async findByNo(no: number, version?: number, configVersion?: number): Promise<Person | undefined> {
    const person = await this.repository.findByNo(no, version);
    return person && this.marks.standing(person, configVersion);
  }

  /**
   * Adds a person, in a unit of work shared with concurrent requests.
   * @param values become the person
   * @param also runs in the same unit of work
   * @throws DomainError `invalid`, also for a userName in another organization's domain, `conflict` when the userName is taken
   */
  async create(
    organization: Organization,
    values: PersonValues,
    password: string | undefined,
    editor: string,
    also?: InSameUnit,
    terms: ChangeTerms = {},
  ): Promise<Person> {
    const { domainNo, trusts = () => undefined, covers, changeRequired, givenBy, refused } = terms;
    const proper = await this.checked(organization, { values, password, refused, configVersion: terms.configVersion });
    const passwordHash = await this.hash(organization, password, editor, terms, proper);
    const add = async (configVersion?: number): Promise<Person> => {
      const holdings = await this.domains.holdingsOf(organization.no, configVersion);
      const trusted = proper.emails.map(({ value }) => value).filter((address) => trusts(address, true) !== undefined);
      const others = await this.claims.judgeAhead(
        this.database.query,
        organization,
        proper,
        { trusted, ...(covers ? { covers } : {}) },
        holdings,
      );
      const foreign = await this.foreign(organization, trusted, trusts, configVersion);
      const stays = (address: string) => !others.has(foldKey(address)) && !foreign.has(address);
      const emails = withVerified(proper.emails, (address) => (stays(address) ? trusts(address, true) : undefined));
      return this.newPeople.add(
        {
          orgNo: organization.no,
          values: { ...proper, emails },
          editor,
          ...(passwordHash === undefined ? {} : { passwordHash, ...(changeRequired !== undefined && { changeRequired }), givenBy }),
          ...(domainNo === undefined ? {} : { domainNo }),
        },
        async (tx, person) => {
          if (!(await this.claims.isJudgedBy(tx, organization, holdings))) throw new OutdatedError();
          await this.assertAlone(tx, person);
          await also?.(tx, person);
        },
      );
    };
    // The caches may have become stale while the hash waited in the queue.
    return add(passwordHash === undefined ? terms.configVersion : undefined).catch((error: unknown) =>
      error instanceof OutdatedError ? add() : Promise.reject(error as Error),
    );
  }

  /** A person of the organization, active or not, who has `text` as userName or e-mail address; with the verified marks that count now. */
  async findByNameOrEmail(organization: Organization, text: string): Promise<Person | undefined> {
    const person = await this.repository.findByNameOrEmail(organization.no, foldKey(text));
    return person && this.marks.standing(person);
  }

  /** The person that a directory has provisioned with this external id; undefined if several have it. */
  async findByExternalId(organization: Organization, domainNo: number, externalId: string): Promise<Person | undefined> {
    const person = await this.repository.findByExternalId(organization.no, domainNo, externalId);
    return person && this.marks.standing(person);
  }

  /**
   * Adds a person as part of a larger unit of work.
   * @param proven addresses that the person has proven and no other person may have
   * @throws DomainError as {@link create}
   */
  async createIn(
    tx: Transaction,
    organization: Organization,
    { values, passwordHash, proven = [] }: { values: PersonValues; passwordHash: string; proven?: readonly string[] },
    editor: string,
  ): Promise<Person> {
    const person = { orgNo: organization.no, values: normalizePerson(values), passwordHash, editor };
    await this.claims.lockAddresses(
      tx,
      proven.map((address) => ({ orgNo: organization.no, address })),
    );
    const others = await this.claims.judge(tx, organization, person.values, { trusted: proven });
    if (proven.some((address) => others.has(foldKey(address)))) throw addressTaken();
    const [added] = await this.newPeople.addIn(tx, [person]).catch(conflict);
    return added as Person;
  }

  /**
   * Changes a person under its row lock, so that concurrent changes are serialized. `change` is applied to a copy first: it may set a password, and
   * hashing does not belong in a unit of work.
   * @throws DomainError `notFound`, `invalid`, `conflict`, or `precondition` when the last owner would be inactive
   */
  async update(organization: Organization, id: string, change: PersonChange, editor: string, terms: ChangeTerms = {}): Promise<Person> {
    const current = await this.requirePerson(organization, id, terms);
    const { values: wished, password } = change(current);
    await this.checked(organization, { values: wished, password, ...terms }, current);
    const passwordHash = await this.hash(organization, password, editor, terms, wished, current);
    return this.database.write('update person', async (tx) => {
      const before = (await this.writer.lock(tx, organization.no, id, terms.domainNo)) ?? refuseUnknown();
      await terms.expected?.(before, tx);
      const values = normalizePerson(change(before).values, before);
      const after = keepVerified(before, values, await this.trustsHere(tx, organization, before, values, terms));
      await terms.permit?.(tx, before, after, passwordHash !== undefined);
      return this.writer.replace(tx, before, after, passwordHash, editor, terms.domainNo);
    });
  }

  /** Removes a person; its userName is free again, its id is not. @throws DomainError `notFound`, or `precondition` for the last owner */
  async remove(organization: Organization, id: string, editor: string, { permit, expected, also }: ChangeTerms = {}): Promise<void> {
    await this.database.write('remove person', async (tx) => {
      const person = (await this.writer.lock(tx, organization.no, id)) ?? refuseUnknown();
      await expected?.(person, tx);
      await permit?.(tx, person);
      await also?.(tx, person);
      await this.writer.remove(tx, person, editor);
    });
  }

  /** Checks values and a password together, so that the caller gets all errors at once. @returns the values as they may be stored */
  private async checked(
    organization: Organization,
    {
      values,
      password,
      refused,
      configVersion,
    }: { values: PersonValues; password: string | undefined } & Pick<ChangeTerms, 'refused' | 'configVersion'>,
    before?: Person,
  ): Promise<PersonValues> {
    const [proper, strong] = await Promise.allSettled([
      this.checkedValues(organization, values, before, configVersion),
      password === undefined ? undefined : this.passwords.assertAllowed({ orgNo: organization.no, userNo: before?.no }, password),
    ]);
    const errors = [proper, strong].flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    if (refused) throw refusedWithForm(refused, errors);
    if (proper.status === 'fulfilled' && errors.length === 0) return proper.value;
    throw refusedTogether(errors);
  }

  private async checkedValues(
    organization: Organization,
    values: PersonValues,
    before: Person | undefined,
    configVersion: number | undefined,
  ): Promise<PersonValues> {
    const proper = normalizePerson(values, before);
    if (foldKey(proper.userName) !== foldKey(before?.userName ?? ''))
      await this.assertOwnName(organization, proper.userName, configVersion);
    return proper;
  }

  /**
   * Hashes a password. Afterwards it checks again what may have changed in the queue: the caller's admission, and the domain of the userName.
   * @param password that has been checked
   */
  private async hash(
    organization: Organization,
    password: string | undefined,
    editor: string,
    { admission }: ChangeTerms,
    values: PersonValues,
    before?: Person,
  ): Promise<string | undefined> {
    if (password === undefined) return undefined;
    const hash = await this.passwords.hash(password, { worth: 'administration', account: editor, orgNo: organization.no });
    await admission?.judgeAgain();
    await this.checkedValues(organization, values, before, undefined);
    return hash;
  }

  /** Trust in addresses, except those that another person of the organization has or that are in another organization's domain. */
  private async trustsHere(
    tx: Transaction,
    organization: Organization,
    before: Person,
    values: PersonValues,
    terms: ChangeTerms,
  ): Promise<Trust> {
    const { trusts = () => undefined, covers } = terms;
    const had = new Map(before.emails.map(({ value, verifiedBy }) => [value, verifiedBy]));
    const trusted = values.emails.map(({ value }) => value).filter((address) => !had.get(address) && trusts(address, !had.has(address)));
    await this.claims.lockAddresses(
      tx,
      trusted.map((address) => ({ orgNo: organization.no, address })),
    );
    const others = await this.claims.judge(tx, organization, values, { before, trusted, ...(covers ? { covers } : {}) });
    const foreign = await this.foreign(organization, trusted, trusts);
    return (address, isNew) => (others.has(foldKey(address)) || foreign.has(address) ? undefined : trusts(address, isNew));
  }

  /** The trusted addresses outside the organization's domains that are in a domain which another organization has verified. */
  private foreign({ no }: Organization, trusted: readonly string[], trusts: Trust, configVersion?: number): Promise<ReadonlySet<string>> {
    const elsewhere = trusted.filter((address) => trusts(address, true) !== 'domain');
    return this.domains.foreign(no, elsewhere, configVersion);
  }

  /** @throws OutdatedError when a concurrent unit has given an address of the new person to another person as well */
  private async assertAlone(tx: Transaction, person: Person): Promise<void> {
    const marked = person.emails.filter(({ verifiedBy }) => verifiedBy).map(({ value }) => foldKey(value));
    if (marked.length > 0 && (await this.claims.heldByOthers(tx, person, marked))) throw new OutdatedError();
  }

  private async assertOwnName({ no }: Organization, userName: string, configVersion: number | undefined): Promise<void> {
    if ((await this.domains.foreign(no, [userName], configVersion)).size > 0) throw userNameForeign();
  }
}

/**
 * What was checked ahead of the unit of work no longer holds, so it is checked again: another person has got an address, which then stays unverified
 * here, or the organization has verified a domain.
 */
class OutdatedError extends Error {}

function conflict(error: unknown): never {
  throw asConflict(error);
}

function refuseUnknown(): never {
  throw unknownPerson();
}
