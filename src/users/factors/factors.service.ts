// Changes of what people sign in with besides a password: each is an event and a mail, and ends remembered browsers.
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/principal.js';
import { Database, type Transaction } from '../../common/database/database.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { AccountNotices } from '../accounts/account-notices.service.js';
import { Assurances } from '../assurance/assurance.service.js';
import type { FactorKind } from '../assurance/checks.js';
import { EventLog } from '../events/events.service.js';
import { PrivilegeCheck } from '../memberships/privilege-check.service.js';
import type { Organization } from '../organizations/organizations.service.js';
import { unknownPerson } from '../people/person-refusals.js';
import { PersonWriter } from '../people/person-writer.service.js';
import { maySignIn, type Person } from '../people/person.js';
import { VerifiedMarks } from '../people/verified-marks.service.js';
import { FactorSources, type OwnFactor } from '../assurance/factor-sources.service.js';

/** Whose factors they are, as of the moment of the last check. */
export interface FactorOwner {
  userNo: number;
  userId: string;
  orgNo: number;
  generation: number;
  /** What allows one more factor, used up with it in one unit of work. @returns false when somebody was faster. Absent: a fresh check allowed it */
  permit?: (tx: Transaction) => Promise<boolean>;
}

/** Nothing was added: `permit` of the owner said no. */
export class PermitOverError extends Error {}

@Injectable()
export class Factors {
  constructor(
    private readonly sources: FactorSources,
    private readonly assurances: Assurances,
    private readonly writer: PersonWriter,
    private readonly privileges: PrivilegeCheck,
    private readonly marks: VerifiedMarks,
    private readonly notices: AccountNotices,
    private readonly events: EventLog,
    private readonly database: Database,
  ) {}

  list(userNo: number): Promise<OwnFactor[]> {
    return this.sources.list(userNo);
  }

  /** @throws DomainError `notFound` */
  async requireFactor(userNo: number, id: string, tx?: Transaction): Promise<OwnFactor> {
    const factor = (await this.sources.list(userNo, tx)).find((one) => one.id === id);
    if (!factor) throw new DomainError('notFound', 'factors.unknown', 'This person has no such factor.');
    return factor;
  }

  /**
   * Adds a factor of the person's own: runs `store` in the unit of work that also tells of it. Call after a fresh check.
   * @returns false when the person has changed since that check, or `store` says so @throws PermitOverError
   */
  async add(owner: FactorOwner, kind: FactorKind, store: (tx: Transaction) => Promise<boolean>): Promise<boolean> {
    return this.database.write('add factor', async (tx) => {
      const person = await this.lockOwner(tx, owner);
      if (!person || !(await store(tx))) return false;
      if (owner.permit && !(await owner.permit(tx))) throw new PermitOverError('What allowed another factor has been used, or has ended.');
      await this.recordChange(tx, person, 'user.human.factor.added', kind, owner.userId);
      return true;
    });
  }

  /**
   * Removes a factor of the person's own. Call after a fresh check.
   * @returns false when there is none, or the person has changed since that check
   * @throws DomainError `precondition` for the last one that the policy requires
   */
  async removeOwn(owner: FactorOwner, id: string): Promise<boolean> {
    return this.database.write('remove factor', async (tx) => {
      const person = await this.lockOwner(tx, owner);
      const factor = person && (await this.sources.list(owner.userNo, tx)).find((one) => one.id === id);
      if (!person || !factor) return false;
      await this.sources.remove(tx, owner.userNo, id);
      const left = (await this.sources.list(owner.userNo, tx)).map(({ kind }) => kind);
      if (
        factor.kind !== 'recovery' &&
        !(await this.assurances.reachesRequired(tx, { ...owner, person: await this.marks.standing(person) }, left))
      )
        throw new DomainError('precondition', 'factors.lastRequired', 'The last factor that the policy requires cannot be removed.');
      await this.recordChange(tx, person, 'user.human.factor.removed', factor.kind, owner.userId);
      return true;
    });
  }

  /**
   * Removes a factor of somebody else, who has lost it. It takes every permission of the person, as a new password does.
   * @throws DomainError `notFound`, `forbidden`
   */
  async removeFor(organization: Organization, userId: string, id: string, caller: Principal): Promise<void> {
    await this.database.write('remove factor of a person', async (tx) => {
      const person = await this.writer.lock(tx, organization.no, userId);
      if (!person) throw unknownPerson();
      await this.privileges.assertMayTakeOver(tx, caller, person.no);
      const { kind } = await this.requireFactor(person.no, id, tx);
      await this.sources.remove(tx, person.no, id);
      await this.recordChange(tx, person, 'user.human.factor.removed', kind, caller.userId);
    });
  }

  /** Notes, as part of `tx`, that the factors of a person are others now. */
  async recordChange(
    tx: Transaction,
    person: Person,
    type: 'user.human.factor.added' | 'user.human.factor.removed',
    kind: FactorKind,
    editor: string,
  ): Promise<void> {
    await this.sources.refresh(tx, person.no);
    await this.events.appendAboutUser(tx, person.no, { type, editor, payload: { kind } });
    await this.notices.factorsChanged(tx, person);
  }

  /** Notes, as part of `tx`, that a person was added with a factor. */
  async recordImport(tx: Transaction, userNo: number, kind: FactorKind, editor: string): Promise<void> {
    await this.sources.refresh(tx, userNo);
    await this.events.appendAboutUser(tx, userNo, { type: 'user.human.factor.added', editor, payload: { kind } });
  }

  private async lockOwner(tx: Transaction, { orgNo, userId, generation }: FactorOwner): Promise<Person | undefined> {
    const person = await this.writer.lock(tx, orgNo, userId);
    return person && maySignIn(person) && person.tokenGeneration === generation ? person : undefined;
  }
}
