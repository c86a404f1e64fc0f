// What a change of policy would do to the people of an organization, counted for a dry run.
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { Assurances } from '../../users/authentication/assurance/assurance.service.js';
import type { AssurancePolicy } from '../../users/organizations/policies/policy-kinds.js';
import { Memberships } from '../../users/roles/memberships/memberships.service.js';
import { PolicyEffectsRepository, type WaysOfPerson } from './policy-effects.repository.js';

/** People that are read; a larger organization gets lower bounds. */
export const MOST_READ = 100_000;
const PAGE = 1_000;

/** `secondStepNeeded`: people who have to set up a further step. `signInLost`: people who are left without a way to sign in. */
export const EFFECTS = ['secondStepNeeded', 'signInLost'] as const;

export interface PolicyEffect {
  effect: (typeof EFFECTS)[number];
  /** How many people it newly concerns. */
  people: number;
  /** More may be concerned: the organization has more people than are read. */
  atLeast: boolean;
}

/** The fields that decide about a person. */
const DECIDING = ['secondFactor', 'secondFactorRoles', 'factors', 'passkeys', 'passwordAllowed', 'mailedSignIn'] as const;

@Injectable()
export class PolicyEffects {
  constructor(
    private readonly repository: PolicyEffectsRepository,
    private readonly memberships: Memberships,
    private readonly assurances: Assurances,
  ) {}

  /**
   * Counts the people of an organization that a policy concerns, and its predecessor did not. Roles that people have by groups are left out.
   * @param mostRead people that are read at most
   */
  async ofAssurance(orgNo: number, before: AssurancePolicy, after: AssurancePolicy, mostRead = MOST_READ): Promise<PolicyEffect[]> {
    const counts = { secondStepNeeded: 0, signInLost: 0 };
    let isCut = false;
    if (DECIDING.some((name) => !isDeepStrictEqual(before[name], after[name])))
      for (let next: string | undefined = '', read = 0; next !== undefined; read += PAGE) {
        isCut = read >= mostRead;
        if (isCut) break;
        const page = await this.repository.listWays(orgNo, next, PAGE);
        const roles = await this.memberships.ownRoleNames(page.people.map(({ userNo }) => userNo));
        for (const person of page.people) {
          const needsStep = (policy: AssurancePolicy) => this.assurances.lacksFactor(policy, person, roles.get(person.userNo) ?? []);
          if (needsStep(after) && !needsStep(before)) counts.secondStepNeeded++;
          if (!canSignIn(after, person) && canSignIn(before, person)) counts.signInLost++;
        }
        next = page.next;
      }
    return EFFECTS.map((effect) => ({ effect, people: counts[effect], atLeast: isCut })).filter(({ people }) => people > 0 || isCut);
  }
}

function canSignIn({ passwordAllowed, passkeys, mailedSignIn }: AssurancePolicy, person: WaysOfPerson): boolean {
  if (person.isLinked || (passwordAllowed && person.hasPassword)) return true;
  return (passkeys !== 'off' && person.kinds.includes('passkey')) || (mailedSignIn && person.hasVerifiedAddress);
}
