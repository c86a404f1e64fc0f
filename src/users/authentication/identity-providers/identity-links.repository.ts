// The SQL of the links of people to identity providers.
import { Injectable } from '@nestjs/common';
import type { Membership } from '../../../common/access/permissions.js';
import { secretDigest } from '../../../common/crypto/digest.js';
import { Database, DuplicateKeyError } from '../../../common/database/database.js';
import { insertRows, selectIn } from '../../../common/database/multi-row.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';

/** The identity of a person at a provider. Times are microseconds since 1970 UTC. */
export interface IdentityLink {
  no: number;
  providerNo: number;
  /** The organization of the person. */
  orgNo: number;
  userNo: number;
  subject: string;
  /** The name by which the person is known at the provider; for people to read only. */
  loginName?: string;
  createdUs: number;
  /** When the provider answered last; up to an hour out of date, unless the provider fills groups. */
  lastUsedUs?: number;
  /** The roles that the administrator who connected it had then. Absent: the person or the provider did. */
  givenAs?: readonly Membership[];
}

/** Whose link it is; `nameKey` is the folded userName. */
export interface LinkOwner {
  id: string;
  orgNo: number;
  nameKey: string;
}

/** A link with what people see of its provider. */
export interface IdentityLinkOfPerson extends IdentityLink {
  provider: { id: string; orgNo: number; name: string; kind: string; template: string; logo?: string };
}

interface Row {
  no: number;
  provider_no: number;
  org_no: number;
  user_no: number;
  subject: string;
  login_name: string | null;
  created_us: number;
  last_used_us: number | null;
  given_as: string | null;
}

/** Characters. */
const MAX_GIVEN_AS = 1_000;
const COLUMNS = 'l.no, l.provider_no, l.org_no, l.user_no, l.subject, l.login_name, l.created_us, l.last_used_us, l.given_as';

@Injectable()
export class IdentityLinksRepository {
  constructor(private readonly database: Database) {}

  async findLink(providerNo: number, subject: string, query: Query = this.database.query): Promise<IdentityLink | undefined> {
    const row = await query.row<Row>(`SELECT ${COLUMNS} FROM identity_links l WHERE l.provider_no = ? AND l.subject_digest = ?`, [
      providerNo,
      secretDigest(subject),
    ]);
    return row && toLink(row);
  }

  /** Who has these subjects of a provider, by the subject. */
  async ownersOf(tx: Transaction, providerNo: number, subjects: readonly string[]): Promise<Map<string, LinkOwner>> {
    const rows = await selectIn<{ subject_digest: string; id: string; org_no: number; user_name_key: string }>(
      tx,
      'owners of identities',
      (marks) =>
        `SELECT l.subject_digest, u.id, u.org_no, u.user_name_key FROM identity_links l ${this.database.search.words.thenJoin} users u ON u.no = l.user_no
          WHERE l.provider_no = ? AND l.subject_digest IN (${marks})`,
      [providerNo],
      subjects.map(secretDigest),
    );
    const owners = new Map(rows.map((row) => [row.subject_digest, { id: row.id, orgNo: Number(row.org_no), nameKey: row.user_name_key }]));
    return new Map(
      subjects.flatMap((subject) => {
        const owner = owners.get(secretDigest(subject));
        return owner ? [[subject, owner]] : [];
      }),
    );
  }

  /** Oldest first. Links to a removed provider are not among them. */
  async listOfPerson(orgNo: number, userNo: number, query: Query = this.database.query): Promise<IdentityLinkOfPerson[]> {
    const rows = await query.rows<Row & { id: string; of_org: number; name: string; kind: string; template: string; logo: string | null }>(
      `SELECT ${COLUMNS}, p.id, p.org_no AS of_org, p.name, p.kind, p.template, p.logo FROM identity_links l JOIN identity_providers p ON p.no = l.provider_no
        WHERE l.user_no = ? AND l.org_no = ? ORDER BY l.no`,
      [userNo, orgNo],
    );
    return rows.map(({ id, of_org, name, kind, template, logo, ...row }) => ({
      ...toLink(row),
      provider: { id, orgNo: Number(of_org), name, kind, template, ...(logo !== null && { logo }) },
    }));
  }

