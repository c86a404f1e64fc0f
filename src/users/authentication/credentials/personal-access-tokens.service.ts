// Personal access tokens of service users: generated, shown once, stored as digests.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/primitives/clock.js';
import { secretDigest } from '../../../common/crypto/digest.js';
import { ConfigCache, ConfigVersion } from '../../../common/database/config-version.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { newId, newSecret } from '../../../common/primitives/ids.js';
import { checkExpiry } from './expiry.js';
import { PersonalAccessTokensRepository, type PersonalAccessToken } from './personal-access-tokens.repository.js';

/** Identifies the string as a token of this service, for people and secret scanners. */
export const PERSONAL_ACCESS_TOKEN_PREFIX = 'gpat_';

/** Most tokens of one service user. */
export const MAX_PERSONAL_ACCESS_TOKENS = 100;
const DEFAULT_SCOPE = 'openid profile';

/** A token to create. Times are microseconds since 1970 UTC; absent or null: it does not expire. */
export interface NewPersonalAccessToken {
  expiresUs?: number | null;
  scope?: string;
  /** Audiences besides the service user itself. */
  audience?: readonly string[];
}

/** A token from the cache: without its last use, which a cache can't know. */
export type KnownPersonalAccessToken = Omit<PersonalAccessToken, 'lastUsedUs'>;

@Injectable()
export class PersonalAccessTokens {
  private readonly cache: ConfigCache<string, KnownPersonalAccessToken | undefined>;
  private readonly ends: ConfigCache<string, Pick<PersonalAccessToken, 'expiresUs'> | undefined>;

  constructor(
    private readonly repository: PersonalAccessTokensRepository,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
  ) {
    this.cache = new ConfigCache(config);
    this.ends = new ConfigCache(config);
  }

  /**
   * Creates another token for a user.
   * @returns the token, which cannot be read again
   * @throws DomainError `invalid`, or `precondition` when the user has too many
   */
  async createToken(tx: Transaction, userNo: number, input: NewPersonalAccessToken): Promise<{ id: string; token: string }> {
    // First: its row lock serializes counting and adding. A deactivation raises it too, together with the generations.
    await this.config.raise(tx);
    if ((await this.repository.countByUser(tx, userNo)) >= MAX_PERSONAL_ACCESS_TOKENS) throw tooMany();
    const now = this.clock.nowUs();
    const created = { id: newId(), token: PERSONAL_ACCESS_TOKEN_PREFIX + newSecret() };
    await this.repository.insertToken(tx, {
      id: created.id,
      userNo,
      digest: secretDigest(created.token),
      scope: input.scope ?? DEFAULT_SCOPE,
      audience: [...(input.audience ?? [])],
      createdUs: now,
      expiresUs: checkExpiry(input.expiresUs ?? null, now),
    });
    return created;
  }

  /** A user's tokens, oldest first, including expired ones. */
  listTokens(userNo: number, query?: Query): Promise<PersonalAccessToken[]> {
    return this.repository.listByUser(userNo, query);
  }

  /** One of a user's tokens, even if expired. @throws DomainError `notFound` */
  async requireToken(userNo: number, id: string): Promise<PersonalAccessToken> {
    const token = await this.repository.findToken(userNo, id);
    if (!token) throw notFound();
    return token;
  }

  /** Shortens the expiry of all of a user's tokens except one to `untilUs`. */
  async endOtherTokens(tx: Transaction, userNo: number, id: string, untilUs: number): Promise<void> {
    await this.config.raise(tx);
    await this.repository.endOthers(tx, userNo, id, untilUs);
  }

  /** Ends a token at once. @throws DomainError `notFound` */
  async removeToken(tx: Transaction, userNo: number, id: string): Promise<void> {
    await this.config.raise(tx);
    if (!(await this.repository.deleteToken(tx, userNo, id))) throw notFound();
  }

  /** @returns the token's record, or undefined when it is unknown or has expired */
  async findByToken(token: string, configVersion?: number): Promise<KnownPersonalAccessToken | undefined> {
    if (!token.startsWith(PERSONAL_ACCESS_TOKEN_PREFIX)) return undefined;
    const digest = secretDigest(token);
    const found = await this.cache.get(digest, () => this.repository.findByDigest(digest), configVersion);
    return found && (found.expiresUs === null || found.expiresUs > this.clock.nowUs()) ? found : undefined;
  }

  /** Whether a token exists and has not expired. */
  async isLive(id: string, configVersion?: number): Promise<boolean> {
    const end = await this.ends.get(id, () => this.repository.findExpiry(id), configVersion);
    return end !== undefined && (end.expiresUs === null || end.expiresUs > this.clock.nowUs());
  }
}

function notFound(): DomainError {
  return new DomainError('notFound', 'personalAccessToken.notFound', 'This personal access token does not exist.');
}

function tooMany(): DomainError {
  return new DomainError(
    'precondition',
    'personalAccessToken.tooMany',
    `This user already has ${MAX_PERSONAL_ACCESS_TOKENS} personal access tokens; remove one first.`,
  );
}
