// Provisioning connections: a service user with a token, and the SCIM dialect to use with it.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { ConfigCache, ConfigVersion } from '../../common/database/config-version.js';
import { Database } from '../../common/database/database.js';
import type { Query, Transaction } from '../../common/database/transaction.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import type { Precondition } from '../../common/database/precondition.js';
import type { PersonalAccessToken } from '../../users/authentication/credentials/personal-access-tokens.repository.js';
import { EventLog, type NewEvent } from '../../users/events/events.service.js';
import { Memberships } from '../../users/roles/memberships/memberships.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { SHARED_DOMAIN } from '../../common/identifiers/external-id.js';
import { ServiceUsers } from '../../users/directory/service-users/service-users.service.js';
import type { ServiceUser } from '../../users/directory/service-users/service-users.repository.js';
import { ServiceUserCredentials } from '../../users/directory/service-users/service-user-credentials.service.js';
import { DEFAULT_DIALECT, dialectOf, PRESETS, type Dialect, type Preset } from '../protocol/schema/dialect.js';
import {
  ConnectionsRepository,
  EMAIL_TRUSTS,
  type EmailTrust,
  type ListedConnection,
  type StoredConnection,
} from './connections.repository.js';
import { listItems, momentFilters, type ItemList } from '../../common/primitives/list-items.js';
import type { Listed, ListQuery } from '../../common/primitives/list-query.js';

/**
 * The role of a connection's service user. It permits more than SCIM needs: service users, sessions, factors and authorizations of its
 * organization.
 */
export const CONNECTION_ROLE = 'ORG_USER_MANAGER';

/** The maximum number of connections of an organization. */
export const MAX_CONNECTIONS = 1_000;

/** Ordered by creation. */
export const CONNECTION_LIST: ItemList<ListedConnection> = {
  no: ({ userNo }) => userNo,
  sorts: { name: ({ user }) => user.name, createdAt: ({ createdUs }) => createdUs },
  filters: {
    name: { kind: 'startsWith', of: ({ user }) => user.name },
    state: { kind: 'is', words: ['active', 'inactive'], of: ({ user }) => (user.active ? 'active' : 'inactive') },
    preset: { kind: 'is', words: PRESETS, of: ({ preset }) => preset },
    q: {
      kind: 'contains',
      of: ({ user }) => [user.name, user.userName],
      description: 'only those whose name or userName contains this',
    },
    ...momentFilters('created', ({ createdUs }: ListedConnection) => createdUs),
  },
};

/** The dialect and further settings for a caller. */
export interface Profile {
  dialect: Dialect;
  /** The provisioning domain whose external ids it reads and writes. */
  domainNo: number;
  emailTrust: EmailTrust;
}

/** For callers without a connection. */
const ORDINARY: Profile = { dialect: DEFAULT_DIALECT, domainNo: SHARED_DOMAIN, emailTrust: 'ownedDomains' };

/** The settings of a connection. An absent setting has its default in a new connection and stays unchanged in a change. */
export interface ConnectionSettings {
  preset?: Preset;
  switches?: Partial<Dialect>;
  /** Null: the external ids that all clients share. */
  provisioningDomain?: string | null;
  emailTrust?: EmailTrust;
}

export interface Connection extends StoredConnection {
  user: ServiceUser;
}

/** A connection with its valid tokens, oldest first. */
export interface ConnectionDetails extends Connection {
  tokens: readonly PersonalAccessToken[];
}

@Injectable()
export class Connections {
  private readonly profiles: ConfigCache<number, StoredConnection | undefined>;

  constructor(
    private readonly repository: ConnectionsRepository,
    private readonly serviceUsers: ServiceUsers,
    private readonly credentials: ServiceUserCredentials,
    private readonly memberships: Memberships,
    private readonly events: EventLog,
    private readonly database: Database,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
  ) {
    this.profiles = new ConfigCache(config);
  }

  /** The profile of a caller in an organization. A connection of another organization is an ordinary caller there. */
  async profileOf(callerNo: number, organization: Organization, configVersion?: number): Promise<Profile> {
    const found = await this.profiles.get(callerNo, () => this.repository.findByUser(callerNo), configVersion);
    if (found?.orgNo !== organization.no) return ORDINARY;
    return { dialect: dialectOf(found.preset, found.switches), domainNo: found.domainNo, emailTrust: found.emailTrust };
  }

