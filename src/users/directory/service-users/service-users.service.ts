import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/primitives/clock.js';
import { ConfigCache, ConfigVersion } from '../../../common/database/config-version.js';
import { Database, DuplicateKeyError } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import type { Listed, ListQuery } from '../../../common/primitives/list-query.js';
import type { Precondition } from '../../../common/database/precondition.js';
import { newId } from '../../../common/primitives/ids.js';
import { ClientSecrets } from '../../authentication/credentials/client-secrets.service.js';
import { PersonalAccessTokens } from '../../authentication/credentials/personal-access-tokens.service.js';
import { EventLog, type NewEvent } from '../../events/events.service.js';
import { foldKey, MAX_KEY } from '../../../common/identifiers/fold.js';
import { assertClientSuppliedId } from '../../../common/identifiers/client-supplied-id.js';
import { LastOwnerRule } from '../../organizations/last-owner.service.js';
import type { Organization } from '../../organizations/organizations.service.js';
import { ServiceUsersRepository, type ServiceUser } from './service-users.repository.js';

export { SERVICE_USER_LIST } from './service-users.repository.js';

export interface NewServiceUser {
  userName: string;
  name?: string;
  description?: string;
  id?: string;
  /** Absent: active. */
  active?: boolean;
  assertionReuse?: boolean;
  accessTokenType?: ServiceUser['accessTokenType'];
  profile?: ServiceUser['profile'];
  /** From another service; found to be free. Absent: a generated one. */
  clientId?: string;
}

/** A change; absent members stay. Null removes the description, and resets the name to the userName. */
export type ServiceUserChange = Partial<Pick<ServiceUser, 'assertionReuse' | 'accessTokenType' | 'profile'>> & {
  name?: string | null;
  description?: string | null;
};

const CHANGEABLE = ['name', 'description', 'assertionReuse', 'accessTokenType', 'profile'] as const satisfies Array<
  keyof ServiceUserChange
>;

@Injectable()
export class ServiceUsers {
  private readonly cache: ConfigCache<string | number, ServiceUser | undefined>;

  constructor(
    private readonly repository: ServiceUsersRepository,
    private readonly secrets: ClientSecrets,
    private readonly personalAccessTokens: PersonalAccessTokens,
    private readonly database: Database,
    private readonly lastOwnerRule: LastOwnerRule,
    private readonly events: EventLog,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
  ) {
    this.cache = new ConfigCache(config);
  }

  findServiceUserByClientId(clientId: string, configVersion?: number): Promise<ServiceUser | undefined> {
    return this.cache.get(clientId, () => this.repository.findServiceUserByClientId(clientId), configVersion);
  }

  findServiceUserByNo(no: number, configVersion?: number): Promise<ServiceUser | undefined> {
    return this.cache.get(no, () => this.repository.findServiceUserByNo(no), configVersion);
  }

  listServiceUsers(organization: Organization, query: ListQuery): Promise<Listed<ServiceUser>> {
    return this.repository.listServiceUsers(organization.no, query);
  }

  /** @throws DomainError `notFound` */
  async requireServiceUser(organization: Organization, id: string, query?: Query): Promise<ServiceUser> {
    return (await this.repository.findServiceUserById(organization.no, id, query)) ?? refuseUnknown();
  }

  /**
   * Reads a service user and locks the row, for a change. Must come before anything that raises the config version: a role is given in that order as
   * well, and otherwise the two units would deadlock.
   * @throws DomainError `notFound`, or what `expected` throws
   */
  async lock(
    tx: Transaction,
    organization: Pick<Organization, 'no'>,
    id: string,
    expected?: Precondition<ServiceUser>,
  ): Promise<ServiceUser> {
    const user = (await this.lockIfThere(tx, organization, id)) ?? refuseUnknown();
    await expected?.(user, tx);
    return user;
  }

  lockIfThere(tx: Transaction, { no }: Pick<Organization, 'no'>, id: string): Promise<ServiceUser | undefined> {
    return this.repository.lockServiceUser(tx, no, id);
  }

