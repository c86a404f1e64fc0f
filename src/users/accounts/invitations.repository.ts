// The SQL of invitations: the last one of each person, until a day after it was accepted.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { listRows, type ListSource } from '../../common/database/list-rows.js';
import type { Query, Transaction } from '../../common/database/transaction.js';
import { mapListed, type Listed, type ListQuery } from '../../common/primitives/list-query.js';

/** What an invitation says and leads to besides the account. */
export interface InvitationContent {
  clientId?: string | undefined;
  returnTo?: string | undefined;
  message?: string | undefined;
}

export interface StoredInvitation extends InvitationContent {
  userNo: number;
  orgNo: number;
  email: string;
  sentUs: number;
}

/** An invited person who can't sign in yet. */
export interface OpenInvitation extends InvitationContent {
  userId: string;
  userName: string;
  email: string;
  sentUs: number;
  sentCount: number;
}

const DAY_US = 86_400_000_000;
const KEPT_US = 365 * DAY_US;
/** How long the code of an invitation is valid. */
export const INVITATION_VALID_US = 7 * DAY_US;
/** Invitations of an organization that a count reads, the oldest ones. */
const MOST_COUNTED = 2_000;

/** A person to be reminded, the administrator whose invitation it was, and when it was sent. */
export interface DueReminder {
  userId: string;
  givenBy: number;
  sentUs: number;
}

/** How many people can't sign in yet, and how many of them have an expired invitation. `atLeast`: there may be more. */
export interface OpenInvitationCount {
  count: number;
  expired: number;
  atLeast: boolean;
}

/** The person is neither deactivated nor locked, has not accepted, and can sign in no other way: an administrator may have set a password, or a provider may be connected. */
const OPEN = `i.org_no = ? AND i.accepted_us IS NULL AND u.active = TRUE AND u.locked_us IS NULL
  AND NOT EXISTS (SELECT 1 FROM passwords w WHERE w.user_no = i.user_no)
  AND NOT EXISTS (SELECT 1 FROM passkeys k WHERE k.user_no = i.user_no)
  AND NOT EXISTS (SELECT 1 FROM identity_links l WHERE l.user_no = i.user_no)`;

export const INVITATION_LIST = {
  table: 'invitations i',
  joins: 'JOIN users u ON u.no = i.user_no',
  columns: 'u.id, u.user_name, i.email, i.client_id, i.return_to, i.message, i.sent_us, i.sent_count',
  no: 'i.user_no',
  sorts: { sentAt: { column: 'i.sent_us', index: 'invitations_by_org' } },
  defaultSort: 'sentAt',
  filters: {
    sentAfter: { kind: 'after', column: 'i.sent_us', sort: 'sentAt' },
    sentBefore: { kind: 'before', column: 'i.sent_us', sort: 'sentAt' },
  },
} as const satisfies ListSource;

interface Row {
  client_id: string | null;
  return_to: string | null;
  message: string | null;
}

interface OpenRow extends Row {
  id: string;
  user_name: string;
  email: string;
  sent_us: number;
  sent_count: number;
}

@Injectable()
export class InvitationsRepository {
  constructor(private readonly database: Database) {}

  /** Stores an invitation over the earlier one. The caller's unit has locked the person. */
  async put(tx: Transaction, { userNo, orgNo, email, clientId, returnTo, message, sentUs }: StoredInvitation): Promise<void> {
    const before = await tx.row<{ sent_count: number }>('SELECT sent_count FROM invitations WHERE user_no = ?', [userNo]);
    await tx.run('DELETE FROM invitations WHERE user_no = ?', [userNo]);
    await tx.run(
      `INSERT INTO invitations (user_no, org_no, email, client_id, return_to, message, sent_us, sent_count, accepted_us, expires_us)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, ?)`,
      [
        userNo,
        orgNo,
        email,
        clientId ?? null,
        returnTo ?? null,
        message ?? null,
        sentUs,
        Number(before?.sent_count ?? 0) + 1,
        sentUs + KEPT_US,
      ],
    );
  }

  /** What the person was invited to, whether accepted or not. */
  async findContent(query: Query, userNo: number): Promise<InvitationContent | undefined> {
    const row = await query.row<Row>('SELECT client_id, return_to, message FROM invitations WHERE user_no = ?', [userNo]);
    return row && toContent(row);
  }

