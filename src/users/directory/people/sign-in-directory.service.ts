// Finds the person of a typed name: by login name, or by userName or e-mail address when exactly one active person has it. In a verified domain only
// people of its organization count. Elsewhere, outside the person's own organization, an address must be verified. Otherwise another person could
// enter the address to lock its owner out, or to learn who the owner is.
import { Injectable } from '@nestjs/common';
import { domainOf, foldKey } from '../../../common/identifiers/fold.js';
import { type Organization, Organizations } from '../../organizations/organizations.service.js';
import { isByDomain } from './person/verified-by.js';
import { type AddressHolder, type SignInCandidate, SignInDirectoryRepository } from './sign-in-directory.repository.js';

export type { SignInCandidate } from './sign-in-directory.repository.js';

const MAX_LOGIN_NAME = 500;

@Injectable()
export class SignInDirectory {
  constructor(
    private readonly repository: SignInDirectoryRepository,
    private readonly organizations: Organizations,
  ) {}

  /**
   * The person `typed` refers to on a page of an organization: first among its own people, then in other organizations.
   * @param orgNo absent: the page belongs to no organization
   */
  async findOnPageOf(orgNo: number | undefined, typed: string): Promise<SignInCandidate | undefined> {
    if (orgNo === undefined) return this.findByLogin(typed);
    return (await this.findByLogin(typed, orgNo)) ?? this.findElsewhere(typed);
  }

  /**
   * @param loginName the typed text: `userName@primaryDomain`, a userName or an e-mail address
   * @param orgNo narrows the search to one organization
   * @returns undefined when no person or more than one matches; only active people of active organizations count
   */
  findByLogin(loginName: string, orgNo?: number): Promise<SignInCandidate | undefined> {
    return this.search(loginName, orgNo, (holders) => holders);
  }

  private findElsewhere(loginName: string): Promise<SignInCandidate | undefined> {
    return this.search(loginName, undefined, () => []);
  }

  /** @param unverified selects the owners of an unverified address that count when no person has it verified */
  private async search(
    loginName: string,
    orgNo: number | undefined,
    unverified: (holders: AddressHolder[]) => AddressHolder[],
  ): Promise<SignInCandidate | undefined> {
    const key = foldKey(loginName.trim());
    if (key === '' || loginName.length > MAX_LOGIN_NAME) return undefined;
    const owner = key.includes('@') ? await this.organizations.byDomain(domainOf(key)) : undefined;
    const narrowed = orgNo ?? owner?.no;
    const named = owner?.state === 'active' && owner.no === narrowed ? await this.findByLoginName(key, owner.no) : undefined;
    return named ?? this.findUnique(key, narrowed, owner, narrowed === undefined ? unverified : (holders) => holders);
  }

  private async findByLoginName(key: string, orgNo: number): Promise<SignInCandidate | undefined> {
    const [found] = await this.repository.findByUserName(key.slice(0, key.lastIndexOf('@')), orgNo);
    return found;
  }

  private async findUnique(
    key: string,
    orgNo: number | undefined,
    owner: Organization | undefined,
    unverified: (holders: AddressHolder[]) => AddressHolder[],
  ): Promise<SignInCandidate | undefined> {
    const named = await this.inActiveOrganizations(await this.repository.findByUserName(key, orgNo));
    const holders = await this.inActiveOrganizations(await this.repository.findByAddress(key, orgNo));
    const proven = holders.filter((holder) => counts(holder, owner?.no));
    // The person who proved the address takes precedence, of several the one whose login name it is; then the person whose userName it is.
    // Unverified addresses shadow none of them.
    const titled = proven.filter(({ isLoginName }) => isLoginName);
    const candidates = firstOf(titled, proven, named, unverified(holders));
    const people = new Map(candidates.map(({ userNo, userId, orgNo: no }) => [userNo, { userNo, userId, orgNo: no }]));
    return people.size === 1 ? people.values().next().value : undefined;
  }

  private async inActiveOrganizations<Candidate extends SignInCandidate>(candidates: Candidate[]): Promise<Candidate[]> {
    const states = await Promise.all(candidates.map(({ orgNo }) => this.organizations.byNo(orgNo)));
    return candidates.filter((_, index) => states[index]?.state === 'active');
  }
}

function firstOf<Candidate>(...choices: ReadonlyArray<readonly Candidate[]>): readonly Candidate[] {
  return choices.find(({ length }) => length > 0) ?? [];
}

/** Whether the address counts as verified now. @param ownerNo the organization that has the domain of the address */
function counts({ verifiedBy, isLost, orgNo }: AddressHolder, ownerNo: number | undefined): boolean {
  if (verifiedBy === undefined) return false;
  return ownerNo === orgNo || !isByDomain({ verifiedBy }) || (verifiedBy === 'unknown' && !isLost);
}
