// Registry of the modules that store factors: each registers how its factors are listed and removed.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { Clock } from '../../../common/primitives/clock.js';
import { MailedCodesRepository } from '../mailed-codes/mailed-codes.repository.js';
import { FACTOR_KINDS, type FactorKind } from './checks.js';
import { FactorStatesRepository } from './factor-states.repository.js';

/** A factor as its owner and administrators see it. Times are microseconds since 1970 UTC. */
export interface OwnFactor {
  id: string;
  kind: FactorKind;
  /** The name given by its owner, for kinds that allow several. */
  name?: string | undefined;
  createdUs: number;
  lastUsedUs?: number | undefined;
  /** How many recovery codes are left. */
  left?: number;
}

export interface FactorSource {
  list(query: Query, userNo: number): Promise<OwnFactor[]>;
  /** @returns whether the factor belongs to this source */
  remove(tx: Transaction, userNo: number, id: string): Promise<boolean>;
  /** Absent for factors that are kept with the person: passkeys. */
  kept?: KeptRows;
}

/** How the rows of a source are kept as JSON while a deleted person can be restored: in stored form, sealed or as digests. */
interface KeptRows {
  name: FactorKind;
  read(tx: Transaction, userNo: number): Promise<readonly unknown[]>;
  insert(tx: Transaction, userNo: number, rows: readonly unknown[]): Promise<void>;
}

/** The factors of a deleted person. @property askedUs when a policy first required a missing one: a restore starts no new grace period */
export interface KeptFactors {
  rows: Partial<Record<FactorKind, readonly unknown[]>>;
  askedUs?: number | undefined;
}

@Injectable()
export class FactorSources {
  private readonly sources: FactorSource[] = [];

  constructor(
    private readonly states: FactorStatesRepository,
    private readonly mailedCodes: MailedCodesRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Called at start by the module that owns the factors. */
  register(source: FactorSource): void {
    this.sources.push(source);
  }

  async list(userNo: number, query: Query = this.database.query): Promise<OwnFactor[]> {
    const found: OwnFactor[] = [];
    for (const source of this.sources) found.push(...(await source.list(query, userNo)));
    return found.toSorted((a, b) => FACTOR_KINDS.indexOf(a.kind) - FACTOR_KINDS.indexOf(b.kind) || a.createdUs - b.createdUs);
  }

  /**
   * Stores which kinds a person has now, as part of the `tx` that changed them. Sign-ins read this, and remembered browsers are asked again. Open
   * links for setting up a factor end, because they were issued for the earlier state. Recovery codes only replace other factors, so they are removed
   * with the last of them.
   */
  async refresh(tx: Transaction, userNo: number): Promise<void> {
    const left = await this.list(userNo, tx);
    const [codes, others] = [left.filter(({ kind }) => kind === 'recovery'), left.filter(({ kind }) => kind !== 'recovery')];
    if (others.length === 0) for (const { id } of codes) await this.remove(tx, userNo, id);
    const kinds = (others.length === 0 ? [] : left).map(({ kind }) => kind);
    await this.states.saveKinds(tx, userNo, [...new Set(kinds)]);
    await this.mailedCodes.endOfUser(tx, userNo, ['factorLink'], this.clock.nowUs());
  }

  async keep(tx: Transaction, userNo: number): Promise<KeptFactors> {
    const rows: KeptFactors['rows'] = {};
    for (const { kept } of this.sources) if (kept) rows[kept.name] = await kept.read(tx, userNo);
    return { rows, askedUs: await this.states.findAsked(tx, userNo) };
  }

  /** Gives a restored person the earlier factors. @param kept absent in content kept before factors were */
  async restore(tx: Transaction, userNo: number, { rows, askedUs }: KeptFactors = { rows: {} }): Promise<void> {
    for (const { kept } of this.sources) if (kept) await kept.insert(tx, userNo, rows[kept.name] ?? []);
    await this.refresh(tx, userNo);
    if (askedUs !== undefined) await this.states.saveAsked(tx, userNo, askedUs);
  }

  /** @returns whether the factor existed */
  async remove(tx: Transaction, userNo: number, id: string): Promise<boolean> {
    for (const source of this.sources) if (await source.remove(tx, userNo, id)) return true;
    return false;
  }
}