  /** Whether a user is the service user of a connection. */
  async isConnection(userNo: number, query: Query): Promise<boolean> {
    return (await this.repository.findByUser(userNo, query)) !== undefined;
  }

  /** Whether a user is a connection that may mark addresses of any domain as verified. */
  async trustsEveryAddress(userNo: number, query: Query): Promise<boolean> {
    return (await this.repository.findByUser(userNo, query))?.emailTrust === 'all';
  }

  /** @throws DomainError `notFound` */
  async requireConnection(organization: Organization, userId: string): Promise<Connection> {
    return this.withUser(organization, (await this.repository.findConnection(organization.no, userId)) ?? refuseUnknown());
  }

  /** The provisioning domain of a connection; undefined if the organization has no such connection. */
  async findDomainOf(organization: Organization, connectionId: string): Promise<number | undefined> {
    return (await this.repository.findConnection(organization.no, connectionId))?.domainNo;
  }

  /** Like {@link requireConnection}, with its tokens. @throws DomainError `notFound` */
  async requireDetails(organization: Organization, userId: string, query: Query = this.database.query): Promise<ConnectionDetails> {
    const stored = (await this.repository.findConnection(organization.no, userId, query)) ?? refuseUnknown();
    const user = await this.serviceUsers.requireServiceUser(organization, userId, query);
    return { ...stored, user, tokens: await this.credentials.listPersonalAccessTokens(user, query) };
  }

  /** Every connection of an organization; their number is limited. */
  allOf({ no }: Organization): Promise<ListedConnection[]> {
    return this.repository.listConnections(no);
  }

  /** Lists connections, which are few enough to be ordered and filtered in memory. */
  async listConnections({ no }: Organization, query: ListQuery): Promise<Listed<ListedConnection>> {
    return listItems(await this.repository.listConnections(no), CONNECTION_LIST, query);
  }

  /**
   * Creates the service user, assigns {@link CONNECTION_ROLE} and creates its first token, all or nothing.
   * @returns also the token, which can't be read again
   * @throws DomainError `invalid`, `conflict` if the userName is taken, `precondition` for too many
   */
  async createConnection(
    organization: Organization,
    input: { userName: string; name: string; description?: string; expiresUs: number | null } & ConnectionSettings,
    editor: string,
  ): Promise<{ connection: Connection; tokenId: string; token: string }> {
    const { expiresUs, userName, name, description, ...settings } = input;
    return this.database.write('create connection', async (tx) => {
      // Done first: the row lock serializes changes, so that counting and creating can't interleave.
      await this.config.raise(tx);
      if ((await this.repository.countConnections(tx, organization.no)) >= MAX_CONNECTIONS)
        throw new DomainError(
          'precondition',
          'connection.tooMany',
          `The organization already has ${MAX_CONNECTIONS} connections; remove one first.`,
        );
      const user = await this.serviceUsers.createIn(
        tx,
        organization,
        { userName, name, ...(description === undefined ? {} : { description }) },
        editor,
      );
      await this.memberships.addToOrganization(tx, organization, user, CONNECTION_ROLE, editor);
      const stored = await this.decide(tx, organization, blank(user, this.clock.nowUs()), settings);
      await this.repository.insertConnection(tx, stored);
      await this.append(tx, organization, 'org.connection.added', stored, editor);
      const { id, token } = await this.credentials.addPersonalAccessTokenIn(tx, user, { expiresUs }, editor);
      return { connection: { ...stored, user }, tokenId: id, token };
    });
  }

  /**
   * Changes the given settings. A wider `emailTrust` revokes every earlier credential: its creator may not have been allowed to grant that
   * trust.
   * @throws DomainError `notFound`, `changed` if `expected` doesn't match
   */
  changeConnection(
    organization: Organization,
    userId: string,
    settings: ConnectionSettings,
    editor: string,
    expected?: Precondition<ConnectionDetails>,
  ): Promise<ConnectionDetails> {
    return this.database.write('change connection', async (tx) => {
      await this.serviceUsers.lockIfThere(tx, organization, userId);
      await this.config.raise(tx);
      const { user, tokens, ...before } = await this.requireDetails(organization, userId, tx);
      await expected?.({ ...before, user, tokens }, tx);
      const after = await this.decide(tx, organization, before, settings);
      await this.repository.updateConnection(tx, after);
      await this.append(tx, organization, 'org.connection.changed', after, editor);
      if (!isWider(after.emailTrust, before.emailTrust)) return { ...after, user, tokens };
      await this.credentials.endAllIn(tx, user, editor);
      return { ...after, user, tokens: [] };
    });
  }

