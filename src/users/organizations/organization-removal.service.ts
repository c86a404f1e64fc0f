// Removes an organization: it can't be found or used from then on, and its contents are deleted afterwards.
import { Injectable } from '@nestjs/common';
import { ConfigVersion } from '../../common/database/config-version.js';
import { Database } from '../../common/database/database.js';
import { Clock } from '../../common/primitives/clock.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import type { Precondition } from '../../common/database/precondition.js';
import { Removals } from '../../common/work/removals.service.js';
import { EventLog } from '../events/events.service.js';
import { LastOwnerRule } from './last-owner.service.js';
import { OrganizationContentsRepository, type OrganizationContents } from './organization-contents.repository.js';
import { unknownOrganization } from './organization-refusals.js';
import { OrganizationsRepository, type Organization } from './organizations.repository.js';
import { WHOLE_SERVICE } from './owners.repository.js';

export type { OrganizationContents } from './organization-contents.repository.js';

/** The kind of an organization's removal in the table of removals. */
export const REMOVED_ORGANIZATION = 'organization';

@Injectable()
export class OrganizationRemoval {
  constructor(
    private readonly repository: OrganizationsRepository,
    private readonly contents: OrganizationContentsRepository,
    private readonly lastOwnerRule: LastOwnerRule,
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly config: ConfigVersion,
    private readonly removals: Removals,
    private readonly clock: Clock,
  ) {}

  /**
   * Removes an organization with all its contents. From then on its users can't sign in, its tokens are invalid, its domains are free and its ids are
   * unknown.
   * @param confirmName its name, to prevent removing the wrong organization.
   * @returns its contents
   * @throws DomainError `invalid` for another name, `changed` if `expected` throws it, `precondition` for the organization that runs the service and
   * for that of the last active IAM_OWNER
   */
  removeOrganization(
    { no, id }: Organization,
    confirmName: string | undefined,
    editor: string,
    expected?: Precondition<Organization>,
  ): Promise<OrganizationContents> {
    return this.database.write('remove organization', async (tx) => {
      // Before the configuration, in the order of changes of domains.
      await this.repository.lockClaims(tx, no);
      // Its row lock serializes changes.
      await this.config.raise(tx);
      const organization = await this.repository.findBy('id', id, tx);
      if (!organization) throw unknownOrganization();
      await expected?.(organization, tx);
      await this.assertRemovable(organization, confirmName);
      const { no: orgNo, name, primaryDomain } = organization;
      const contents = await this.contents.countContents(orgNo, tx);
      await this.repository.markRemoving(tx, orgNo, this.clock.nowUs());
      await this.lastOwnerRule.assertOwned(tx, WHOLE_SERVICE);
      await this.events.appendNext(tx, { type: 'org.removed', orgNo, id, editor, payload: { name, primaryDomain, contents } });
      await this.removals.begin(tx, REMOVED_ORGANIZATION, orgNo, editor);
      return contents;
    });
  }

  private async assertRemovable({ no, name }: Organization, confirmName: string | undefined): Promise<void> {
    if (confirmName !== name)
      throw new DomainError('invalid', 'organization.confirmName', 'confirmName must be the name of the organization.', 'confirmName');
    if (no === (await this.repository.findOldest()))
      throw new DomainError('precondition', 'organization.operator', 'The organization that runs the service cannot be removed.');
  }
}
