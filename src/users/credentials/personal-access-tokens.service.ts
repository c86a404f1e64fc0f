// Long-lived tokens of service users: made here, shown once, kept as digests.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { secretDigest } from '../../common/crypto/digest.js';
import { ConfigCache, ConfigVersion } from '../../common/database/config-version.js';
import { Database, type Transaction } from '../../common/database/database.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { newId, newSecret } from '../../common/primitives/ids.js';
import { checkExpiry } from './expiry.js';

/** Tells people and secret scanners what a string is. */
export const PERSONAL_ACCESS_TOKEN_PREFIX = 'gpat_';

/** So many tokens one service user may have. */
export const MAX_PERSONAL_ACCESS_TOKENS = 100;
const DEFAULT_SCOPE = 'openid profile';

/** A token to be made. Times are microseconds since 1970 UTC; absent or null: it has no end. */
export interface NewPersonalAccessToken {
  expiresUs?: number | null;
  scope?: string;
  /** Whom it is meant for beyond the service user itself. */
  audience?: readonly string[];
}

export interface PersonalAccessToken {
  id: string;
  userNo: number;
  scope: string;
  audience: string[];
  createdUs: number;
  expiresUs: number | null;
  /** Roughly: it may be an hour older than the last use. */
  lastUsedUs: number | null;
  /** Generations of the user and the organization when it was made; a token of an older one is dead. */
  generations: { user: number; organization: number };
}

interface Row {
  id: string;
  user_no: number;
  scope: string;
  audience: string;
  created_us: number;
  expires_us: number | null;
  last_used_us: number | null;
  user_gen: number | null;
  org_gen: number | null;
}

const SELECT = 'SELECT id, user_no, scope, audience, created_us, expires_us, last_used_us, user_gen, org_gen FROM personal_access_tokens';

/** A token as it is looked up: without its last use, which nothing that is remembered could tell. */
export type KnownPersonalAccessToken = Omit<PersonalAccessToken, 'lastUsedUs'>;

@Injectable()
export class PersonalAccessTokens {
  private readonly cache: ConfigCache<string, KnownPersonalAccessToken | undefined>;

  constructor(
    private readonly database: Database,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
  ) {
    this.cache = new ConfigCache(config);
  }

  /**
   * Makes one more token for a user.
   * @returns the token, which cannot be read again
   * @throws DomainError `invalid`, or `precondition` when the user has too many
   */
  async create(tx: Transaction, userNo: number, input: NewPersonalAccessToken): Promise<{ id: string; token: string }> {
    // First, because its row lock lets one change at a time count and act; a deactivation raises it too, and with it the generations.
    await this.config.raise(tx);
    const owned = await tx.row<{ count: number }>('SELECT COUNT(*) AS count FROM personal_access_tokens WHERE user_no = ?', [userNo]);
    if ((owned?.count ?? 0) >= MAX_PERSONAL_ACCESS_TOKENS) throw tooMany();
    const now = this.clock.nowUs();
    const created = { id: newId(), token: PERSONAL_ACCESS_TOKEN_PREFIX + newSecret() };
    await tx.run(
      `INSERT INTO personal_access_tokens (id, user_no, digest, scope, audience, created_us, expires_us, last_used_us, user_gen, org_gen)
       SELECT ?, u.no, ?, ?, ?, ?, ?, NULL, u.token_gen, o.token_gen FROM users u JOIN organizations o ON o.no = u.org_no WHERE u.no = ?`,
      [
        created.id,
        secretDigest(created.token),
        input.scope ?? DEFAULT_SCOPE,
        JSON.stringify(input.audience ?? []),
        now,
        checkExpiry(input.expiresUs ?? null, now),
        userNo,
      ],
    );
    return created;
  }

  /** A user's tokens, oldest first, also those that have ended. */
  async list(userNo: number): Promise<PersonalAccessToken[]> {
    return (await this.database.query.rows<Row>(`${SELECT} WHERE user_no = ? ORDER BY created_us, id`, [userNo])).map(toToken);
  }

  /** Lets all of a user's tokens but one end at `untilUs`, or earlier where that is so. */
  async endOthers(tx: Transaction, userNo: number, id: string, untilUs: number): Promise<void> {
    await this.config.raise(tx);
    await tx.run(
      'UPDATE personal_access_tokens SET expires_us = ? WHERE user_no = ? AND id <> ? AND (expires_us IS NULL OR expires_us > ?)',
      [untilUs, userNo, id, untilUs],
    );
  }

  /** Ends a token at once. @throws DomainError `notFound` */
  async remove(tx: Transaction, userNo: number, id: string): Promise<void> {
    await this.config.raise(tx);
    if ((await tx.run('DELETE FROM personal_access_tokens WHERE id = ? AND user_no = ?', [id, userNo])) === 1) return;
    throw new DomainError('notFound', 'personalAccessToken.notFound', 'This personal access token does not exist.');
  }

  /** @returns the token's record, or undefined when it is unknown or has expired */
  async findByToken(token: string, configVersion?: number): Promise<KnownPersonalAccessToken | undefined> {
    if (!token.startsWith(PERSONAL_ACCESS_TOKEN_PREFIX)) return undefined;
    const digest = secretDigest(token);
    const found = await this.cache.get(digest, () => this.findByDigest(digest), configVersion);
    return found && (found.expiresUs === null || found.expiresUs > this.clock.nowUs()) ? found : undefined;
  }

  private async findByDigest(digest: string): Promise<KnownPersonalAccessToken | undefined> {
    const row = await this.database.query.row<Row>(`${SELECT} WHERE digest = ?`, [digest]);
    return row && toToken(row);
  }
}

/** A row from before generations were kept has none, which equals no generation there is. */
const NO_GENERATION = -1;

function toToken(row: Row): PersonalAccessToken {
  return {
    id: row.id,
    userNo: row.user_no,
    scope: row.scope,
    audience: JSON.parse(row.audience) as string[],
    createdUs: row.created_us,
    expiresUs: row.expires_us,
    lastUsedUs: row.last_used_us,
    generations: { user: row.user_gen ?? NO_GENERATION, organization: row.org_gen ?? NO_GENERATION },
  };
}

function tooMany(): DomainError {
  return new DomainError(
    'precondition',
    'personalAccessToken.tooMany',
    `This user already has ${MAX_PERSONAL_ACCESS_TOKENS} personal access tokens; remove one first.`,
  );
}
