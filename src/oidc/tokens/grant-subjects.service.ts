// Whom the tokens of an authorization are about, for as long as everything it rests on still holds.
import { Injectable } from '@nestjs/common';
import type { ApplicationRecord } from '../clients/clients.service.js';
import type { Actor } from './actors.js';
import type { HeldGrant } from './grants.repository.js';
import { Subjects, type LiveSubject } from './subjects.service.js';

@Injectable()
export class GrantSubjects {
  constructor(private readonly subjects: Subjects) {}

  /** @returns undefined when the user, the organization, the client or somebody who acts is not what they were when it was given */
  async findLive(client: ApplicationRecord, grant: HeldGrant): Promise<LiveSubject | undefined> {
    const { generations, code, exchange } = grant.payload;
    const { live, generation, organizationGeneration, version } = grant.holder;
    const isUnchanged =
      generations.user === generation && generations.organization === organizationGeneration && generations.client === client.generation;
    if (!live || !isUnchanged || !(await this.areLive(exchange?.actors ?? []))) return undefined;
    const subject = await this.subjects.person(grant.userNo, { config: grant.configVersion, user: version });
    return subject?.userId === code.accountId ? subject : undefined;
  }

  private async areLive(actors: readonly Actor[]): Promise<boolean> {
    const found = await Promise.all(actors.map((actor) => this.subjects.of(actor)));
    return actors.every(({ generations: { user, organization } }, index) => {
      const actor = found[index];
      return actor?.generation === user && actor.organizationGeneration === organization;
    });
  }
}
