// Everything in an import but people: each entry goes through the service that has its rules, in a unit of work of its own.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../common/database/transaction.js';
import { isObject } from '../../../common/primitives/is-object.js';
import type { ClientKey } from '../../../users/authentication/credentials/client-keys.repository.js';
import { Domains } from '../../../users/organizations/domains.service.js';
import type { CheckedImage } from '../../../users/organizations/brandings/uploaded-picture.js';
import type { Organization } from '../../../users/organizations/organizations.service.js';
import { bounded, flagAt, fullName, invalid, textAt, unsupported, type Remark } from '../records/entry-members.js';
import { LISTS, textOf, type Members } from '../records/import-record.js';
import { RESOURCE_MEMBERS, type ResourceList } from '../records/resource-members.js';
import { ImportedApplications } from './imported-applications.service.js';
import { ImportedKeys } from './imported-keys.service.js';
import { ImportedPictures } from './imported-pictures.service.js';
import { ImportedProviders } from './imported-providers.service.js';
import { ImportedServiceUsers } from './imported-service-users.service.js';
import { ImportedUserFacts } from './imported-user-facts.service.js';

/** Writes an entry of a list. @throws DomainError for what cannot be written */
type WriteEntry = (
  tx: Transaction,
  organization: Organization,
  value: Members,
  editor: string,
  prepared: Prepared,
) => Promise<Outcome | void>;

/** Does ahead of the unit of work of an entry what takes long. @throws DomainError for what cannot be written */
type PrepareEntry = (organization: Organization, value: Members, isDryRun: boolean) => Promise<Prepared>;

/** What an entry needs and a unit of work has no time for. */
export interface Prepared {
  /** When all people of the organization were judged for a verified domain. */
  judgedUs?: number | undefined;
  /** For a SAML provider. */
  keys?: string | undefined;
  /** The drawn image of a branding. */
  image?: CheckedImage;
  /** The drawn logo of an application or an identity provider. */
  logo?: Buffer;
}

/** What else is worth saying about an entry that was written. */
interface Outcome {
  remarks?: Remark[];
  /** The key that was registered. */
  key?: ClientKey;
}

@Injectable()
export class ResourceWriter {
  constructor(
    private readonly importedServiceUsers: ImportedServiceUsers,
    private readonly importedKeys: ImportedKeys,
    private readonly importedApplications: ImportedApplications,
    private readonly importedProviders: ImportedProviders,
    private readonly importedPictures: ImportedPictures,
    private readonly importedUserFacts: ImportedUserFacts,
    private readonly domains: Domains,
  ) {}

  /**
   * Does ahead of the unit of work of an entry what takes long.
   * @returns for {@link writeResource}
   * @throws DomainError for what cannot be written
   */
  async prepare(list: ResourceList, organization: Organization, value: unknown, isDryRun: boolean): Promise<Prepared> {
    return isObject(value) ? ((await this.preparations[list]?.(organization, value, isDryRun)) ?? {}) : {};
  }

  /**
   * Writes one entry as part of `tx`.
   * @param prepared by {@link prepare}
   * @throws DomainError for what cannot be written
   */
  async writeResource(
    tx: Transaction,
    list: ResourceList,
    organization: Organization,
    value: unknown,
    editor: string,
    prepared: Prepared,
  ): Promise<{ remarks: Remark[]; key?: ClientKey }> {
    if (!isObject(value)) throw invalid('import.type', 'The entry must be an object.', list);
    const { remarks = [], ...more } = (await this.writers[list](tx, organization, value, editor, prepared)) ?? {};
    return { ...more, remarks: bounded([...leftOut(LISTS[list].type, value, RESOURCE_MEMBERS[list]), ...remarks]) };
  }

  private readonly preparations: Readonly<Partial<Record<ResourceList, PrepareEntry>>> = {
    identityProviders: async (_organization, value, isDryRun) => (isDryRun ? {} : { keys: await this.importedProviders.newKeys(value) }),
    identityProviderLogos: async (organization, value) => ({ logo: await this.importedPictures.drawProviderLogo(organization, value) }),
    domains: async (organization, value) => {
      const { domain, verified } = domainIn(value);
      return verified ? { judgedUs: await this.domains.judgeNewAhead(organization, domain) } : {};
    },
    appLogos: async (organization, value) => ({ logo: await this.importedPictures.drawLogo(organization, value) }),
    brandingImages: async (organization, value) => ({ image: await this.importedPictures.drawImage(organization, value) }),
  };

  private readonly writers: Readonly<Record<ResourceList, WriteEntry>> = {
    machineUsers: (tx, organization, value, editor) => this.importedServiceUsers.addServiceUser(tx, organization, value, editor),
    projects: (tx, organization, value, editor) => this.importedApplications.addProject(tx, organization, value, editor),
    identityProviders: async (tx, organization, value, editor, { keys }) => {
      return { remarks: await this.importedProviders.addProvider(tx, organization, value, editor, keys) };
    },
    identityProviderLogos: async (tx, organization, value, editor, { logo }) => {
      if (logo) await this.importedPictures.setProviderLogo(tx, organization, value, editor, logo);
    },
    domains: async (tx, organization, value, editor, { judgedUs }) => {
      const { primary, ...domain } = domainIn(value);
      // A caller who may import is trusted with domains.
      const added = await this.domains.addDomainIn(tx, organization, domain, editor, judgedUs);
      if (primary) await this.domains.setPrimaryIn(tx, organization, added, editor);
    },
    userMetadata: (tx, organization, value, editor) => this.importedUserFacts.setMetadata(tx, organization, value, editor),
    oidcApps: (tx, organization, value, editor) => this.importedApplications.addApplication(tx, organization, value, editor, 'oidc'),
    apiApps: (tx, organization, value, editor) => this.importedApplications.addApplication(tx, organization, value, editor, 'api'),
    machineKeys: async (tx, organization, value, editor) => {
      return { key: await this.importedKeys.addServiceUserKey(tx, organization, value, editor) };
    },
    appKeys: async (tx, organization, value, editor) => {
      return { key: await this.importedKeys.addApplicationKey(tx, organization, value, editor) };
    },
    appLogos: async (tx, organization, value, editor, { logo }) => {
      if (logo) await this.importedPictures.setLogo(tx, organization, value, editor, logo);
    },
    branding: (tx, organization, value, editor) => this.importedPictures.setLook(tx, organization, value, editor),
    brandingImages: async (tx, organization, value, editor, { image }) => {
      if (image) await this.importedPictures.setImage(tx, organization, value, editor, image);
    },
    orgMembers: (tx, organization, value, editor) => this.importedUserFacts.giveRoles(tx, organization, value, editor),
  };
}

/** @throws DomainError `invalid` */
function domainIn(value: Members): { domain: string; verified: boolean; primary: boolean } {
  const domain = textAt(value, 'domainName', '', 253, true) as string;
  return { domain, verified: flagAt(value, 'isVerified', ''), primary: flagAt(value, 'isPrimary', '') };
}

/** A remark on each member of an entry that no rule reads. */
function leftOut(type: string, value: Members, members: (typeof RESOURCE_MEMBERS)[ResourceList]): Remark[] {
  return Object.entries(members).flatMap(([path, names]) => {
    const object = path === '' ? value : value[path];
    return (isObject(object) ? Object.keys(object) : [])
      .filter((name) => !names.has(name))
      .map((name) => unsupported(type, fullName(path, textOf(name))));
  });
}
