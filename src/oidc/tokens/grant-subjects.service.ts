// The subject of an authorization's tokens, for as long as everything the authorization rests on is valid.
import { Injectable } from '@nestjs/common';
import { Assurances } from '../../users/authentication/assurance/assurance.service.js';
import type { CheckMethod } from '../../users/authentication/assurance/checks.js';
import type { ApplicationRecord } from '../clients/clients.service.js';
import { ServedPeople } from '../clients/served-people.service.js';
import type { HeldGrant } from './stored/grants.repository.js';
import { Subjects, type LiveSubject } from './content/subjects.service.js';
import { TokenCheck } from './token-check.service.js';

@Injectable()
export class GrantSubjects {
  constructor(
    private readonly subjects: Subjects,
    private readonly tokenCheck: TokenCheck,
    private readonly servedPeople: ServedPeople,
    private readonly assurances: Assurances,
  ) {}

  /**
   * @returns undefined if the user is not active, or if user, organization or client have changed generation since the authorization was
   * given. Also if the client no longer serves the user, a token it was exchanged from has ended, or an actor may no longer act.
   */
  async findLive(client: ApplicationRecord, grant: HeldGrant): Promise<LiveSubject | undefined> {
    const { generations, code, exchange } = grant.payload;
    const { live, generation, organizationGeneration, version } = grant.holder;
    const isUnchanged =
      generations.user === generation && generations.organization === organizationGeneration && generations.client === client.generation;
    if (!live || !isUnchanged) return undefined;
    if (exchange && !(await this.tokenCheck.inheritedHolds({ kind: 'person', userNo: grant.userNo, ...exchange }))) return undefined;
    const subject = await this.subjects.person(grant.userNo, { config: grant.configVersion, user: version });
    if (!subject || subject.userId !== code.accountId) return undefined;
    return (await this.servedPeople.reasonAgainst(client, subject, grant.configVersion)) === undefined ? subject : undefined;
  }

  /**
   * Whether the checks of the sign-in behind an authorization still satisfy the person's policy. An exchanged authorization has the checks
   * of its origin.
   */
  async provesEnough(grant: Pick<HeldGrant, 'payload'> & { configVersion?: number }, subject: LiveSubject): Promise<boolean> {
    const checks = this.checksOf(grant);
    return checks === undefined || this.assurances.holdsForRefresh(subject, checks, grant.configVersion);
  }

  /** The checks of the sign-in behind an authorization. Undefined if the person did not sign in but was only named in an exchange. */
  checksOf({ payload: { code, exchange } }: Pick<HeldGrant, 'payload'>): CheckMethod[] | undefined {
    const { checks } = code as { checks?: CheckMethod[] };
    // Before checks were stored, every authorization began with a password.
    return checks ?? (exchange ? undefined : ['pwd']);
  }
}
