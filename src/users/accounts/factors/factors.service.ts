// Changes of a person's factors besides the password: each writes an event and a mail, and ends remembered browsers.
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/access/principal.js';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { AccountNotices } from '../mails/account-notices.service.js';
import { Assurances } from '../../authentication/assurance/assurance.service.js';
import type { FactorKind } from '../../authentication/assurance/checks.js';
import { EventLog } from '../../events/events.service.js';
import { PrivilegeCheck } from '../../roles/memberships/privilege-check.service.js';
import type { Organization } from '../../organizations/organizations.service.js';
import { unknownPerson } from '../../directory/people/person/person-refusals.js';
import { PersonWriter } from '../../directory/people/person-writer.service.js';
import { maySignIn, type Person } from '../../directory/people/person/person.js';
import { VerifiedMarks } from '../../directory/people/verified-marks.service.js';
import { FactorSources, type OwnFactor } from '../../authentication/assurance/factor-sources.js';

/** The owner of the factors, at the moment of the last check. */
export interface FactorOwner {
  userNo: number;
  userId: string;
  orgNo: number;
  generation: number;
  /**
   * The permission to add one more factor, used up in the same unit of work.
   * @returns false if it was used meanwhile. Absent: a fresh check allows it
   */
  usePermission?: (tx: Transaction) => Promise<boolean>;
}

/** Nothing was added: `usePermission` of the owner returned false. */
export class PermissionUsedError extends Error {}

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
   * Adds the person's own factor: runs `store` in the unit of work that also writes the event and the mail. Call after a fresh check.
   * @returns false when the person has changed since that check, or `store` returns false
   * @throws PermitOverError
   */
  async add(owner: FactorOwner, kind: FactorKind, store: (tx: Transaction) => Promise<boolean>): Promise<boolean> {
    return this.database.write('add factor', async (tx) => {
      const person = await this.lockOwner(tx, owner);
      if (!person || !(await store(tx))) return false;
      if (owner.usePermission && !(await owner.usePermission(tx)))
        throw new PermissionUsedError('What allowed another factor has been used, or has ended.');
      await this.recordChange(tx, person, 'user.human.factor.added', kind, owner.userId);
      return true;
    });
  }

  /**
   * Removes the person's own factor. Call after a fresh check.
   * @returns false when it does not exist, or the person has changed since that check
   * @throws DomainError `precondition` for the last factor that the policy requires
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
   * Removes a lost factor of another person. Needs every permission of the person, like a new password.
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

  /** Records, as part of `tx`, that the factors of a person have changed. */
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

  /** Records, as part of `tx`, that a person was added with a factor. */
  async recordImport(tx: Transaction, userNo: number, kind: FactorKind, editor: string): Promise<void> {
    await this.sources.refresh(tx, userNo);
    await this.events.appendAboutUser(tx, userNo, { type: 'user.human.factor.added', editor, payload: { kind } });
  }

  private async lockOwner(tx: Transaction, { orgNo, userId, generation }: FactorOwner): Promise<Person | undefined> {
    const person = await this.writer.lock(tx, orgNo, userId);
    return person && maySignIn(person) && person.tokenGeneration === generation ? person : undefined;
  }
}
