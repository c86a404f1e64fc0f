// The parts of an export in their order: what others refer to comes first.
import { createPublicKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ORGANIZATION_ROLES } from '../../common/access/permissions.js';
import { isoInstant } from '../../common/http/instants.js';
import { GroupMembers } from '../../users/directory/groups/group-members.service.js';
import { TotpFactors } from '../../users/accounts/factors/totp-factors.service.js';
import { Brandings } from '../../users/organizations/brandings/brandings.service.js';
import { Domains } from '../../users/organizations/domains.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { UserMetadata } from '../../users/directory/people/user-metadata.service.js';
import { withValidMarks } from '../../users/directory/people/person/verified-by.js';
import { MEMBERS_AT_ONCE } from '../imports/records/group-record.js';
import { applicationLine } from './application-entry.js';
import type { ExportedList, ExportLine } from './export-line.js';
import { ExportsRepository, type ExportedKey, type ExportedServiceUser } from './exports.repository.js';
import { IdentityProviders } from '../../users/authentication/identity-providers/identity-providers.service.js';
import { ProviderLogos } from '../../users/authentication/identity-providers/provider-logos.service.js';
import { personEntry } from './person-entry.js';
import { projectEntry } from './project-entry.js';
import { providerEntry } from './provider-entry.js';

/** The last entry that was written; the next page begins behind it. */
export type ExportPosition = ReadonlyArray<string | number>;

/** The lines of a page; at its end, where the next one begins, undefined after the last one. */
type Page = AsyncGenerator<ExportLine, ExportPosition | undefined>;

/** Rows of a page: people may have a megabyte each, and all of a page are in memory. */
const PAGE = 100;
const ROLES = Object.keys(ORGANIZATION_ROLES);

@Injectable()
export class ExportSections {
  constructor(
    private readonly repository: ExportsRepository,
    private readonly domains: Domains,
    private readonly brandings: Brandings,
    private readonly totp: TotpFactors,
    private readonly userMetadata: UserMetadata,
    private readonly groupMembers: GroupMembers,
    private readonly identityProviders: IdentityProviders,
    private readonly providerLogos: ProviderLogos,
  ) {}

  /** By the names that cursors have for them. @param after absent: from the beginning */
  readonly sections: Readonly<Record<string, (organization: Organization, after: ExportPosition) => Page>> = {
    organization: (organization) => this.organization(organization),
    projects: ({ no }, [after = 0]) => this.projects(no, Number(after)),
    identityProviders: ({ no }) => this.providers(no),
    people: ({ no }, [after = '']) => this.people(no, String(after)),
    serviceUsers: ({ no }, [after = '']) => this.serviceUsers(no, String(after)),
    applications: ({ no }, [after = 0]) => this.applications(no, Number(after)),
    groups: ({ no }, [after = 0]) => this.groups(no, Number(after)),
    groupMembers: ({ no }, [group = 0, member = 0]) => this.members(no, Number(group), Number(member)),
    roles: ({ no }, [role = 0, after = 0]) => this.roleHolders(no, Number(role), Number(after)),
  };

  private async *organization(organization: Organization): Page {
    const { name, primaryDomain, state } = organization;
    yield {
      list: 'org',
      entry: { org: { name, primaryDomain }, orgState: state === 'active' ? 'ORG_STATE_ACTIVE' : 'ORG_STATE_INACTIVE' },
    };
    for (const { domain, verified, primary } of await this.domains.listDomains(organization))
      // The organization is made with its primary one.
      if (!primary) yield { list: 'domains', entry: { domainName: domain, isVerified: verified } };
    yield* this.branding(organization.no);
    return undefined;
  }

  /** Exports the published branding with its images, but no draft. */
  private async *branding(orgNo: number): AsyncGenerator<ExportLine> {
    const { logoLight = null, logoDark = null, favicon = null, ...look } = await this.brandings.ownPublished(orgNo);
    const images = Object.entries({ logoLight, logoDark, favicon });
    const absent = images.filter(([, digest]) => digest === null);
    if (Object.keys(look).length > 0 || absent.length < images.length)
      yield { list: 'branding', entry: { branding: { ...look, ...Object.fromEntries(absent) } } };
    for (const [slot, digest] of images) {
      const content = digest === null ? undefined : await this.brandings.findImage(digest);
      if (content) yield { list: 'brandingImages', entry: { slot, content: content.toString('base64') } };
    }
  }

  private async *projects(orgNo: number, after: number): Page {
    const found = await this.repository.listProjects(orgNo, after, PAGE);
    for (const project of found) yield { list: 'projects', entry: projectEntry(project) };
    return behind(found, ({ no }) => [no]);
  }

  private async *providers(orgNo: number): Page {
    const found = await this.identityProviders.ofOrganization(orgNo);
    for (const provider of found) yield { list: 'identityProviders', entry: providerEntry(provider) };
    // One at a time, as the logos of applications.
    for (const { id: identityProviderId, logo } of found) {
      const content = logo === undefined ? undefined : await this.providerLogos.find(logo);
      if (content) yield { list: 'identityProviderLogos', entry: { identityProviderId, content: content.toString('base64') } };
    }
    return undefined;
  }