  /** @throws DomainError `invalid`, `conflict` */
  createServiceUser(organization: Organization, input: NewServiceUser, editor: string): Promise<ServiceUser> {
    return this.database.write('create service user', (tx) => this.createIn(tx, organization, input, editor));
  }

  /** The same as part of a larger unit of work. */
  async createIn(tx: Transaction, organization: Organization, input: NewServiceUser, editor: string): Promise<ServiceUser> {
    const userName = checkedUserName(input.userName);
    const now = this.clock.nowUs();
    const user: ServiceUser = {
      no: tx.nextNumber(),
      id: input.id === undefined ? newId() : assertClientSuppliedId(input.id, 'userId'),
      orgNo: organization.no,
      userName,
      name: nameOf(input.name, userName),
      ...(input.description === undefined ? {} : { description: input.description }),
      // A generated one can't collide with an application's.
      clientId: input.clientId ?? randomBytes(12).toString('hex'),
      active: input.active ?? true,
      tokenGeneration: 0,
      accessTokenType: input.accessTokenType ?? 'opaque',
      assertionReuse: input.assertionReuse ?? false,
      profile: input.profile ?? 'none',
      createdUs: now,
      modifiedUs: now,
    };
    if (input.id !== undefined && (await this.repository.wasUsed(tx, input.id)))
      throw new DomainError('conflict', 'serviceUser.idUsed', 'This id belonged to a user who was removed.', 'userId');
    await this.repository.insertServiceUser(tx, user).catch(refuseDuplicate);
    await this.events.append(tx, {
      type: 'user.machine.added',
      orgNo: organization.no,
      aggregate: { id: user.id, sequence: 1 },
      editor,
      payload: { userName, name: user.name, description: user.description, clientId: user.clientId },
    });
    if (!user.active) await this.appendEvent(tx, user, editor, 'user.deactivated');
    await this.config.raise(tx);
    return user;
  }

  /**
   * Changes the members of `change`; the rest stays, and so do issued tokens unless the profile changes. An empty name becomes the userName.
   * @throws DomainError `notFound`, or `precondition` for a profile that its credentials contradict
   */
  changeServiceUser(
    organization: Organization,
    id: string,
    change: ServiceUserChange,
    editor: string,
    expected?: Precondition<ServiceUser>,
  ): Promise<ServiceUser> {
    return this.database.write('change service user', async (tx) => {
      const before = await this.lock(tx, organization, id);
      await this.config.raise(tx);
      await expected?.(before, tx);
      const after = { ...changed(before, change), modifiedUs: this.clock.nowUs() };
      const names = CHANGEABLE.filter((name) => before[name] !== after[name]);
      if (names.length === 0) return before;
      if (names.includes('profile')) await this.prepareForProfile(tx, after);
      await this.repository.updateServiceUser(tx, after);
      await this.appendEvent(tx, after, editor, 'user.machine.changed', { changed: names });
      return after;
    });
  }

  /** Ends its tokens, which another profile may not allow. @throws DomainError `precondition` for credentials that it doesn't allow */
  private async prepareForProfile(tx: Transaction, { no, profile }: ServiceUser): Promise<void> {
    const shared = [...(await this.secrets.listSecrets(no, tx)), ...(await this.personalAccessTokens.listTokens(no, tx))];
    if (profile !== 'none' && shared.length > 0) throw keysOnly();
    await this.repository.endTokens(tx, no);
  }

  /** A service user that may get a secret or a personal access token, locked for the change. @throws DomainError `notFound`, `precondition` */
  async lockForSharedSecret(
    tx: Transaction,
    organization: Pick<Organization, 'no'>,
    id: string,
    expected?: Precondition<ServiceUser>,
  ): Promise<void> {
    if ((await this.lock(tx, organization, id, expected)).profile !== 'none') throw keysOnly();
  }

