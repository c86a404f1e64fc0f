import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiProperty, ApiTags, OmitType } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { AnyObject, OneOf, Text, TextOrNone, Whole } from '../../common/http/fields.js';
import { isoInstant } from '../../common/http/instants.js';
import { pageOf } from '../../common/http/paging.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { PRESETS, SWITCH_NAMES, type Dialect, type Preset } from '../../scim/protocol/dialect.js';
import { EMAIL_TRUSTS, type EmailTrust } from '../../scim/provisioning/connections.repository.js';
import { CONNECTION_ROLE, Connections, type Connection, type ConnectionSettings } from '../../scim/provisioning/connections.service.js';
import { scimBase } from '../../scim/users/scim-requests.service.js';
import { PersonalAccessTokens, type PersonalAccessToken } from '../../users/credentials/personal-access-tokens.service.js';
import { PrivilegeCheck } from '../../users/memberships/privilege-check.service.js';
import { Organizations, type Organization } from '../../users/organizations/organizations.service.js';
import { assertMayTrustEveryAddress, CredentialCover } from '../credentials/credential-cover.service.js';
import { ExpiryBody, expiryOf } from '../credentials/secret.view.js';

const WEEK_SECONDS = 604_800;
const MAX_OVERLAP_SECONDS = 30 * 86_400;

export class NewConnectionBody extends ExpiryBody {
  @Text(200, { description: 'name people see', example: 'Entra ID' }) name: string;
  @Text(200, { description: 'userName of its service user; derived from the name when absent', optional: true }) userName?: string;
  @Text(500, { description: 'what it is for', optional: true }) description?: string;
  @OneOf(PRESETS, { description: 'the preset of switches', optional: true }) preset?: Preset;
  @AnyObject({ description: `switches that differ from the preset: ${SWITCH_NAMES.join(', ')}`, optional: true }) switches?: object;
  @TextOrNone(200, { description: 'namespace of its externalIds; empty or absent: the shared one', optional: true })
  provisioningDomain?: string;
  @OneOf(EMAIL_TRUSTS, { description: 'which addresses count as verified; "all" is for administrators of the service', optional: true })
  emailTrust?: EmailTrust;
}

/** What can be changed; what is absent stays as it is. */
export class ConnectionBody extends OmitType(NewConnectionBody, ['name', 'userName', 'description', 'expiresAt'] as const) {}

export class TokenRotationBody extends ExpiryBody {
  @Whole(0, MAX_OVERLAP_SECONDS, { description: 'seconds for which the old tokens keep working; a week when absent', optional: true })
  overlapSeconds?: number;
}

export class ConnectionTokenView {
  @ApiProperty() tokenId: string;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ format: 'date-time', required: false, description: 'absent: never' }) expiresAt?: string;
  @ApiProperty({ format: 'date-time', required: false, description: 'when it was last used, up to an hour out of date; absent: never' })
  lastUsedAt?: string;
}

export class ConnectionView {
  @ApiProperty({ description: 'also the id of its service user' }) connectionId: string;
  @ApiProperty() name: string;
  @ApiProperty() userName: string;
  @ApiProperty({ required: false }) description?: string;
  @ApiProperty({ description: 'base URL to enter in the SCIM client' }) scimUrl: string;
  @ApiProperty({ enum: PRESETS }) preset: string;
  @ApiProperty({ description: 'those that differ from the preset' }) switches: object;
  @ApiProperty({ required: false }) provisioningDomain?: string;
  @ApiProperty({ enum: EMAIL_TRUSTS }) emailTrust: string;
  @ApiProperty() active: boolean;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
}

export class NewConnectionView extends ConnectionView {
  @ApiProperty() tokenId: string;
  @ApiProperty({ description: 'shown once' }) token: string;
}

