// A dry run of everything but people: each entry is written by the code of a real import, in a unit of work that is rolled back. If an entry refers to
// something that only the same import would add, a stand-in for it is created in that unit as well.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { newId } from '../../../common/primitives/ids.js';
import { isObject } from '../../../common/primitives/is-object.js';
import { Applications } from '../../../oidc/clients/management/applications.service.js';
import { Projects } from '../../../oidc/clients/management/projects.service.js';
import { foldKey } from '../../../common/identifiers/fold.js';
import { Organizations, type Organization } from '../../../users/organizations/organizations.service.js';
import { ProviderChanges } from '../../../users/authentication/identity-providers/provider-changes.service.js';
import { ServiceUsers } from '../../../users/directory/service-users/service-users.service.js';
import { providerContent } from '../../identity-providers/provider-members.js';
import type { Remark } from '../records/entry-members.js';
import { textOf, type Members } from '../records/import-record.js';
import type { ResourceList } from '../records/resource-members.js';
import { ResourceWriter, type Prepared } from './resource-writer.service.js';
import { digestOf, ENTITY_KEY, type Declaration, type DeclaredEntities } from './declared-entities.js';

/** Thrown at the end of a unit of work to undo it. */
class Undone<T> extends Error {
  constructor(readonly result: T) {
    super('This unit of work is undone on purpose.');
  }
}

type StandIn = (tx: Transaction, organization: Organization, editor: string) => Promise<unknown>;

@Injectable()
export class DryRun {
  constructor(
    private readonly resourceWriter: ResourceWriter,
    private readonly organizations: Organizations,
    private readonly serviceUsers: ServiceUsers,
    private readonly projects: Projects,
    private readonly applications: Applications,
    private readonly providers: ProviderChanges,
    private readonly database: Database,
  ) {}

  /** Runs `work` in a unit of work that is undone. @returns what it returned @throws what it threw */
  async runAndUndo<T>(name: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    try {
      await this.database.write(name, async (tx) => {
        throw new Undone(await work(tx));
      });
    } catch (error) {
      if (error instanceof Undone) return error.result as T;
      throw error;
    }
    throw new Error('A unit that is undone cannot succeed.');
  }

  /** Tries an entry. @param organization with the number 0 when only the import would bring it @param prepared by `ResourceWriter.prepare` @throws DomainError for what could not be written */
  async tryResource(
    list: ResourceList,
    organization: Organization,
    value: unknown,
    editor: string,
    seen: DeclaredEntities,
    prepared: Prepared,
  ): Promise<Declaration & { remarks: Remark[] }> {
    return this.runAndUndo('try import entry', async (tx) => {
      const { id, name } = organization;
      const inside = organization.no === 0 ? await this.organizations.createIn(tx, { id, name }, editor) : organization;
      await this.standIn(tx, list, inside, isObject(value) ? value : {}, editor, seen);
      const known = list === 'identityProviders' ? await withoutPlannedDomains(tx, id, value, seen) : value;
      const { remarks, key } = await this.resourceWriter.writeResource(tx, list, inside, known, editor, prepared);
      const brought = BRINGS[list]?.(organization.id, value as Members) ?? NOTHING;
      return { ...brought, unique: [...brought.unique, ...(key ? [ENTITY_KEY.key(key.thumbprint)] : [])], remarks };
    });
  }

  /** Makes stand-ins for what the entry refers to and only the same import brings. */
  private async standIn(
    tx: Transaction,
    list: ResourceList,
    organization: Organization,
    value: Members,
    editor: string,
    seen: DeclaredEntities,
  ) {
    const needs = this.needs[list]?.(organization.id, value) ?? [];
    const met = await seen.knownOf(
      tx,
      needs.map(([thing]) => digestOf(thing)),
    );
    for (const [thing, make] of needs) if (met.has(digestOf(thing))) await make(tx, organization, editor);
  }

  /** What an entry refers to that the same import may bring, and what stands in for it. */
  private readonly needs: Partial<Record<ResourceList, (orgId: string, value: Members) => Array<[thing: string, make: StandIn]>>> = {
    userMetadata: (orgId, value) => [[ENTITY_KEY.userOf(orgId, textOf(value['id'])), this.userWith(value['id'])]],
    orgMembers: (_, value) => [[ENTITY_KEY.user(textOf(value['userId'])), this.userWith(value['userId'])]],
    machineKeys: (orgId, value) => [[ENTITY_KEY.serviceUserOf(orgId, textOf(value['userId'])), this.userWith(value['userId'])]],
    oidcApps: (orgId, value) => [this.projectOf(orgId, partOf(value, 'app'))],
    apiApps: (orgId, value) => [this.projectOf(orgId, partOf(value, 'app'))],
    appKeys: (orgId, value) => this.applicationOf(orgId, value),
    appLogos: (orgId, value) => this.applicationOf(orgId, value),
    identityProviderLogos: (orgId, value) => [this.providerOf(orgId, value)],
  };

  /** A service user stands in for any user: only keys ask which kind of user it is, and those belong to service users. */
  private userWith(id: unknown): StandIn {
    return (tx, organization, editor) => this.serviceUsers.createIn(tx, organization, { id: textOf(id), userName: newId() }, editor);
  }

