// The account of a person who has just signed in with an identity provider: found by its link, by the directory's SCIM id or by a proven address,
// or created (docs/adr/0059-signing-in-with-a-directory.md).
import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { shownNetwork } from '../../../common/http/client-network.js';
import { EventLog } from '../../events/events.service.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { isEmailAddress } from '../../../common/primitives/email-address.js';
import { OF_SERVICE, type IdentityProvider, type ProviderRules } from '../../authentication/identity-providers/identity-provider.js';
import type { IdentityLink } from '../../authentication/identity-providers/identity-links.repository.js';
import { IdentityLinks, type NewIdentityLink } from '../../authentication/identity-providers/identity-links.service.js';
import type { UpstreamIdentity } from '../../authentication/identity-providers/upstream-identity.js';
import { People } from '../../directory/people/people.service.js';
import { PersonWriter } from '../../directory/people/person-writer.service.js';
import { emptyPerson, maySignIn, type Person, type PersonValues } from '../../directory/people/person/person.js';
import type { Organization } from '../../organizations/organizations.service.js';
import { LinkPermission, type LinkRefusal } from '../../authentication/assurance/link-permission.service.js';
import { AddressedAccounts, type AddressedSignIn } from './addressed-accounts.service.js';
import { RegistrationRule } from '../registration/registration-rule.service.js';

/**
 * `inactive`: deactivated, locked, or of an organization that is not active. `elsewhere`: the account belongs to another organization than the
 * provider. `otherIdentity`: the account is connected to another identity of this provider. `noAccount`: none was found, and none is created.
 * `notInvited`: the same, and people need an invitation. `incomplete`: the provider sent too little to create one.
 */
export type FederationRefusal = LinkRefusal | 'inactive' | 'elsewhere' | 'otherIdentity' | 'noAccount' | 'notInvited' | 'incomplete';

/** `unlinked`: the person may connect an account of this service by signing in to it. */
export type FederatedOutcome =
  /** `person` as just read, if the sign-in has changed nothing of it. */
  | { kind: 'found'; userNo: number; person?: Person }
  | { kind: 'unlinked' }
  | { kind: 'refused'; reason: FederationRefusal; detail?: string };

/** A sign-in with a provider. */
export interface FederatedSignIn extends AddressedSignIn {
  /** When the provider answered, in microseconds since 1970 UTC. */
  answeredUs: number;
  /** The IP address of the browser. */
  ip: string;
  /** The config version, if this request has read it. */
  configVersion?: number | undefined;
}

/** The number of the organization whose people a provider signs in. @param pageOrgNo of the page, for a provider of the service */
export const organizationNoFor = ({ orgNo }: IdentityProvider, pageOrgNo: number): number => (orgNo === OF_SERVICE ? pageOrgNo : orgNo);

/** @returns the provisioning domain of a SCIM connection of the organization, if it exists */
export type ProvisioningDomainOf = (organization: Organization, connectionId: string) => Promise<number | undefined>;

@Injectable()
export class FederatedAccounts {
  private readonly log = new Logger(FederatedAccounts.name);
  private provisioningDomainOf: ProvisioningDomainOf = () => Promise.resolve(undefined);

  constructor(
    private readonly people: People,
    private readonly writer: PersonWriter,
    private readonly links: IdentityLinks,
    private readonly addresses: AddressedAccounts,
    private readonly linkPermission: LinkPermission,
    private readonly events: EventLog,
    private readonly registration: RegistrationRule,
    private readonly database: Database,
  ) {}

  /** Called at start by the module that owns SCIM connections. */
  findProvisionedBy(find: ProvisioningDomainOf): void {
    this.provisioningDomainOf = find;
  }

  /** The account of the identity. The first of several parallel sign-ins connects or creates it, and the others find it. */
  async find(signIn: FederatedSignIn): Promise<FederatedOutcome> {
    const outcome = await this.findOrCreate(signIn);
    if (outcome.kind === 'found') await this.append(signIn, outcome.userNo, 'user.human.externalidp.check.succeeded');
    return outcome;
  }

  private append(
    { provider, ip }: FederatedSignIn,
    userNo: number,
    type: 'user.human.externalidp.check.succeeded' | 'user.human.externalidp.check.failed',
    more: object = {},
  ): Promise<void> {
    const payload = { identityProviderId: provider.id, address: shownNetwork(ip), ...more };
    return this.database.write('note check of identity', (tx) =>
      this.events.appendAboutUser(tx, userNo, { type, editor: provider.id, payload }),
    );
  }

  /**
   * Connects the identity to an account that the person has just proven.
   * @returns the reason why not; undefined: connected, also if it was before
   */
  async connect(signIn: FederatedSignIn, userNo: number): Promise<FederationRefusal | undefined> {
    if (signIn.provider.rules.linking === 'off') return 'noAccount';
    const link = await this.links.find(signIn.provider.no, signIn.identity.subject);
    if (link) return link.userNo === userNo ? undefined : 'otherIdentity';
    const person = await this.people.findByNo(userNo);
    const outcome = person ? await this.link(signIn, person, { editor: person.id }) : refused('inactive');
    return outcome.kind === 'refused' ? outcome.reason : undefined;
  }

