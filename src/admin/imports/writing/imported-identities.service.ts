// Links the people of an import to identity providers: finds the providers, refuses identities of other people, adds the links.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { grouped } from '../../../common/primitives/grouped.js';
import { assertMayLinkTo } from '../../../users/accounts/federation/person-identities.service.js';
import type { LinkOwner } from '../../../users/authentication/identity-providers/identity-links.repository.js';
import { IdentityLinks, type NewIdentityLink } from '../../../users/authentication/identity-providers/identity-links.service.js';
import { issuerOf, type IdentityProvider } from '../../../users/authentication/identity-providers/identity-provider.js';
import { IdentityProviders } from '../../../users/authentication/identity-providers/identity-providers.service.js';
import { identityTaken, linkExists } from '../../../users/authentication/identity-providers/provider-refusals.js';
import type { CheckedEntry } from '../../../users/directory/people/batch/batch-entry.js';
import type { Outcome } from '../../../users/directory/people/batch/people-batch.service.js';
import type { Organization } from '../../../users/organizations/organizations.service.js';
import { PrivilegeCheck } from '../../../users/roles/memberships/privilege-check.service.js';
import { invalid } from '../records/entry-members.js';
import type { ReadIdentity } from '../records/identity-record.js';
import { digestOf, ENTITY_KEY } from './declared-entities.js';
import type { ImportContext, ImportRules } from './import-context.js';

/** An identity with its provider; absent in a dry run if only the same import adds the provider. */
export interface FoundIdentity {
  provider?: IdentityProvider;
  /** Distinguishes the provider from others of this import. */
  providerKey: string;
  subject: string;
  loginName?: string;
}

/** Finds the providers of one person. @throws DomainError `invalid`, `notFound`, `forbidden` */
export type FindProviders = (organization: Organization, identities: readonly ReadIdentity[]) => Promise<FoundIdentity[]>;

/** A person with identities, and what became of the person otherwise. */
interface Written {
  organization: Organization;
  identities: readonly FoundIdentity[];
  outcome: Outcome;
}

/** Distinguishes an identity from all others of an import. */
export const identityKey = ({ providerKey, subject }: FoundIdentity): string => `${providerKey} ${subject}`;

@Injectable()
export class ImportedIdentities {
  constructor(
    private readonly providers: IdentityProviders,
    private readonly links: IdentityLinks,
    private readonly privileges: PrivilegeCheck,
    private readonly database: Database,
  ) {}

  /** For one batch: the providers of an organization are read once. */
  finder({ rules, declared }: Pick<ImportContext, 'rules' | 'declared'>): FindProviders {
    const known = new Map<number, Promise<IdentityProvider[]>>();
    return async (organization, identities) => {
      if (identities.length === 0) return [];
      const { no, id: orgId } = organization;
      const providers = known.get(no) ?? this.providers.ofPeople(no);
      known.set(no, providers);
      const found: FoundIdentity[] = [];
      for (const { by, provider: name, path, subject, loginName } of identities) {
        const [provider, another] = (await providers).filter((one) => (by === 'issuer' ? issuerOf(one) : one.id) === name);
        if (another) throw several(path);
        const planned = by === 'issuer' ? ENTITY_KEY.providerByIssuer(orgId, name) : ENTITY_KEY.providerOf(orgId, name);
        const isPlanned =
          !provider && rules.dryRun && (await declared.knownOf(this.database.query, [digestOf(planned)])).has(digestOf(planned));
        if (!provider && !isPlanned) throw unknown(path);
        if (provider) assertMayLinkTo(provider, rules.caller);
        const providerKey = provider ? String(provider.no) : planned;
        if (found.some((one) => one.providerKey === providerKey)) throw twice(path);
        found.push({ providerKey, subject, ...(provider && { provider }), ...(loginName !== undefined && { loginName }) });
      }
      return found;
    };
  }

  /** @returns a fault for each person with an identity that is another person's, here or in the same batch */
  async judge<Person extends { entry: CheckedEntry; identities: readonly FoundIdentity[] }>(
    tx: Transaction,
    people: readonly Person[],
  ): Promise<Map<Person, DomainError>> {
    const faults = new Map<Person, DomainError>();
    const claims = people.flatMap((person) => person.identities.map((identity) => ({ person, identity })));
    for (const [, ofProvider] of grouped(claims, ({ identity }) => identity.providerKey)) {
      const no = ofProvider[0]?.identity.provider?.no;
      const subjects = ofProvider.map(({ identity }) => identity.subject);
      const owners = no === undefined ? new Map<string, LinkOwner>() : await this.links.ownersOf(tx, no, subjects);
      const met = new Set<string>();
      for (const { person, identity } of ofProvider) {
        const owner = owners.get(identity.subject);
        if (met.has(identity.subject) || (owner && !isSame(owner, person.entry))) faults.set(person, identityTaken());
        met.add(identity.subject);
      }
    }
    return faults;
  }

  /**
   * Links people who were just added or changed; those who are there keep the links that they have.
   * @returns the outcomes, in which a person with a new link has changed
   * @throws DomainError `forbidden` for a person with more permissions than the caller, `conflict` for another identity of the same provider
   */
  async write(tx: Transaction, people: readonly Written[], rules: ImportRules): Promise<Outcome[]> {
    const added: NewIdentityLink[] = [];
    const outcomes: Outcome[] = [];
    for (const { identities, outcome, organization } of people) {
      const isNew = 'done' in outcome && outcome.done === 'added';
      const missing =
        'fault' in outcome || identities.length === 0
          ? []
          : isNew
            ? identities
            : await this.missing(tx, { orgNo: organization.no, userNo: outcome.no }, identities);
      if ('fault' in outcome || missing.length === 0) {
        outcomes.push(outcome);
        continue;
      }
      if (!isNew) await this.privileges.assertMayTakeOver(tx, rules.caller, outcome.no);
      // A dry run adds no person.
      if (!isNew || !rules.dryRun)
        for (const { provider, subject, loginName } of missing)
          if (provider)
            added.push({ provider, userNo: outcome.no, orgNo: organization.no, subject, loginName, givenAs: rules.caller.memberships });
      outcomes.push(isNew ? outcome : { ...outcome, done: 'changed' });
    }
    await this.links.addAll(tx, added, rules.editor);
    return outcomes;
  }

  private async missing(
    tx: Transaction,
    { orgNo, userNo }: { orgNo: number; userNo: number },
    identities: readonly FoundIdentity[],
  ): Promise<FoundIdentity[]> {
    const own = await this.links.ofPerson(orgNo, userNo, tx);
    return identities.filter(({ provider, subject }) => {
      const link = own.find(({ providerNo }) => providerNo === provider?.no);
      if (link && link.subject !== subject) throw linkExists();
      return !link;
    });
  }
}

/** Whether the owner of a link is the person of an entry. */
function isSame({ id, orgNo, nameKey }: LinkOwner, entry: CheckedEntry): boolean {
  return orgNo === entry.organization.no && (entry.id === undefined ? nameKey === entry.nameKey : id === entry.id);
}

function unknown(path: string): DomainError {
  const text = `${path}: neither the organization nor the service has this identity provider.`;
  return new DomainError('notFound', 'identityProvider.notFound', text, 'identities');
}

function several(path: string): DomainError {
  return invalid('import.value', `${path}: several identity providers have this issuer; name one by identityProviderId.`, 'identities');
}

function twice(path: string): DomainError {
  return invalid('import.value', `${path}: a person has one identity at an identity provider.`, 'identities');
}