  /** Whether the last invitation of a person was sent at this time and has not been accepted. */
  async isStillOpen(tx: Transaction, userNo: number, sentUs: number): Promise<boolean> {
    const sql = 'SELECT 1 FROM invitations WHERE user_no = ? AND sent_us = ? AND accepted_us IS NULL';
    return (await tx.row(sql, [userNo, sentUs])) !== undefined;
  }

  /** Accepts the invitation that a code was mailed for. */
  async acceptByCode(tx: Transaction, codeId: string, nowUs: number): Promise<void> {
    await tx.run(
      'UPDATE invitations SET accepted_us = ?, expires_us = ? WHERE user_no = (SELECT c.user_no FROM mailed_codes c WHERE c.id = ?)',
      [nowUs, nowUs + DAY_US, codeId],
    );
  }

  /** What the person was invited to, if accepted since a time. */
  async findAccepted(userNo: number, sinceUs: number): Promise<InvitationContent | undefined> {
    const row = await this.database.query.row<Row>(
      'SELECT client_id, return_to, message FROM invitations WHERE user_no = ? AND accepted_us >= ?',
      [userNo, sinceUs],
    );
    return row && toContent(row);
  }

  /** The numbers of organizations that have invitations. */
  async organizationsWithInvitations(): Promise<number[]> {
    const rows = await this.database.query.rows<{ org_no: number }>('SELECT DISTINCT org_no FROM invitations ORDER BY org_no');
    return rows.map(({ org_no }) => org_no);
  }

  /** Open invitations sent before a time that were sent again at most `most - 1` times, and whose code still says who gave it; the oldest first. */
  async listDue(orgNo: number, beforeUs: number, most: number, limit: number): Promise<DueReminder[]> {
    const rows = await this.database.query.rows<{ id: string; given_by: number; sent_us: number }>(
      `SELECT u.id, c.given_by, i.sent_us FROM invitations i JOIN users u ON u.no = i.user_no
         JOIN mailed_codes c ON c.user_no = i.user_no AND c.purpose = 'invitation' AND c.ended_us IS NULL AND c.given_by IS NOT NULL
        WHERE ${OPEN} AND i.sent_us < ? AND i.sent_count <= ? ORDER BY i.sent_us, i.user_no LIMIT ${limit}`,
      [orgNo, beforeUs, most],
    );
    return rows.map(({ id, given_by, sent_us }) => ({ userId: id, givenBy: Number(given_by), sentUs: Number(sent_us) }));
  }

  /** Counts open invitations among the oldest, so that many invitations cost no more. */
  async countOpen(orgNo: number, nowUs: number): Promise<OpenInvitationCount> {
    const row = await this.database.query.row<Record<'seen' | 'n' | 'expired', number | string | null>>(
      `SELECT COUNT(*) AS seen, SUM(CASE WHEN ${OPEN} THEN 1 ELSE 0 END) AS n, SUM(CASE WHEN ${OPEN} AND i.sent_us < ? THEN 1 ELSE 0 END) AS expired
         FROM (SELECT user_no, org_no, accepted_us, sent_us FROM invitations WHERE org_no = ? ORDER BY sent_us, user_no LIMIT ${MOST_COUNTED + 1}) i
         JOIN users u ON u.no = i.user_no`,
      [orgNo, orgNo, nowUs - INVITATION_VALID_US, orgNo],
    );
    const { seen, n, expired } = row ?? {};
    return { count: Number(n ?? 0), expired: Number(expired ?? 0), atLeast: Number(seen ?? 0) > MOST_COUNTED };
  }

  async listOpen(orgNo: number, query: ListQuery): Promise<Listed<OpenInvitation>> {
    const rows = await listRows<OpenRow>(this.database.search, INVITATION_LIST, query, { sql: OPEN, values: [orgNo] });
    return mapListed(rows, (row) => ({
      userId: row.id,
      userName: row.user_name,
      email: row.email,
      sentUs: Number(row.sent_us),
      sentCount: Number(row.sent_count),
      ...toContent(row),
    }));
  }
}

function toContent({ client_id, return_to, message }: Row): InvitationContent {
  return {
    ...(client_id !== null && { clientId: client_id }),
    ...(return_to !== null && { returnTo: return_to }),
    ...(message !== null && { message }),
  };
}