@ApiTags('provisioning')
@Controller('admin/v1/organizations/:orgId/connections')
export class ConnectionsController {
  constructor(
    private readonly organizations: Organizations,
    private readonly connections: Connections,
    private readonly tokens: PersonalAccessTokens,
    private readonly cover: PrivilegeCheck,
    private readonly credentials: CredentialCover,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** Makes a client that may read and write the users of the organization, with its first token. */
  @Post()
  @Access('org.write')
  async create(@Param('orgId') orgId: string, @Body() body: NewConnectionBody, @Caller() caller: Principal): Promise<NewConnectionView> {
    const organization = await this.organizations.require(orgId);
    this.cover.assertCoversRoles(caller, [{ role: CONNECTION_ROLE, orgId }]);
    const { name, userName = name, description } = body;
    const input = {
      name,
      userName,
      ...(description === undefined ? {} : { description }),
      expiresUs: expiryOf(body),
      ...settingsOf(body, caller),
    };
    const { connection, tokenId, token } = await this.connections.create(organization, input, caller.userId);
    return { ...this.view(organization, connection), tokenId, token };
  }

  @Get()
  @Access('org.read')
  async list(
    @Param('orgId') orgId: string,
    @Query() query: { limit?: string; after?: string },
  ): Promise<{ connections: ConnectionView[]; after: number | null }> {
    const { limit, after } = pageOf(query);
    const organization = await this.organizations.require(orgId);
    const found = await this.connections.list(organization, after, limit);
    const connections = found.map((connection) => this.view(organization, connection));
    return { connections, after: found.length === limit ? (found.at(-1)?.userNo ?? null) : null };
  }

  @Get(':connectionId')
  @Access('org.read')
  async get(@Param('orgId') orgId: string, @Param('connectionId') id: string): Promise<ConnectionView & { tokens: ConnectionTokenView[] }> {
    const organization = await this.organizations.require(orgId);
    const connection = await this.connections.get(organization, id);
    return { ...this.view(organization, connection), tokens: (await this.tokens.list(connection.userNo)).map(tokenView) };
  }

  /** Changes what the body names; the tokens stay. */
  @Patch(':connectionId')
  @Access('org.write')
  async change(
    @Param('orgId') orgId: string,
    @Param('connectionId') id: string,
    @Body() body: ConnectionBody,
    @Caller() caller: Principal,
  ): Promise<ConnectionView> {
    const organization = await this.coveredOrganization(orgId, id, caller);
    return this.view(organization, await this.connections.change(organization, id, settingsOf(body, caller), caller.userId));
  }

  /** Makes another token; the ones before work on for a while, so that the client can be given the new one in between. */
  @Post(':connectionId/tokens')
  @Access('org.write')
  async rotate(
    @Param('orgId') orgId: string,
    @Param('connectionId') id: string,
    @Body() body: TokenRotationBody,
    @Caller() caller: Principal,
  ): Promise<{ tokenId: string; token: string }> {
    const organization = await this.organizations.require(orgId);
    await this.credentials.assertCovers(caller, (await this.connections.get(organization, id)).userNo);
    const overlapUs = (body.overlapSeconds ?? WEEK_SECONDS) * 1_000_000;
    return this.connections.rotate(organization, id, { expiresUs: expiryOf(body), overlapUs }, caller.userId);
  }

  /** Ends the connection at once; its service user stays, deactivated. */
  @Delete(':connectionId')
  @HttpCode(204)
  @Access('org.write')
  async remove(@Param('orgId') orgId: string, @Param('connectionId') id: string, @Caller() caller: Principal): Promise<void> {
    await this.connections.remove(await this.coveredOrganization(orgId, id, caller), id, caller.userId);
  }

  /**
   * The organization, if the caller may do everything that the connection's service user may do, which may have been given more roles.
   * @throws DomainError `notFound`, `forbidden`
   */
  private async coveredOrganization(orgId: string, id: string, caller: Principal): Promise<Organization> {
    const organization = await this.organizations.require(orgId);
    await this.cover.assertCovers(caller, (await this.connections.get(organization, id)).userNo);
    return organization;
  }

  private view({ id }: Organization, connection: Connection): ConnectionView {
    const { user, preset, switches, provisioningDomain, emailTrust, createdUs } = connection;
    return {
      connectionId: user.id,
      name: user.name,
      userName: user.userName,
      ...(user.description === undefined ? {} : { description: user.description }),
      scimUrl: scimBase(this.settings, id),
      preset,
      switches,
      ...(provisioningDomain === undefined ? {} : { provisioningDomain }),
      emailTrust,
      active: user.active,
      createdAt: isoInstant(createdUs),
    };
  }
}

/** What a body decides. */
function settingsOf(body: ConnectionBody, caller: Principal): ConnectionSettings {
  const { preset, switches, provisioningDomain, emailTrust } = body;
  if (emailTrust === 'all') assertMayTrustEveryAddress(caller);
  return {
    ...(preset === undefined ? {} : { preset }),
    ...(switches === undefined ? {} : { switches: checkedSwitches(switches) }),
    ...(provisioningDomain === undefined ? {} : { provisioningDomain: provisioningDomain || null }),
    ...(emailTrust === undefined ? {} : { emailTrust }),
  };
}

function checkedSwitches(given: object): Partial<Dialect> {
  for (const [name, value] of Object.entries(given)) {
    if ((SWITCH_NAMES as string[]).includes(name) && typeof value === 'boolean') continue;
    throw new DomainError(
      'invalid',
      'connection.switch',
      `switches may contain ${SWITCH_NAMES.join(', ')}, each true or false.`,
      'switches',
    );
  }
  return given;
}

function tokenView({ id, createdUs, expiresUs, lastUsedUs }: PersonalAccessToken): ConnectionTokenView {
  return {
    tokenId: id,
    createdAt: isoInstant(createdUs),
    ...(expiresUs === null ? {} : { expiresAt: isoInstant(expiresUs) }),
    ...(lastUsedUs === null ? {} : { lastUsedAt: isoInstant(lastUsedUs) }),
  };
}
