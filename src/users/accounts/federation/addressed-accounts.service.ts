// Accounts found by an address that the identity of a provider proves: verified ones, and those of people who were invited at it.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { domainOf } from '../../../common/identifiers/fold.js';
import { type IdentityProvider, OF_SERVICE } from '../../authentication/identity-providers/identity-provider.js';
import type { UpstreamIdentity } from '../../authentication/identity-providers/upstream-identity.js';
import { People } from '../../directory/people/people.service.js';
import type { Person } from '../../directory/people/person/person.js';
import { Domains } from '../../organizations/domains.service.js';
import type { Organization } from '../../organizations/organizations.service.js';
import { FirstPasswords } from '../first-passwords.service.js';
import { MailedCodes } from '../mailed-codes.service.js';

/** An identity of a provider. */
export interface AddressedSignIn {
  provider: IdentityProvider;
  /** The provider's organization; for a provider of the service, that of the page. */
  organization: Organization;
  identity: UpstreamIdentity;
}

@Injectable()
export class AddressedAccounts {
  constructor(
    private readonly people: People,
    private readonly domains: Domains,
    private readonly codes: MailedCodes,
    private readonly firstPasswords: FirstPasswords,
    private readonly database: Database,
  ) {}

  /**
   * The person of the organization who has verified the address. An account with an address that isn't verified is never found: a stranger may have
   * registered it and be waiting for its owner.
   */
  async findVerified(signIn: AddressedSignIn): Promise<Person | undefined> {
    const { organization, identity } = signIn;
    if (identity.email === undefined || !(await this.isProven(signIn, identity.email))) return undefined;
    const person = await this.people.findByNameOrEmail(organization, identity.email);
    return person && hasVerified(person, identity.email) ? person : undefined;
  }

  /** The person that an administrator has invited at the address, and who has not signed in yet. */
  async findInvited(signIn: AddressedSignIn): Promise<Person | undefined> {
    const { organization, identity } = signIn;
    if (identity.email === undefined || !(await this.isProven(signIn, identity.email))) return undefined;
    const person = await this.people.findByNameOrEmail(organization, identity.email);
    return person && (await this.isWaiting(person, identity.email, this.database.query)) ? person : undefined;
  }

  /**
   * Uses up the invitation of a person, whose row the unit of work must have locked: the mailed link ends with it.
   * @returns whether it was still valid
   */
  async acceptInvitation(tx: Transaction, person: Person, { email = '' }: UpstreamIdentity): Promise<boolean> {
    return (await this.isWaiting(person, email, tx)) && this.codes.redeemInvitation(tx, person.no, email);
  }

  /**
   * Why an address of this identity counts as verified at a new account: it lies in a domain that the organization has verified, and for which the
   * organization has declared its own provider. An address that the provider calls unverified proves nothing. A provider of the service must have
   * verified it itself: at a directory with many tenants, each tenant's administrator sets addresses.
   */
  async reasonToTrust({ provider, organization, identity }: AddressedSignIn, address: string): Promise<'domain' | undefined> {
    const domain = domainOf(address);
    const isDeclared =
      provider.orgNo === OF_SERVICE ? identity.emailVerified : identity.emailVerified !== false && provider.rules.domains.includes(domain);
    return isDeclared && (await this.domains.ownedBy(organization)).has(domain) ? 'domain' : undefined;
  }

  /**
   * Whether the person seems to have an account: an account has the address as its userName, or has verified it. A provider of the service must have
   * verified it too, so that no person learns of accounts by another person's address.
   */
  async hasAccount({ provider, organization, identity: { email, emailVerified } }: AddressedSignIn): Promise<boolean> {
    if (email === undefined || (provider.orgNo === OF_SERVICE && !emailVerified)) return false;
    const found = await this.people.findByNameOrEmail(organization, email);
    return found !== undefined && (hasVerified(found, email) || isSame(found.userName, email));
  }

  /**
   * The identity as a new account takes it: without an address that nothing proves and that another person of the organization has. With it, the
   * account of a stranger would keep its owner from signing in by it.
   */
  async withoutHeldAddress(signIn: AddressedSignIn): Promise<UpstreamIdentity> {
    const { organization, identity } = signIn;
    const { email, loginName, ...others } = identity;
    if (email === undefined || (await this.isProven(signIn, email))) return identity;
    if (!(await this.people.findByNameOrEmail(organization, email))) return identity;
    return { ...others, ...(loginName !== undefined && !isSame(loginName, email) && { loginName }) };
  }

  private async isProven(signIn: AddressedSignIn, address: string): Promise<boolean> {
    return signIn.identity.emailVerified === true || (await this.reasonToTrust(signIn, address)) !== undefined;
  }

  /** A person who has a password or a passkey signs in with it, so the invitation is over. */
  private async isWaiting(person: Person, address: string, query: Query): Promise<boolean> {
    return (await this.codes.isInvited(query, person.no, address)) && !(await this.firstPasswords.isReady(person, query));
  }
}

/** Whether the account has verified the address. */
function hasVerified({ emails }: Person, address: string): boolean {
  return emails.some(({ value, verifiedBy }) => verifiedBy !== undefined && isSame(value, address));
}

/** Only the case may differ: two spellings that fold alike may be two mailboxes. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
