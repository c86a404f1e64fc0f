// SQL of registration tokens, and of what is kept of registered applications.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { Query, Transaction } from '../../common/database/transaction.js';
import { LIVE } from '../clients/name-and-id.js';
import type { RegistrationPolicy } from './registration-policy.js';

/** A permission to register applications in a project. Times are microseconds since 1970 UTC. */
export interface RegistrationToken {
  no: number;
  id: string;
  orgNo: number;
  projectNo: number;
  projectId: string;
  name: string;
  /** Open registration: requests need no token. */
  isOpen: boolean;
  policy: RegistrationPolicy;
  maxApplications: number;
  /** Registrations so far. */
  registered: number;
  createdUs: number;
  expiresUs: number | null;
  lastUsedUs: number | null;
}

/** What is kept of a registered application besides its settings. */
export interface Registration {
  applicationNo: number;
  /** The organization, the project and the id of the application. */
  orgNo: number;
  projectId: string;
  applicationId: string;
  clientId: string;
  policy: RegistrationPolicy;
  declared: Record<string, unknown>;
  /** An administrator has changed the application since; its client can't any more. */
  isFrozen: boolean;
  createdUs: number;
}

interface TokenRow {
  no: number;
  id: string;
  org_no: number;
  project_no: number;
  project_id: string;
  name: string;
  open_org_no: number | null;
  policy: string;
  max_applications: number;
  registered: number;
  created_us: number;
  expires_us: number | null;
  last_used_us: number | null;
}

interface RegistrationRow {
  application_no: number;
  org_no: number;
  project_id: string;
  application_id: string;
  client_id: string;
  policy: string;
  declared: string;
  frozen: number;
  created_us: number;
}

const SELECT_TOKEN = `SELECT t.no, t.id, t.org_no, t.project_no, p.id AS project_id, t.name, t.open_org_no, t.policy, t.max_applications,
    t.registered, t.created_us, t.expires_us, t.last_used_us
  FROM registration_tokens t JOIN projects p ON p.no = t.project_no`;
/** The token's project and organization are there and active. */
const IN_FORCE = `p.state = 'active' AND EXISTS (SELECT 1 FROM organizations o WHERE o.no = t.org_no AND o.state = 'active')`;
const SELECT_REGISTRATION = `SELECT r.application_no, a.org_no, p.id AS project_id, a.id AS application_id, a.client_id, r.policy, r.declared,
    r.frozen, r.created_us
  FROM client_registrations r JOIN applications a ON a.no = r.application_no JOIN projects p ON p.no = a.project_no`;

/** A token to store, with the digest of its text; without one, it is open registration. */
type NewToken = Omit<RegistrationToken, 'projectId' | 'isOpen' | 'registered' | 'lastUsedUs'> & { digest: string | undefined };
type NewRegistration = Pick<Registration, 'applicationNo' | 'policy' | 'declared' | 'createdUs'> & {
  digest: string;
  reviewUs: number | null;
};

@Injectable()
export class RegistrationsRepository {
  constructor(private readonly database: Database) {}

  /** @throws DuplicateKeyError when the organization has open registration already */
  async insertToken(tx: Transaction, token: NewToken): Promise<void> {
    const { no, id, orgNo, projectNo, name, digest = null, policy, maxApplications, createdUs, expiresUs } = token;
    await tx.run(
      `INSERT INTO registration_tokens
        (no, id, org_no, project_no, name, digest, open_org_no, policy, max_applications, registered, created_us, expires_us, last_used_us)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, NULL)`,
      [
        no,
        id,
        orgNo,
        projectNo,
        name,
        digest,
        digest === null ? orgNo : null,
        JSON.stringify(policy),
        maxApplications,
        createdUs,
        expiresUs,
      ],
    );
  }

  /** Oldest first. */
  async listTokens(orgNo: number, projectNo: number, query: Query = this.database.query): Promise<RegistrationToken[]> {
    const rows = await query.rows<TokenRow>(`${SELECT_TOKEN} WHERE t.project_no = ? AND t.org_no = ? ORDER BY t.no`, [projectNo, orgNo]);
    return rows.map(toToken);
  }

  async findToken(
    orgNo: number,
    projectNo: number,
    id: string,
    query: Query = this.database.query,
  ): Promise<RegistrationToken | undefined> {
    const row = await query.row<TokenRow>(`${SELECT_TOKEN} WHERE t.id = ? AND t.project_no = ? AND t.org_no = ?`, [id, projectNo, orgNo]);
    return row && toToken(row);
  }

  /** The token of this digest, while its project and organization are active. */
  async findByDigest(digest: string, query: Query = this.database.query): Promise<RegistrationToken | undefined> {
    const row = await query.row<TokenRow>(`${SELECT_TOKEN} WHERE t.digest = ? AND ${IN_FORCE}`, [digest]);
    return row && toToken(row);
  }

  /** Open registration of an organization, while its project and the organization are active. */
  async findOpen(orgNo: number, query: Query = this.database.query): Promise<RegistrationToken | undefined> {
    const row = await query.row<TokenRow>(`${SELECT_TOKEN} WHERE t.open_org_no = ? AND ${IN_FORCE}`, [orgNo]);
    return row && toToken(row);
  }