  /**
   * Deactivates or reactivates; no effect if the user is in that state already. A deactivation ends tokens for good; after a reactivation, secrets
   * and keys work again.
   * @throws DomainError `notFound`, or `precondition` for the last owner
   */
  setActive(
    organization: Organization,
    id: string,
    active: boolean,
    editor: string,
    expected?: Precondition<ServiceUser>,
  ): Promise<ServiceUser> {
    return this.database.write('set service user state', (tx) => this.setActiveIn(tx, organization, id, active, editor, expected));
  }

  /** The same as part of a larger unit of work. */
  async setActiveIn(
    tx: Transaction,
    organization: Organization,
    id: string,
    active: boolean,
    editor: string,
    expected?: Precondition<ServiceUser>,
  ): Promise<ServiceUser> {
    const user = await this.lock(tx, organization, id);
    await this.config.raise(tx);
    await expected?.(user, tx);
    if (user.active === active) return user;
    const modifiedUs = this.clock.nowUs();
    await this.lastOwnerRule.guardLastOwner(tx, user.no, () => this.repository.setActive(tx, user.no, active, modifiedUs));
    await this.appendEvent(tx, user, editor, active ? 'user.reactivated' : 'user.deactivated');
    return { ...user, active, modifiedUs };
  }

  /** Ends every token issued to a service user, as part of `tx`; its credentials stay. */
  async endTokensIn(tx: Transaction, { no }: ServiceUser): Promise<void> {
    await this.config.raise(tx);
    await this.repository.endTokens(tx, no);
  }

  /** Appends an event about a service user and raises its version, as part of `tx`. */
  async appendEvent(
    tx: Transaction,
    user: ServiceUser,
    editor: string,
    type: NewEvent['type'],
    payload: Record<string, unknown> = {},
  ): Promise<void> {
    const aggregate = { id: user.id, sequence: await this.repository.raiseVersion(tx, user.no) };
    await this.events.append(tx, { type, orgNo: user.orgNo, aggregate, editor, payload });
  }
}

function refuseUnknown(): never {
  throw new DomainError('notFound', 'serviceUser.notFound', 'This service user does not exist in this organization.');
}

function changed(before: ServiceUser, change: ServiceUserChange): ServiceUser {
  const { description: former, ...kept } = before;
  const {
    name = before.name,
    description = former,
    assertionReuse = before.assertionReuse,
    accessTokenType = before.accessTokenType,
    profile = before.profile,
  } = change;
  const texts = { name: nameOf(name, before.userName), ...(description === null || description === undefined ? {} : { description }) };
  return { ...kept, ...texts, assertionReuse, accessTokenType, profile };
}

function keysOnly(): DomainError {
  return new DomainError(
    'precondition',
    'serviceUser.profile',
    'With the profile fapi2, a service user has keys only: no client secrets, and no personal access tokens.',
    'profile',
  );
}

function nameOf(name: string | null | undefined, userName: string): string {
  const shown = name?.trim() || userName;
  if (!/\p{C}/u.test(shown)) return shown;
  throw new DomainError('invalid', 'serviceUser.name', 'name must have printable characters only.', 'name');
}

function checkedUserName(text: string): string {
  const userName = text.trim();
  if (userName !== '' && userName.length <= 200 && foldKey(userName).length <= MAX_KEY && !/\p{C}/u.test(userName)) return userName;
  throw new DomainError('invalid', 'serviceUser.userName', 'userName must have 1 to 200 printable characters.', 'userName');
}

const idTaken = () => new DomainError('conflict', 'serviceUser.idTaken', 'A user or a group with this id already exists.', 'userId');

function refuseDuplicate(error: unknown): never {
  if (!(error instanceof DuplicateKeyError)) throw error;
  if (error.index === 'u_users_id') throw idTaken();
  throw new DomainError(
    'conflict',
    'serviceUser.userNameTaken',
    'Another user of this organization already has this userName.',
    'userName',
  );
}
