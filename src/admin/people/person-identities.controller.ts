// The links of a person to identity providers.
import { Body, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import { FreshSignIn } from '../../common/access/fresh-sign-in.js';
import type { Principal } from '../../common/access/principal.js';
import { PrintableText, Text } from '../../common/http/fields.js';
import { isoInstant } from '../../common/http/instants.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { listItems, momentFilters, type ItemList } from '../../common/primitives/list-items.js';
import { PersonIdentities } from '../../users/accounts/federation/person-identities.service.js';
import type { IdentityLinkOfPerson } from '../../users/authentication/identity-providers/identity-links.repository.js';
import { PROVIDER_KINDS } from '../../users/authentication/identity-providers/identity-provider.js';
import { IdentityLinks } from '../../users/authentication/identity-providers/identity-links.service.js';
import { MAX_SUBJECT } from '../../users/authentication/identity-providers/upstream-identity.js';
import { People } from '../../users/directory/people/people.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam } from '../organizations/organization-param.js';

export class NewIdentityLinkBody {
  @Text(200, { description: 'a provider of the organization, or of the service' }) identityProviderId: string;
  @Text(MAX_SUBJECT, {
    description:
      'the id by which the provider knows the person: sub, the JSON list of tid and oid at Microsoft Entra, the NameID, the subject attribute',
    example: '248289761001',
  })
  subject: string;
  @PrintableText(320, { description: 'the name by which people know the account there', example: 'ada@example.com', optional: true })
  loginName?: string;
}

export class IdentityLinkView {
  @ApiProperty() identityProviderId: string;
  @ApiProperty({ description: 'the name of the provider' }) name: string;
  @ApiProperty() subject: string;
  @ApiProperty({ required: false }) loginName?: string;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ format: 'date-time', required: false, description: 'up to an hour out of date; absent: never' }) lastUsedAt?: string;
}

/** Oldest first; at most one for each provider. */
const LINK_LIST: ItemList<IdentityLinkOfPerson> = {
  no: ({ no }) => no,
  sorts: { name: ({ provider }) => provider.name, createdAt: ({ createdUs }) => createdUs },
  filters: {
    q: {
      kind: 'contains',
      of: ({ provider, subject, loginName }) => [provider.name, subject, loginName ?? ''],
      description: 'only links whose provider, subject or login name contains this',
    },
    name: { kind: 'startsWith', of: ({ provider }) => provider.name },
    kind: { kind: 'is', words: PROVIDER_KINDS, of: ({ provider }) => provider.kind },
    ...momentFilters('created', ({ createdUs }: IdentityLinkOfPerson) => createdUs),
  },
};

@ApiTags('people')
@FreshSignIn('signIn')
@AdminController('organizations/:orgId/people/:userId/identity-links')
export class PersonIdentitiesController {
  constructor(
    private readonly people: People,
    private readonly links: IdentityLinks,
    private readonly identities: PersonIdentities,
  ) {}

  @Get()
  @Access('user.read')
  @ApiOperation({ summary: 'Identity providers with which a person signs in' })
  @ApiOkResponse({ type: listView('identityLinks', IdentityLinkView) })
  async list(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @ListParam(LINK_LIST) list: ListRequest,
  ): Promise<ListAnswer<'identityLinks', IdentityLinkView>> {
    const { no, orgNo } = await this.people.requirePerson(organization, userId);
    return list.answer('identityLinks', listItems(await this.links.ofPerson(orgNo, no), LINK_LIST, list), toView);
  }

  @Get(':identityProviderId')
  @Access('user.read')
  @ApiOperation({ summary: 'The link of a person to an identity provider' })
  @ApiOkResponse({ type: IdentityLinkView })
  async get(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Param('identityProviderId') providerId: string,
  ): Promise<IdentityLinkView> {
    return toView(await this.identities.requireLink(await this.people.requirePerson(organization, userId), providerId));
  }

  @Post()
  @Access('user.write')
  @ApiOperation({
    summary: 'Links a person to an identity provider',
    description: 'For moves from another system. Needs every permission of the person; for a provider of the service also idp.write.',
  })
  @ApiCreatedResponse({ type: IdentityLinkView })
  async add(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Body() body: NewIdentityLinkBody,
    @Caller() caller: Principal,
  ): Promise<IdentityLinkView> {
    return toView(await this.identities.add(organization, userId, body, caller));
  }

  @Delete(':identityProviderId')
  @HttpCode(204)
  @Access('user.write')
  @ApiOperation({ summary: 'Ends the link of a person to an identity provider. Needs every permission of the person' })
  async remove(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Param('identityProviderId') providerId: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.identities.remove(organization, userId, providerId, caller);
  }
}

function toView({ provider, subject, loginName, createdUs, lastUsedUs }: IdentityLinkOfPerson): IdentityLinkView {
  return {
    identityProviderId: provider.id,
    name: provider.name,
    subject,
    ...(loginName !== undefined && { loginName }),
    createdAt: isoInstant(createdUs),
    ...(lastUsedUs !== undefined && { lastUsedAt: isoInstant(lastUsedUs) }),
  };
}
