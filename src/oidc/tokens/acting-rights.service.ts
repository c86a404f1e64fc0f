// Checks whether actors may still act for a user: at every use of a token, not only when it was issued.
import { Injectable } from '@nestjs/common';
import { Impersonation } from '../../users/roles/memberships/impersonation.service.js';
import { Policies } from '../../users/organizations/policies/policies.service.js';
import type { Actor } from './content/actors.js';
import { Subjects } from './content/subjects.service.js';

@Injectable()
export class ActingRights {
  constructor(
    private readonly impersonation: Impersonation,
    private readonly policies: Policies,
    private readonly subjects: Subjects,
  ) {}

  /**
   * Token exchange is on, the organization allows it, and each actor has the permission for its user, who may have become an administrator
   * meanwhile.
   * @param configVersion as read since the request arrived
   */
  async hold(user: { kind: 'person' | 'service'; userNo: number }, actors: readonly Actor[], configVersion?: number): Promise<boolean> {
    if (!(await this.policies.features(configVersion)).oidcTokenExchange) return false;
    const rights = await Promise.all(actors.map((actor) => this.mayAct(actor, actor.actsFor ?? user, configVersion)));
    return rights.every(Boolean);
  }

  private async mayAct(actor: Actor, user: { kind: 'person' | 'service'; userNo: number }, configVersion?: number): Promise<boolean> {
    const subject = await this.subjects.findUser(user, configVersion === undefined ? undefined : { config: configVersion });
    return subject !== undefined && this.impersonation.mayActFor(actor, subject, configVersion);
  }
}