  /** @throws DuplicateKeyError if the subject, or the person, has a link to the provider */
  async insertLinks(tx: Transaction, links: readonly IdentityLink[]): Promise<void> {
    await insertRows(
      tx,
      'identity_links',
      ['no', 'provider_no', 'org_no', 'user_no', 'subject_digest', 'subject', 'login_name', 'created_us', 'last_used_us', 'given_as'],
      links.map((one) => [
        one.no,
        one.providerNo,
        one.orgNo,
        one.userNo,
        secretDigest(one.subject),
        one.subject,
        one.loginName ?? null,
        one.createdUs,
        one.lastUsedUs ?? null,
        one.givenAs ? storedRoles(one.givenAs) : null,
      ]),
    );
  }

  /** @returns whether the person had this link */
  async deleteLink(tx: Transaction, { no, orgNo, userNo }: Pick<IdentityLink, 'no' | 'orgNo' | 'userNo'>): Promise<boolean> {
    return (await tx.run('DELETE FROM identity_links WHERE no = ? AND user_no = ? AND org_no = ?', [no, userNo, orgNo])) === 1;
  }

  /** The numbers of those providers that exist. */
  async existingProviders(tx: Transaction, nos: readonly number[]): Promise<ReadonlySet<number>> {
    const write = (marks: string) => `SELECT no FROM identity_providers WHERE no IN (${marks})`;
    return new Set((await selectIn<{ no: number }>(tx, 'providers that exist', write, [], nos)).map(({ no }) => Number(no)));
  }

  /** The links of a person to keep while a deleted account can be restored. */
  async keep(tx: Transaction, orgNo: number, userNo: number): Promise<IdentityLink[]> {
    return (await this.listOfPerson(orgNo, userNo, tx)).map(({ provider: _, ...link }) => link);
  }

  /** Gives a restored person the earlier links, except those whose provider was removed or whose subject is linked to another account now. */
  async restore(tx: Transaction, links: readonly IdentityLink[]): Promise<void> {
    const providers = links.map(({ providerNo }) => providerNo);
    const existing = await this.existingProviders(tx, providers);
    for (const link of links) {
      if (!existing.has(link.providerNo)) continue;
      await this.insertLinks(tx, [link]).catch((error: unknown) => {
        if (!(error instanceof DuplicateKeyError)) throw error;
      });
    }
  }

  /** Records a use, unless one after `usedUs - coarseUs` is recorded already. */
  async noteUse(tx: Transaction, { no, orgNo }: IdentityLink, usedUs: number, coarseUs: number): Promise<void> {
    await tx.run('UPDATE identity_links SET last_used_us = ? WHERE no = ? AND org_no = ? AND (last_used_us IS NULL OR last_used_us <= ?)', [
      usedUs,
      no,
      orgNo,
      usedUs - coarseUs,
    ]);
  }

  /** Records an answer. @returns whether none that is newer was recorded; false without a link */
  async noteAnswer(
    tx: Transaction,
    { providerNo, orgNo, userNo }: Pick<IdentityLink, 'providerNo' | 'orgNo' | 'userNo'>,
    answeredUs: number,
  ): Promise<boolean> {
    const sql =
      'UPDATE identity_links SET last_used_us = ? WHERE provider_no = ? AND user_no = ? AND org_no = ? AND (last_used_us IS NULL OR last_used_us <= ?)';
    return (await tx.run(sql, [answeredUs, providerNo, userNo, orgNo, answeredUs])) === 1;
  }
}

/** The roles of the whole service, then those of whole organizations, as many as there is room for. A role that is left out permits nothing. */
function storedRoles(roles: readonly Membership[]): string {
  const whole = roles.filter(({ projectId }) => projectId === undefined).map(({ role, orgId }) => ({ role, orgId }));
  const stored = whole.toSorted((a, b) => Number(a.orgId !== null) - Number(b.orgId !== null));
  while (JSON.stringify(stored).length > MAX_GIVEN_AS) stored.pop();
  return JSON.stringify(stored);
}

function toLink(row: Row): IdentityLink {
  return {
    no: Number(row.no),
    providerNo: Number(row.provider_no),
    orgNo: Number(row.org_no),
    userNo: Number(row.user_no),
    subject: row.subject,
    ...(row.login_name !== null && { loginName: row.login_name }),
    createdUs: Number(row.created_us),
    ...(row.last_used_us !== null && { lastUsedUs: Number(row.last_used_us) }),
    ...(row.given_as !== null && { givenAs: JSON.parse(row.given_as) as Membership[] }),
  };
}
