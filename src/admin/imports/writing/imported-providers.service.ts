// Identity providers that an import brings, described as in the admin API.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../common/database/transaction.js';
import { BodyPipe, VALIDATION } from '../../../common/http/problem.js';
import { IdentityProviders } from '../../../users/authentication/identity-providers/identity-providers.service.js';
import type { Organization } from '../../../users/organizations/organizations.service.js';
import { needsNoSecret, PORTABLE_MEMBERS, providerContent, SECRET_MEMBERS, secretIn } from '../../identity-providers/provider-members.js';
import { withProviderTemplate } from '../../identity-providers/provider-templates.js';
import { NewProviderBody } from '../../identity-providers/provider.body.js';
import { idAt, partAt, type Remark } from '../records/entry-members.js';
import { LISTS, type Members } from '../records/import-record.js';

const MEMBERS: ReadonlySet<string> = new Set(['kind', 'template', 'tenant', ...PORTABLE_MEMBERS, ...SECRET_MEMBERS]);

@Injectable()
export class ImportedProviders {
  private readonly pipe = new BodyPipe(VALIDATION);

  constructor(private readonly providers: IdentityProviders) {}

  /**
   * Adds a provider of the organization. Without its secret, which exports don't have, it is disabled.
   * @throws DomainError `invalid`, `conflict`, `precondition`
   */
  async addProvider(tx: Transaction, organization: Organization, entry: Members, editor: string): Promise<Remark[]> {
    const id = idAt(entry, 'identityProviderId');
    const members = partAt(entry, 'identityProvider');
    // Other members are remarks.
    const known = Object.entries(members).filter(([name]) => MEMBERS.has(name));
    const values = Object.fromEntries(known.filter(([, value]) => value !== null));
    const leftOut = Object.fromEntries(known.filter(([, value]) => value === null));
    const body = (await this.pipe.transform(values, { type: 'body', metatype: NewProviderBody })) as NewProviderBody;
    const { template = 'generic', ...rest } = body;
    const { kind, given } = withProviderTemplate(template, rest);
    const content = providerContent(kind, { ...given, ...leftOut, enabled: false }, false);
    const secret = secretIn(kind, given) ?? undefined;
    const isUsable = secret !== undefined || needsNoSecret(content);
    const enabled = isUsable && given['enabled'] !== false;
    await this.providers.createIn(tx, organization, { ...content, template, enabled }, secret, editor, id);
    return isUsable ? [] : [WITHOUT_SECRET];
  }
}

const WITHOUT_SECRET: Remark = {
  type: LISTS.identityProviders.type,
  kind: 'identityProvider.secret',
  message: 'The entry has no secret, so the identity provider was added disabled. Set its secret, and enable it.',
};