  /** Whether the provider still signs in to the account: it is connected, and nothing speaks against it now. */
  async stillAdmits(provider: IdentityProvider, userNo: number): Promise<boolean> {
    const person = await this.people.findByNo(userNo);
    if (!person) return false;
    const link = (await this.links.ofPerson(person.orgNo, userNo)).find(({ providerNo }) => providerNo === provider.no);
    return link !== undefined && (await this.refusalOf({ provider }, person, link)) === undefined;
  }

  private async findOrCreate(signIn: FederatedSignIn): Promise<FederatedOutcome> {
    const linked = await this.findLinked(signIn);
    if (linked) return linked;
    const outcome = await this.linkOrCreate(signIn);
    // A parallel sign-in may have been first: the invitation is used up, or the new account has the address.
    return outcome.kind === 'found' ? outcome : ((await this.findLinked(signIn)) ?? outcome);
  }

  /** @returns undefined: the identity is connected to no account */
  private async findLinked(signIn: FederatedSignIn): Promise<FederatedOutcome | undefined> {
    const link = await this.links.find(signIn.provider.no, signIn.identity.subject);
    if (!link) return undefined;
    const outcome = await this.admit(signIn, link, await this.people.findByNo(link.userNo));
    if (outcome.kind === 'found') await this.links.noteUse(link, signIn.answeredUs);
    return outcome;
  }

  private async linkOrCreate(signIn: FederatedSignIn): Promise<FederatedOutcome> {
    const { provider } = signIn;
    const provisioned = await this.findProvisioned(signIn);
    if (provisioned) return this.link(signIn, provisioned);
    const addressed = provider.rules.linking === 'address' ? await this.addresses.findVerified(signIn) : undefined;
    if (addressed) return this.link(signIn, addressed);
    switch (provider.rules.creation) {
      case 'automatic':
        return this.create(signIn);
      case 'invitation': {
        const invited = await this.addresses.findInvited(signIn);
        return invited ? this.link(signIn, invited, { isInvited: true }) : unlinkedOr(signIn, refused('notInvited'));
      }
      case 'off':
        return unlinkedOr(signIn, refused('noAccount'));
    }
  }

  /** The person that the same directory has provisioned over SCIM. */
  private async findProvisioned({ provider, organization, identity }: FederatedSignIn): Promise<Person | undefined> {
    const { connectionId } = provider.rules;
    if (connectionId === undefined || identity.externalId === undefined) return undefined;
    const domainNo = await this.provisioningDomainOf(organization, connectionId);
    return domainNo === undefined ? undefined : this.people.findByExternalId(organization, domainNo, identity.externalId);
  }

  /** @param editor absent: the provider @param isInvited the person was found by an invitation, which is used up */
  private async link(
    signIn: FederatedSignIn,
    { id }: Person,
    { editor = signIn.provider.id, isInvited = false }: { editor?: string; isInvited?: boolean } = {},
  ): Promise<FederatedOutcome> {
    const { provider, organization, identity } = signIn;
    const connected = this.database.write('connect identity', async (tx): Promise<FederatedOutcome> => {
      const person = await this.writer.lock(tx, organization.no, id);
      if (!person) return refused('elsewhere');
      const reason = await this.refusalOf(signIn, person, {}, tx);
      if (reason) return refused(reason);
      const own = (await this.links.ofPerson(person.orgNo, person.no, tx)).find(({ providerNo }) => providerNo === provider.no);
      // A parallel sign-in with the same identity may have been first.
      if (own) return own.subject === identity.subject ? { kind: 'found', userNo: person.no } : refused('otherIdentity');
      if (isInvited && !(await this.addresses.acceptInvitation(tx, person, identity))) return refused('notInvited');
      await this.links.add(tx, linkOf(signIn, person), editor);
      return { kind: 'found', userNo: person.no };
    });
    return connected.catch((error: unknown) => {
      if (isTaken(error)) return refused('otherIdentity');
      throw error;
    });
  }

  private async create(signIn: FederatedSignIn): Promise<FederatedOutcome> {
    const { provider, organization, identity } = signIn;
    if (organization.state !== 'active') return refused('inactive');
    const isOfService = provider.orgNo === OF_SERVICE;
    if (isOfService && !(await this.registration.isOpen(organization.no))) return unlinkedOr(signIn, refused('noAccount'));
    if (isOfService && !(await this.registration.admits(signIn.ip))) return refused('incomplete', 'Too many accounts from one address.');
    if (provider.rules.linking !== 'off' && (await this.addresses.hasAccount(signIn))) return { kind: 'unlinked' };
    const values = valuesOf(await this.addresses.withoutHeldAddress(signIn), provider.rules);
    if (values.userName === '')
      return refused('incomplete', 'The provider sent neither a login name nor an e-mail address that the account can have.');
    const reason = identity.email === undefined ? undefined : await this.addresses.reasonToTrust(signIn, identity.email);
    try {
      const { no: userNo } = await this.people.create(
        organization,
        values,
        undefined,
        provider.id,
        async (tx, person) => void (await this.links.add(tx, linkOf(signIn, person), provider.id)),
        { trusts: (address) => (address === identity.email ? reason : undefined) },
      );
      return { kind: 'found', userNo };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return error.kind === 'conflict' ? unlinkedOr(signIn, refused('incomplete', error.message)) : refused('incomplete', error.message);
    }
  }

