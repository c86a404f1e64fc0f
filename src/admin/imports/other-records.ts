// Everything in an import but people: each entry goes through the service that has its rules, in a unit of work of its own.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../common/database/database.js';
import { DomainError } from '../../common/errors.js';
import { Applications, Projects } from '../../oidc/clients/applications.service.js';
import { applicationConfigOf } from './application-record.js';
import type { OrganizationRole } from '../../common/access/permissions.js';
import { Memberships } from '../../users/memberships/memberships.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { UserMetadata } from '../../users/people/user-metadata.js';
import { ServiceUsers } from '../../users/service-users/service-users.service.js';
import { UserDirectory } from '../../users/user-directory.js';
import { isMembers, type ListName, type Members } from './import-record.js';
import { invalid, textAt } from './person-record.js';

type Writer = (tx: Transaction, organization: Organization, value: Members, editor: string) => Promise<unknown>;

@Injectable()
export class OtherRecords {
  constructor(
    private readonly serviceUsers: ServiceUsers,
    private readonly projects: Projects,
    private readonly applications: Applications,
    private readonly memberships: Memberships,
    private readonly metadata: UserMetadata,
    private readonly directory: UserDirectory,
  ) {}

  /** Writes one entry as part of `tx`. @throws DomainError for what cannot be written */
  async write(tx: Transaction, list: ListName, organization: Organization, value: unknown, editor: string): Promise<void> {
    if (!isMembers(value)) throw invalid('import.type', 'The entry must be an object.', list);
    const writer = this.writers[list];
    if (!writer) throw new DomainError('precondition', 'import.unsupported', `${list} is not supported; the entry was left out.`);
    await writer(tx, organization, value, editor);
  }

  private readonly writers: Partial<Record<ListName, Writer>> = {
    machineUsers: (tx, organization, value, editor) => this.machineUser(tx, organization, value, editor),
    projects: (tx, organization, value, editor) =>
      this.projects.createIn(
        tx,
        organization.no,
        { id: idAt(value, 'projectId'), name: nameAt(partAt(value, 'project'), 'project') },
        editor,
      ),
    userMetadata: async (tx, organization, value, editor) => {
      const user = await this.user(tx, organization, idAt(value, 'id'));
      const [key, content] = [textAt(value, 'key', '', 200, true) as string, textAt(value, 'value', '', 100_000, true) as string];
      await this.metadata.set(tx, user.no, { key, value: content }, editor);
    },
    oidcApps: (tx, organization, value, editor) => this.application(tx, organization, value, editor, 'oidc'),
    apiApps: (tx, organization, value, editor) => this.application(tx, organization, value, editor, 'api'),
    machineKeys: async (tx, organization, value, editor) => {
      const user = await this.serviceUsers.get(organization, idAt(value, 'userId'), tx);
      await this.serviceUsers.addKey(tx, user, keyOf(value), editor);
    },
    appKeys: async (tx, organization, value, editor) => {
      const application = await this.applications.require(organization.no, idAt(value, 'projectId'), idAt(value, 'appId'), tx);
      await this.applications.addKey(tx, application, keyOf(value), editor);
    },
    orgMembers: async (tx, organization, value, editor) => {
      const user = await this.user(tx, undefined, idAt(value, 'userId'));
      const roles = value['roles'];
      if (!Array.isArray(roles) || roles.length === 0 || roles.length > 20 || !roles.every((role) => typeof role === 'string'))
        throw invalid('import.type', 'roles must be a list of 1 to 20 texts.', 'roles');
      for (const role of roles as OrganizationRole[]) await this.memberships.addToOrganization(tx, organization, user, role, editor);
    },
  };

  private async machineUser(tx: Transaction, organization: Organization, value: Members, editor: string): Promise<void> {
    const user = partAt(value, 'user');
    const [name, description] = [textAt(user, 'name', 'user', 200), textAt(user, 'description', 'user', 500)];
    const type = user['accessTokenType'];
    await this.serviceUsers.createIn(
      tx,
      organization,
      {
        id: idAt(value, 'userId'),
        userName: textAt(user, 'userName', 'user', 200, true) as string,
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
        accessTokenType: type === 'ACCESS_TOKEN_TYPE_JWT' || type === 1 || type === 'jwt' ? 'jwt' : 'opaque',
      },
      editor,
    );
  }

  private async application(
    tx: Transaction,
    organization: Organization,
    value: Members,
    editor: string,
    kind: 'oidc' | 'api',
  ): Promise<void> {
    const app = partAt(value, 'app');
    const input = { ...applicationConfigOf(app, kind), id: idAt(value, 'appId'), name: nameAt(app, 'app') };
    // A secret that is made now nobody would ever see; one is made when it is asked for.
    await this.applications.addIn(tx, organization.no, idAt(app, 'projectId'), input, editor);
  }

  /** @throws DomainError `notFound` */
  private async user(tx: Transaction, organization: Organization | undefined, id: string): Promise<{ no: number; id: string }> {
    const user = await this.directory.findById(id, tx);
    if (!user || (organization && user.orgNo !== organization.no))
      throw new DomainError('notFound', 'user.notFound', 'There is no such user.', 'userId');
    return user;
  }
}

function idAt(value: Members, name: string): string {
  return textAt(value, name, '', 200, true) as string;
}

function partAt(value: Members, name: string): Members {
  const part = value[name];
  if (isMembers(part)) return part;
  throw invalid('import.missing', `${name} must be an object.`, name);
}

function nameAt(value: Members, path: string): string {
  return textAt(value, 'name', path, 200, true) as string;
}

/** `publicKey` is PEM in base64; `expirationDate` RFC 3339. */
function keyOf(value: Members) {
  const text = textAt(value, 'publicKey', '', 20_000, true) as string;
  const date = textAt(value, 'expirationDate', '', 50);
  const ms = date === undefined ? undefined : Date.parse(date);
  if (Number.isNaN(ms)) throw invalid('import.date', 'expirationDate is no time.', 'expirationDate');
  const publicKey: unknown = text.startsWith('-----') ? text : Buffer.from(text, 'base64').toString('latin1');
  return { publicKey, expiresUs: ms === undefined ? null : ms * 1000 };
}