  /** @returns whether the token was there */
  async deleteToken(tx: Transaction, no: number): Promise<boolean> {
    return (await tx.run('DELETE FROM registration_tokens WHERE no = ?', [no])) === 1;
  }

  /** Counts one registration, unless the count of a token is used up; open registration limits its applications instead. The condition decides, so the count is exact over all processes. */
  async countRegistration(tx: Transaction, no: number, nowUs: number): Promise<boolean> {
    const sql =
      'UPDATE registration_tokens SET registered = registered + 1, last_used_us = ? WHERE no = ? AND (digest IS NULL OR registered < max_applications)';
    return (await tx.run(sql, [nowUs, no])) === 1;
  }

  /** Applications of a project that clients registered. */
  async countRegistered(tx: Transaction, projectNo: number): Promise<number> {
    const sql = 'SELECT COUNT(*) AS count FROM applications WHERE project_no = ? AND registered_by IS NOT NULL';
    return (await tx.row<{ count: number }>(sql, [projectNo]))?.count ?? 0;
  }

  /** Applications that are still there of those registered with a token. */
  async countRegisteredWith(tx: Transaction, projectNo: number, tokenId: string): Promise<number> {
    const sql = 'SELECT COUNT(*) AS count FROM applications WHERE project_no = ? AND registered_by = ?';
    return (await tx.row<{ count: number }>(sql, [projectNo, tokenId]))?.count ?? 0;
  }

  /** Ids of applications registered with a token, at most `limit`. */
  async registeredWith(tx: Transaction, projectNo: number, tokenId: string, limit: number): Promise<string[]> {
    const sql = `SELECT id FROM applications WHERE project_no = ? AND registered_by = ? ORDER BY no LIMIT ${limit}`;
    return (await tx.rows<{ id: string }>(sql, [projectNo, tokenId])).map(({ id }) => id);
  }

  async insertRegistration(tx: Transaction, registration: NewRegistration): Promise<void> {
    const { applicationNo, digest, policy, declared, createdUs, reviewUs } = registration;
    await tx.run(
      `INSERT INTO client_registrations (application_no, digest, policy, declared, frozen, created_us, review_us)
        VALUES (?, ?, ?, ?, 0, ?, ?)`,
      [applicationNo, digest, JSON.stringify(policy), JSON.stringify(declared), createdUs, reviewUs],
    );
  }

  /** The registration whose access token has this digest, unless its project is being removed. */
  async findRegistration(digest: string, query: Query = this.database.query): Promise<Registration | undefined> {
    const row = await query.row<RegistrationRow>(`${SELECT_REGISTRATION} WHERE r.digest = ? AND p.${LIVE}`, [digest]);
    return row && toRegistration(row);
  }

  /** Stores what the client chose last. */
  async updateRegistration(tx: Transaction, applicationNo: number, declared: Record<string, unknown>): Promise<void> {
    await tx.run('UPDATE client_registrations SET declared = ? WHERE application_no = ?', [JSON.stringify(declared), applicationNo]);
  }

  /** Registrations whose use is to be reviewed, at most `limit`. */
  async findDue(nowUs: number, limit: number, query: Query = this.database.query): Promise<Registration[]> {
    const sql = `${SELECT_REGISTRATION} WHERE r.review_us <= ? ORDER BY r.review_us LIMIT ${limit}`;
    return (await query.rows<RegistrationRow>(sql, [nowUs])).map(toRegistration);
  }

  /** Whether a person is signed in to the application, or it can still refresh tokens. */
  async isUsed(tx: Transaction, applicationNo: number, nowUs: number): Promise<boolean> {
    const sql = 'SELECT no FROM grants WHERE client_no = ? AND expires_us > ? LIMIT 1';
    return (await tx.row(sql, [applicationNo, nowUs])) !== undefined;
  }

  async setReview(tx: Transaction, applicationNo: number, reviewUs: number): Promise<void> {
    await tx.run('UPDATE client_registrations SET review_us = ? WHERE application_no = ?', [reviewUs, applicationNo]);
  }
}

function toToken(row: TokenRow): RegistrationToken {
  return {
    no: row.no,
    id: row.id,
    orgNo: row.org_no,
    projectNo: row.project_no,
    projectId: row.project_id,
    name: row.name,
    isOpen: row.open_org_no !== null,
    policy: JSON.parse(row.policy) as RegistrationPolicy,
    maxApplications: row.max_applications,
    registered: row.registered,
    createdUs: row.created_us,
    expiresUs: row.expires_us,
    lastUsedUs: row.last_used_us,
  };
}

function toRegistration(row: RegistrationRow): Registration {
  return {
    applicationNo: row.application_no,
    orgNo: row.org_no,
    projectId: row.project_id,
    applicationId: row.application_id,
    clientId: row.client_id,
    policy: JSON.parse(row.policy) as RegistrationPolicy,
    declared: JSON.parse(row.declared) as Record<string, unknown>,
    isFrozen: row.frozen === 1,
    createdUs: row.created_us,
  };
}