  /** Lets the owner of a link in, with the names that the provider sends now. */
  private async admit(signIn: FederatedSignIn, link: IdentityLink, person: Person | undefined): Promise<FederatedOutcome> {
    if (!person) return refused('inactive');
    const reason = await this.refusalOf(signIn, person, link);
    if (reason) {
      await this.append(signIn, person.no, 'user.human.externalidp.check.failed', { reason });
      return refused(reason);
    }
    const { provider, organization, identity } = signIn;
    const changed = changedNames(provider, identity, person);
    if (changed && organization.no === person.orgNo) await this.update(signIn, person, changed);
    return { kind: 'found', userNo: person.no, ...(!changed && { person }) };
  }

  /** A value that cannot be stored stays as it was: it must not keep the person out. */
  private async update({ provider, organization }: FederatedSignIn, { id }: Person, changed: Partial<PersonValues>): Promise<void> {
    try {
      await this.people.update(organization, id, (current) => ({ values: { ...current, ...changed } }), provider.id);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.log.warn({ message: 'a person was not updated by an identity provider', identityProviderId: provider.id, err: error });
    }
  }

  /** Judged at each sign-in: roles may have been added since the accounts were connected. @param tx absent: roles may come from the cache */
  private async refusalOf(
    { provider, configVersion }: Pick<FederatedSignIn, 'provider' | 'configVersion'>,
    person: Person,
    { givenAs }: Pick<IdentityLink, 'givenAs'>,
    tx?: Transaction,
  ): Promise<FederationRefusal | undefined> {
    if (!maySignIn(person)) return 'inactive';
    if (provider.orgNo !== OF_SERVICE && person.orgNo !== provider.orgNo) return 'elsewhere';
    return this.linkPermission.refusalOf({ userNo: person.no, orgNo: person.orgNo, provider, givenAs }, configVersion, tx);
  }
}

function linkOf({ provider, identity }: FederatedSignIn, { no: userNo, orgNo }: Person): NewIdentityLink {
  return { provider, userNo, orgNo, subject: identity.subject, loginName: identity.loginName };
}

/** A parallel sign-in has connected the identity. */
function isTaken(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'identityLink.taken';
}

function refused(reason: FederationRefusal, detail?: string): Extract<FederatedOutcome, { kind: 'refused' }> {
  return { kind: 'refused', reason, ...(detail === undefined ? {} : { detail }) };
}

function unlinkedOr({ provider }: FederatedSignIn, otherwise: FederatedOutcome): FederatedOutcome {
  return provider.rules.linking === 'off' ? otherwise : { kind: 'unlinked' };
}

/** A new account as the provider describes it. Personal data is taken only if the provider's rules name it. */
function valuesOf(identity: UpstreamIdentity, rules: ProviderRules): PersonValues {
  const { loginName, email, givenName, familyName, displayName, language } = identity;
  const address = email !== undefined && isEmailAddress(email) ? email : undefined;
  return {
    ...emptyPerson(),
    userName: loginName ?? address ?? '',
    ...(givenName === undefined ? {} : { givenName }),
    ...(familyName === undefined ? {} : { familyName }),
    ...(displayName === undefined ? {} : { displayName }),
    ...(language === undefined ? {} : { preferredLanguage: language }),
    ...personalDataOf(identity, rules),
    emails: address === undefined ? [] : [{ value: address, primary: true }],
  };
}

function personalDataOf(
  { website, birthdate, gender }: UpstreamIdentity,
  { updates }: ProviderRules,
): Pick<PersonValues, 'website' | 'birthdate' | 'gender'> {
  if (!updates.includes('personalData')) return {};
  return {
    ...(website === undefined ? {} : { website }),
    ...(birthdate === undefined ? {} : { birthdate }),
    ...(gender === undefined ? {} : { gender }),
  };
}

/** What a sign-in changes about the person; undefined: nothing. Absent values of the provider never clear a name. */
function changedNames({ rules }: IdentityProvider, identity: UpstreamIdentity, person: Person): Partial<PersonValues> | undefined {
  const { givenName, familyName, displayName, language } = identity;
  const sent = {
    ...(rules.updates.includes('name') && { givenName, familyName, displayName }),
    ...(rules.updates.includes('language') && { preferredLanguage: language }),
    ...personalDataOf(identity, rules),
  };
  const changed = Object.entries(sent).filter(([name, value]) => value !== undefined && value !== person[name as keyof Person]);
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}
