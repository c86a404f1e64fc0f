import { Body, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import { FreshSignIn } from '../../common/access/fresh-sign-in.js';
import type { Principal } from '../../common/access/principal.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { listItems, momentFilters, type ItemList } from '../../common/primitives/list-items.js';
import { Text, TextList } from '../../common/http/fields.js';
import { isoInstant } from '../../common/http/instants.js';
import { Audiences } from '../../oidc/tokens/audiences.service.js';
import { PersonalAccessTokens } from '../../users/authentication/credentials/personal-access-tokens.service.js';
import type { PersonalAccessToken } from '../../users/authentication/credentials/personal-access-tokens.repository.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { ServiceUsers } from '../../users/directory/service-users/service-users.service.js';
import { ServiceUserCredentials } from '../../users/directory/service-users/service-user-credentials.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { CredentialAccess } from './credential-access.service.js';
import { CREDENTIAL_LIST, ExpiryBody, expiryOf } from './secret.view.js';

const MAX_AUDIENCES = 20;

export class NewPersonalAccessTokenBody extends ExpiryBody {
  @Text(200, { description: 'scopes, separated by spaces', example: 'openid profile', optional: true }) scope?: string;
  @TextList(MAX_AUDIENCES, 200, { description: 'ids of the projects whose applications may introspect it', optional: true })
  audience?: string[];
}

export class NewPersonalAccessTokenView {
  @ApiProperty() tokenId: string;
  @ApiProperty({ description: 'shown once' }) token: string;
}

export class PersonalAccessTokenView {
  @ApiProperty() tokenId: string;
  @ApiProperty() scope: string;
  @ApiProperty({ type: [String] }) audience: string[];
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ format: 'date-time', required: false, description: 'absent: never' }) expiresAt?: string;
  @ApiProperty({ format: 'date-time', required: false, description: 'when it was last used, up to an hour out of date; absent: never' })
  lastUsedAt?: string;
}

/** A token that was never used counts as last used before any time. */
const TOKEN_LIST: ItemList<PersonalAccessToken> = {
  ...CREDENTIAL_LIST,
  filters: { ...CREDENTIAL_LIST.filters, ...momentFilters('used', ({ lastUsedUs }: PersonalAccessToken) => lastUsedUs ?? 0) },
};

@ApiTags('service users')
@FreshSignIn('secrets')
@AdminController('organizations/:orgId/service-users/:userId/personal-access-tokens')
export class PersonalAccessTokensController {
  constructor(
    private readonly serviceUsers: ServiceUsers,
    private readonly credentials: ServiceUserCredentials,
    private readonly personalAccessTokens: PersonalAccessTokens,
    private readonly audiences: Audiences,
    private readonly credentialAccess: CredentialAccess,
  ) {}

  /** A user's tokens, without their secrets, including expired ones. */
  @Get()
  @ApiOkResponse({ type: listView('personalAccessTokens', PersonalAccessTokenView) })
  @Access('user.read')
  async list(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @ListParam(TOKEN_LIST) list: ListRequest,
  ): Promise<ListAnswer<'personalAccessTokens', PersonalAccessTokenView>> {
    const user = await this.serviceUsers.requireServiceUser(organization, userId);
    const tokens = await this.personalAccessTokens.listTokens(user.no);
    return list.answer('personalAccessTokens', listItems(tokens, TOKEN_LIST, list), view);
  }

  /** What is known of one token, expired or not; its text was shown once. */
  @Get(':tokenId')
  @Access('user.read')
  async get(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Param('tokenId') tokenId: string,
  ): Promise<PersonalAccessTokenView> {
    const user = await this.serviceUsers.requireServiceUser(organization, userId);
    return view(await this.personalAccessTokens.requireToken(user.no, tokenId));
  }

  @Post()
  @Access('user.write')
  async add(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Body() body: NewPersonalAccessTokenBody,
    @Caller() caller: Principal,
  ): Promise<NewPersonalAccessTokenView> {
    const user = await this.serviceUsers.requireServiceUser(organization, userId);
    const { scope, audience = [] } = body;
    await this.audiences.assertStorable(organization.no, scope, audience);
    const input = { expiresUs: expiryOf(body), audience: [...new Set(audience)], ...(scope === undefined ? {} : { scope }) };
    const { id, token } = await this.credentials.addPersonalAccessToken(
      user,
      input,
      caller.userId,
      this.credentialAccess.mayManage(caller, organization),
    );
    return { tokenId: id, token };
  }

  /** Removes a token; it ends at once. */
  @Delete(':tokenId')
  @HttpCode(204)
  @Access('user.write')
  async remove(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Param('tokenId') tokenId: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    const user = await this.serviceUsers.requireServiceUser(organization, userId);
    await this.credentials.removePersonalAccessToken(user, tokenId, caller.userId, this.credentialAccess.mayManage(caller, organization));
  }
}

function view({ id, scope, audience, createdUs, expiresUs, lastUsedUs }: PersonalAccessToken): PersonalAccessTokenView {
  return {
    tokenId: id,
    scope,
    audience,
    createdAt: isoInstant(createdUs),
    ...(expiresUs === null ? {} : { expiresAt: isoInstant(expiresUs) }),
    ...(lastUsedUs === null ? {} : { lastUsedAt: isoInstant(lastUsedUs) }),
  };
}
