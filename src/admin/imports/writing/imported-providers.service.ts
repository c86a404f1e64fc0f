// Identity providers that an import brings, described as in the admin API.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../common/database/transaction.js';
import { BodyPipe, VALIDATION } from '../../../common/http/problem.js';
import { Clock } from '../../../common/primitives/clock.js';
import type { ProviderKind } from '../../../users/authentication/identity-providers/identity-provider.js';
import { ProviderChanges } from '../../../users/authentication/identity-providers/provider-changes.service.js';
import { newSamlKeys } from '../../../users/authentication/identity-providers/saml-keys.js';
import type { Organization } from '../../../users/organizations/organizations.service.js';
import {
  needsNoSecret,
  PORTABLE_MEMBERS,
  providerContent,
  SECRET_MEMBERS,
  secretIn,
  type GivenMembers,
} from '../../identity-providers/provider-members.js';
import { withProviderTemplate } from '../../identity-providers/provider-templates.js';
import { NewProviderBody } from '../../identity-providers/provider.body.js';
import { idAt, partAt, type Remark } from '../records/entry-members.js';
import { LISTS, type Members } from '../records/import-record.js';

const MEMBERS: ReadonlySet<string> = new Set(['kind', 'template', 'tenant', ...PORTABLE_MEMBERS, ...SECRET_MEMBERS]);

@Injectable()
export class ImportedProviders {
  private readonly pipe = new BodyPipe(VALIDATION);

  constructor(
    private readonly providers: ProviderChanges,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes the keys of a SAML provider, which takes longer than a unit of work should.
   * @returns undefined for other kinds
   * @throws DomainError `invalid`
   */
  async newKeys(entry: Members): Promise<string | undefined> {
    return (await this.read(entry)).kind === 'saml' ? newSamlKeys(this.clock.nowMs()) : undefined;
  }

  /**
   * Adds a provider of the organization. Without its secret, which exports don't have, it is disabled.
   * @param keys from {@link newKeys}; a dry run has none
   * @throws DomainError `invalid`, `conflict`, `precondition`
   */
  async addProvider(
    tx: Transaction,
    organization: Organization,
    entry: Members,
    editor: string,
    keys: string | undefined,
  ): Promise<Remark[]> {
    const id = idAt(entry, 'identityProviderId');
    const { kind, template, given } = await this.read(entry);
    const content = providerContent(kind, { ...given, enabled: false }, false);
    const secret = secretIn(kind, given) ?? undefined;
    const isUsable = secret !== undefined || needsNoSecret(content);
    const enabled = isUsable && given['enabled'] !== false;
    await this.providers.createIn(tx, organization, { ...content, template, enabled }, keys ?? secret, editor, id);
    return isUsable ? [] : [WITHOUT_SECRET];
  }

  /** Reads the members that a new provider has. Other members are remarks. */
  private async read(entry: Members): Promise<{ kind: ProviderKind; template: string; given: GivenMembers }> {
    const known = Object.entries(partAt(entry, 'identityProvider')).filter(([name]) => MEMBERS.has(name));
    const values = Object.fromEntries(known.filter(([, value]) => value !== null));
    const leftOut = Object.fromEntries(known.filter(([, value]) => value === null));
    const body = (await this.pipe.transform(values, { type: 'body', metatype: NewProviderBody })) as NewProviderBody;
    const { template = 'generic', ...rest } = body;
    const { kind, given } = withProviderTemplate(template, rest);
    return { kind, template, given: { ...given, ...leftOut } };
  }
}

const WITHOUT_SECRET: Remark = {
  type: LISTS.identityProviders.type,
  kind: 'identityProvider.secret',
  message: 'The entry has no secret, so the identity provider was added disabled. Set its secret, and enable it.',
};