  private projectOf(orgId: string, { projectId }: Members): [thing: string, make: StandIn] {
    const id = textOf(projectId);
    return [
      ENTITY_KEY.projectOf(orgId, id),
      (tx, { no }, editor) => this.projects.createProjectIn(tx, no, { id, name: 'stand-in' }, editor),
    ];
  }

  private applicationOf(orgId: string, value: Members): Array<[thing: string, make: StandIn]> {
    const [projectId, id] = [textOf(value['projectId']), textOf(value['appId'])];
    return [this.projectOf(orgId, value), [ENTITY_KEY.applicationOf(orgId, projectId, id), this.applicationWith(projectId, id)]];
  }

  private providerOf(orgId: string, { identityProviderId }: Members): [thing: string, make: StandIn] {
    const id = textOf(identityProviderId);
    const content = providerContent(
      'oidc',
      { name: 'stand-in', issuer: 'https://stand-in.invalid', clientId: 'stand-in', enabled: false },
      false,
    );
    return [
      ENTITY_KEY.providerOf(orgId, id),
      (tx, organization, editor) => this.providers.createIn(tx, organization, { ...content, template: 'generic' }, undefined, editor, id),
    ];
  }

  private applicationWith(projectId: string, id: string): StandIn {
    return (tx, { no }, editor) =>
      this.applications.addApplicationIn(
        tx,
        no,
        projectId,
        { id, name: 'stand-in', type: 'web', responseTypes: [], grantTypes: [], authMethod: 'client_secret_basic' },
        editor,
      );
  }
}

/** What an entry brings. Entries of the lists that are not here are referred to by no other, and the same entry twice is no fault there. */
const BRINGS: Partial<Record<ResourceList, (orgId: string, value: Members) => Declaration>> = {
  machineUsers: (orgId, value) => {
    const [id, userName] = [textOf(value['userId']), foldKey(textOf(partOf(value, 'user')['userName']).trim())];
    return {
      unique: [ENTITY_KEY.user(id), ENTITY_KEY.userName(orgId, userName)],
      there: [ENTITY_KEY.userOf(orgId, id), ENTITY_KEY.serviceUserOf(orgId, id), ENTITY_KEY.serviceUserName(orgId, userName)],
    };
  },
  projects: (orgId, { projectId }) => ({
    unique: [ENTITY_KEY.project(textOf(projectId))],
    there: [ENTITY_KEY.projectOf(orgId, textOf(projectId))],
  }),
  oidcApps: broughtApplication,
  apiApps: broughtApplication,
  domains: (orgId, { domainName, isVerified }) => {
    const name = textOf(domainName);
    const isProven = isVerified === true;
    return {
      unique: [ENTITY_KEY.domainOf(orgId, name), ...(isProven ? [ENTITY_KEY.domain(name)] : [])],
      there: isProven ? [ENTITY_KEY.verifiedDomainOf(orgId, name)] : [],
    };
  },
  identityProviders: (orgId, value) => {
    const [id, { issuer, entityId }] = [textOf(value['identityProviderId']), partOf(value, 'identityProvider')];
    const names = [issuer, entityId].filter((name) => typeof name === 'string');
    const there = [ENTITY_KEY.providerOf(orgId, id), ...names.map((name) => ENTITY_KEY.providerByIssuer(orgId, name))];
    const domains = domainsOf(partOf(value, 'identityProvider')).map((domain) => ENTITY_KEY.domainOfProvider(orgId, domain));
    return { unique: [ENTITY_KEY.provider(id), ...domains], there };
  },
  machineKeys: (_, { userId, keyId }) => keptKeyId(textOf(userId), keyId),
  appKeys: (_, { appId, id }) => keptKeyId(textOf(appId), id),
  orgMembers: (orgId, { userId, roles }) => ({
    unique: (roles as string[]).map((role) => ENTITY_KEY.role(orgId, textOf(userId), role)),
    there: [],
  }),
};

function broughtApplication(orgId: string, value: Members): Declaration {
  const id = textOf(value['appId']);
  return {
    unique: [ENTITY_KEY.application(id)],
    there: [ENTITY_KEY.applicationOf(orgId, textOf(partOf(value, 'app')['projectId']), id)],
  };
}

function keptKeyId(ownerId: string, keyId: unknown): Declaration {
  return { unique: keyId === undefined || keyId === null ? [] : [ENTITY_KEY.keyOf(ownerId, textOf(keyId))], there: [] };
}

function partOf(value: Members, name: string): Members {
  return isObject(value[name]) ? value[name] : {};
}

const NOTHING: Declaration = { unique: [], there: [] };

/** A provider answers for verified domains, which are read outside of the unit of work: there is no stand-in for those that the same import adds. */
async function withoutPlannedDomains(tx: Transaction, orgId: string, value: unknown, seen: DeclaredEntities): Promise<unknown> {
  const entry: Members = isObject(value) ? value : {};
  const provider = partOf(entry, 'identityProvider');
  const planned = (domain: string) => digestOf(ENTITY_KEY.verifiedDomainOf(orgId, domain));
  const names = domainsOf(provider);
  if (names.length === 0) return value;
  const known = await seen.knownOf(tx, names.map(planned));
  return { ...entry, identityProvider: { ...provider, domains: names.filter((domain) => !known.has(planned(domain))) } };
}

function domainsOf({ domains }: Members): string[] {
  return Array.isArray(domains) ? domains.filter((domain) => typeof domain === 'string') : [];
}
