// Proofs of domains by their organizations, without an administrator of the whole service.
import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/principal.js';
import { Database } from '../../common/database/database.js';
import { Clock } from '../../common/primitives/clock.js';
import { DomainError, TooManyError } from '../../common/primitives/domain-error.js';
import { beyondDryRun } from '../../common/primitives/dry-run.js';
import { RequestLimits } from './attempts/request-limits.service.js';
import type { DomainChallenge, ProofMethod } from './domain-challenge.js';
import { DomainChallengesRepository } from './domain-challenges.repository.js';
import { Domains, type OrganizationDomain } from './domains.service.js';
import type { Organization } from './organizations.repository.js';
import { domainsTriedOften } from './organization-refusals.js';
import { PublishedProofs } from './published-proofs.service.js';

/** Changes of the DNS take time to propagate. */
const LIFE_US = 7 * 86_400_000_000;
/** Minimum time between two attempts at one domain, so that this service can't be used to flood another server. */
const PAUSE_US = 10_000_000;

@Injectable()
export class DomainProofs {
  constructor(
    private readonly repository: DomainChallengesRepository,
    private readonly domains: Domains,
    private readonly published: PublishedProofs,
    private readonly limits: RequestLimits,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a new challenge for an unverified domain of the organization; the previous one ends.
   * @throws DomainError `notFound`, or `precondition` when the domain is verified
   */
  challenge(organization: Organization, name: string, method: ProofMethod, editor: string): Promise<DomainChallenge> {
    return this.database.write('challenge domain', async (tx) => {
      const { domain } = await this.requireUnverified(organization, name);
      const expiresUs = this.clock.nowUs() + LIFE_US;
      const challenge = { domain, method, token: randomText(), proof: randomText(), expiresUs };
      await this.repository.replaceChallenge(tx, organization.no, challenge);
      await this.domains.appendEvent(tx, organization, 'org.domain.challenged', { domain, method }, editor);
      return challenge;
    });
  }

  /**
   * Verifies a domain whose proof is published.
   * @throws DomainError `notFound`, `precondition` without a challenge or a published proof, `tooMany` within 10 s of the last attempt or after too
   * many in a minute, `conflict` when another organization has the domain
   */
  async prove(organization: Organization, name: string, { userId: editor, admission }: Principal): Promise<OrganizationDomain> {
    const { domain } = await this.requireUnverified(organization, name);
    const challenge = await this.repository.findChallenge(organization.no, domain);
    const now = this.clock.nowUs();
    if (!challenge || challenge.expiresUs <= now)
      throw new DomainError(
        'precondition',
        'domain.noChallenge',
        'There is no challenge for this domain, or it has expired; ask for one first.',
      );
    // A dry run queries the remote server as well, so its attempt is recorded.
    await beyondDryRun(() => this.takeTurn(organization, domain, now));
    if (!(await this.published.isPublished(challenge)))
      throw new DomainError(
        'precondition',
        'domain.notProved',
        'The proof is not published, or not visible from here yet. Try again later.',
      );
    // The remote server decides how long the lookup takes, so the caller's admission is checked again.
    await admission?.judgeAgain();
    return this.domains.verifyProved(organization, domain, editor, challenge.method, async (tx) => {
      const current = await this.repository.findChallenge(organization.no, domain, tx);
      if (current?.proof !== challenge.proof)
        throw new DomainError('precondition', 'domain.noChallenge', 'Another challenge was asked for meanwhile; publish that one.');
      await this.repository.removeChallenge(tx, organization.no, domain);
    });
  }

  /** @throws DomainError `tooMany` */
  private async takeTurn({ no, id }: Organization, domain: string, now: number): Promise<void> {
    if (!(await this.repository.noteAttempt(no, domain, now, now - PAUSE_US)))
      throw new TooManyError(
        'domain.triedJustNow',
        'This domain was looked at a moment ago. Try again in ten seconds.',
        PAUSE_US / 1_000_000,
      );
    const wait = await this.limits.waitOfOrganization('domainProof', id);
    if (wait) throw domainsTriedOften(wait);
  }

  private async requireUnverified(organization: Organization, name: string): Promise<OrganizationDomain> {
    const domain = name.toLowerCase();
    const found = (await this.domains.listDomains(organization)).find((one) => one.domain === domain);
    if (!found) throw new DomainError('notFound', 'domain.notFound', 'This organization does not have this domain.');
    if (found.verified) throw new DomainError('precondition', 'domain.verified', 'This domain is verified already.');
    return found;
  }
}

function randomText(): string {
  return randomBytes(24).toString('base64url');
}