  private async *people(orgNo: number, after: string): Page {
    const found = await this.repository.listPeople(orgNo, after, PAGE);
    const secrets = await this.totp.exportSecrets(found.map(({ no }) => no));
    const identities = await this.repository.listIdentities(
      orgNo,
      found.map(({ no }) => no),
    );
    const holdings = await this.domains.holdingsOf(orgNo);
    for (const person of found) {
      const extras = { totpSecret: secrets.get(person.no), identities: identities.get(person.no) ?? [] };
      yield { list: 'humanUsers', entry: personEntry(withValidMarks(person, holdings), extras) };
    }
    yield* this.metadataOf(found);
    return behind(found, ({ id }) => [id]);
  }

  private async *serviceUsers(orgNo: number, after: string): Page {
    const found = await this.repository.listServiceUsers(orgNo, after, PAGE);
    for (const user of found) yield { list: 'machineUsers', entry: serviceUserEntry(user) };
    yield* this.metadataOf(found);
    for (const key of await this.repository.listKeys(new Map(found.map((user) => [user.no, user]))))
      yield { list: 'machineKeys', entry: { keyId: key.id, userId: key.ownerId, ...keyMembers(key) } };
    return behind(found, ({ id }) => [id]);
  }

  private async *applications(orgNo: number, after: number): Page {
    const found = await this.repository.listApplications(orgNo, after, PAGE);
    for (const application of found) yield applicationLine(application);
    for (const key of await this.repository.listKeys(new Map(found.map((application) => [application.no, application]))))
      yield { list: 'appKeys', entry: { id: key.id, projectId: key.projectId, appId: key.ownerId, ...keyMembers(key) } };
    // One at a time: each may have hundreds of kilobytes.
    for (const { no, id: appId, projectId, logo } of found) {
      const content = logo === null ? undefined : await this.repository.findLogo(no);
      if (content !== undefined) yield { list: 'appLogos', entry: { projectId, appId, content } };
    }
    return behind(found, ({ no }) => [no]);
  }

  private async *groups(orgNo: number, after: number): Page {
    const found = await this.repository.listGroups(orgNo, after, PAGE);
    for (const { id, displayName, externalId } of found)
      yield { list: 'groups', entry: { groupId: id, group: { displayName, ...(externalId === null ? {} : { externalId }) } } };
    return behind(found, ({ no }) => [no]);
  }

  /** @param groupNo of the group whose members after `memberNo` are still to come, before those of later groups */
  private async *members(orgNo: number, groupNo: number, memberNo: number): Page {
    const rest = groupNo > 0 && memberNo > 0 ? await this.repository.findGroup(orgNo, groupNo) : undefined;
    const found = rest ? [rest] : await this.repository.listGroups(orgNo, groupNo, PAGE);
    for (const { no, id } of found) {
      const members = await this.groupMembers.listMembers({ no, orgNo }, rest ? memberNo : 0, MEMBERS_AT_ONCE);
      if (members.length > 0) yield { list: 'groupMembers', entry: { groupId: id, members: members.map(memberName) } };
      if (members.length === MEMBERS_AT_ONCE) return [no, members.at(-1)?.no ?? 0];
    }
    return rest ? [rest.no, 0] : behind(found, ({ no }) => [no, 0]);
  }

  private async *roleHolders(orgNo: number, position: number, after: number): Page {
    const role = ROLES[position];
    if (role === undefined) return undefined;
    const found = await this.repository.listRoleHolders(orgNo, role, after, PAGE);
    for (const { id } of found) yield { list: 'orgMembers', entry: { userId: id, roles: [role] } };
    return behind(found, ({ no }) => [position, no]) ?? [position + 1, 0];
  }

  /** Reads one user's metadata at a time: it may be much. */
  private async *metadataOf(users: ReadonlyArray<{ no: number; id: string }>): AsyncGenerator<ExportLine> {
    const having = await this.repository.haveMetadata(users.map(({ no }) => no));
    for (const { no, id } of users.filter((user) => having.has(user.no)))
      for (const { key, value } of await this.userMetadata.listMetadata(no))
        yield { list: 'userMetadata' satisfies ExportedList, entry: { id, key, value } };
  }
}

/** Where the next page begins, if this one is full. */
function behind<Row>(rows: readonly Row[], placeOf: (last: Row) => ExportPosition): ExportPosition | undefined {
  const last = rows.at(-1);
  return rows.length < PAGE || last === undefined ? undefined : placeOf(last);
}

function memberName({ id, kind }: { id: string; kind: 'user' | 'group' }): Record<string, string> {
  return kind === 'user' ? { userId: id } : { groupId: id };
}

function serviceUserEntry({
  id,
  userName,
  active,
  name,
  description,
  accessTokenType,
  profile,
}: ExportedServiceUser): Record<string, unknown> {
  return {
    userId: id,
    state: active ? 'USER_STATE_ACTIVE' : 'USER_STATE_INACTIVE',
    user: { userName, name, ...(description === null ? {} : { description }), accessTokenType, ...(profile !== null && { profile }) },
  };
}

function keyMembers({ jwk, expiresUs }: ExportedKey): Record<string, unknown> {
  const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  return {
    type: 'KEY_TYPE_JSON',
    publicKey: Buffer.from(pem).toString('base64'),
    ...(expiresUs === null ? {} : { expirationDate: isoInstant(expiresUs) }),
  };
}