  /**
   * Creates another token; the earlier tokens expire after `overlapUs`, or at their own expiry if that is earlier.
   * @throws DomainError `notFound`, `invalid`, `precondition`
   */
  async rotateSecret(
    organization: Organization,
    userId: string,
    { expiresUs, overlapUs }: { expiresUs: number | null; overlapUs: number },
    editor: string,
    expected?: Precondition<ServiceUser>,
  ): Promise<{ tokenId: string; token: string }> {
    const { user } = await this.requireConnection(organization, userId);
    return this.database.write('rotate connection token', async (tx) => {
      const { id, token } = await this.credentials.addPersonalAccessTokenIn(tx, user, { expiresUs }, editor, expected);
      await this.credentials.endOtherTokens(tx, user, id, this.clock.nowUs() + overlapUs, editor);
      return { tokenId: id, token };
    });
  }

  /**
   * Ends the connection and deactivates its service user, which invalidates its tokens.
   * @throws DomainError `notFound`, `changed` if `expected` doesn't match, or `precondition` for the last owner
   */
  removeConnection(organization: Organization, userId: string, editor: string, expected?: Precondition<ConnectionDetails>): Promise<void> {
    return this.database.write('remove connection', async (tx) => {
      await this.serviceUsers.lockIfThere(tx, organization, userId);
      await this.config.raise(tx);
      const connection = await this.requireDetails(organization, userId, tx);
      await expected?.(connection, tx);
      await this.serviceUsers.setActiveIn(tx, organization, userId, false, editor);
      await this.repository.removeConnection(tx, organization.no, connection.userNo);
      await this.append(tx, organization, 'org.connection.removed', connection, editor);
    });
  }

  /** Ends the connection of a service user being removed, if there is one, as part of `tx`. */
  async endWithUser(tx: Transaction, organization: Organization, { id, no }: ServiceUser, editor: string): Promise<void> {
    const connection = await this.repository.findConnection(organization.no, id, tx);
    if (!connection) return;
    await this.repository.removeConnection(tx, organization.no, no);
    await this.append(tx, organization, 'org.connection.removed', connection, editor);
  }

  private async decide(tx: Transaction, organization: Organization, before: StoredConnection, settings: ConnectionSettings) {
    const { provisioningDomain: given, switches, ...rest } = settings;
    const { provisioningDomain: former, ...kept } = before;
    const domain = given === undefined ? former : (given ?? undefined);
    return {
      ...kept,
      ...rest,
      switches: switches ?? before.switches,
      domainNo: await this.repository.domainNumber(tx, organization.no, domain),
      ...(domain === undefined ? {} : { provisioningDomain: domain }),
    } satisfies StoredConnection;
  }

  private async withUser(organization: Organization, connection: StoredConnection): Promise<Connection> {
    return { ...connection, user: await this.serviceUsers.requireServiceUser(organization, connection.userId) };
  }

  private append(tx: Transaction, { no, id }: Organization, type: NewEvent['type'], connection: StoredConnection, editor: string) {
    const { userId, preset, switches, provisioningDomain, emailTrust } = connection;
    return this.events.appendNext(tx, {
      type,
      orgNo: no,
      id,
      editor,
      payload: { userId, preset, switches, provisioningDomain, emailTrust },
    });
  }
}

function blank({ no, id, orgNo }: ServiceUser, createdUs: number): StoredConnection {
  return { userNo: no, userId: id, orgNo, domainNo: SHARED_DOMAIN, preset: 'default', switches: {}, emailTrust: 'ownedDomains', createdUs };
}

const isWider = (trust: EmailTrust, before: EmailTrust): boolean => EMAIL_TRUSTS.indexOf(trust) > EMAIL_TRUSTS.indexOf(before);

function refuseUnknown(): never {
  throw new DomainError('notFound', 'connection.notFound', 'This connection does not exist in this organization.');
}
