import { Body, Delete, Get, HttpCode, Inject, Param, Patch, Post } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiTags, OmitType } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import { FreshSignIn } from '../../common/access/fresh-sign-in.js';
import type { Principal } from '../../common/access/principal.js';
import type { Precondition } from '../../common/database/precondition.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { ExpectedTag, IfMatch, type TagCheck } from '../../common/http/entity-tags.js';
import { AnyObject, OneOf, Text, LineOrNone, Whole } from '../../common/http/fields.js';
import { isoInstant } from '../../common/http/instants.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { PRESETS, SWITCH_NAMES, type Dialect, type Preset } from '../../scim/protocol/schema/dialect.js';
import { EMAIL_TRUSTS, type EmailTrust, type ListedConnection } from '../../scim/provisioning/connections.repository.js';
import {
  CONNECTION_LIST,
  CONNECTION_ROLE,
  Connections,
  type ConnectionDetails,
  type ConnectionSettings,
} from '../../scim/provisioning/connections.service.js';
import { ProvisioningLog } from '../../scim/provisioning/provisioning-log.service.js';
import { scimBase } from '../../scim/resources/scim-requests.service.js';
import type { PersonalAccessToken } from '../../users/authentication/credentials/personal-access-tokens.repository.js';
import { PrivilegeCheck } from '../../users/roles/memberships/privilege-check.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { assertMayTrustEveryAddress, CredentialAccess } from '../credentials/credential-access.service.js';
import { ExpiryBody, expiryOf } from '../credentials/secret.view.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { omissionView, OmissionView } from '../provisioning/provisioning-log.controller.js';

const WEEK_SECONDS = 604_800;
const MAX_OVERLAP_SECONDS = 30 * 86_400;

export class NewConnectionBody extends ExpiryBody {
  @Text(200, { description: 'name people see', example: 'Entra ID' }) name: string;
  @Text(200, { description: 'userName of its service user; derived from the name when absent', optional: true }) userName?: string;
  @Text(500, { description: 'what it is for', optional: true }) description?: string;
  @OneOf(PRESETS, { description: 'the preset of switches', optional: true }) preset?: Preset;
  @AnyObject({ description: `switches that differ from the preset: ${SWITCH_NAMES.join(', ')}`, optional: true }) switches?: object;
  @LineOrNone(200, { description: 'namespace of its externalIds; empty or absent: the shared one', optional: true })
  provisioningDomain?: string;
  @OneOf(EMAIL_TRUSTS, {
    description:
      'which addresses count as verified; "all" is for administrators of the service, and ends the tokens, secrets and keys from before',
    optional: true,
  })
  emailTrust?: EmailTrust;
}

/** The settings that can be changed; absent ones stay unchanged. */
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

export class ConnectionDetailsView extends ConnectionView {
  @ApiProperty({ type: [ConnectionTokenView] }) tokens: ConnectionTokenView[];
}

export class CountedOmissionView extends OmissionView {
  @ApiProperty({ description: 'number of users or groups' }) count: number;
  @ApiProperty({ format: 'date-time', description: 'when it was sent last' }) lastAt: string;
}

export class ConnectionOmissionsView {
  @ApiProperty({ type: [CountedOmissionView], description: 'the most frequent first' }) omissions: CountedOmissionView[];
}

export class NewConnectionView extends ConnectionView {
  @ApiProperty() tokenId: string;
  @ApiProperty({ description: 'shown once' }) token: string;
}

@ApiTags('provisioning')
@FreshSignIn('secrets')
@AdminController('organizations/:orgId/connections')
export class ConnectionsController {
  constructor(
    private readonly connections: Connections,
    private readonly privileges: PrivilegeCheck,
    private readonly credentialAccess: CredentialAccess,
    private readonly provisioningLog: ProvisioningLog,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** Creates a client that may read and write the users of the organization, with its first token. */
  @Post()
  @Access('org.write')
  async create(
    @OrganizationParam() organization: Organization,
    @Body() body: NewConnectionBody,
    @Caller() caller: Principal,
  ): Promise<NewConnectionView> {
    this.privileges.assertCoversRoles(caller, [{ role: CONNECTION_ROLE, orgId: organization.id }]);
    const { name, userName = name, description } = body;
    const input = {
      name,
      userName,
      ...(description === undefined ? {} : { description }),
      expiresUs: expiryOf(body),
      ...settingsOf(body, caller),
    };
    const { connection, tokenId, token } = await this.connections.createConnection(organization, input, caller.userId);
    return { ...this.view(organization, connection), tokenId, token };
  }

  @Get()
  @ApiOkResponse({ type: listView('connections', ConnectionView) })
  @Access('org.read')
  async list(
    @OrganizationParam() organization: Organization,
    @ListParam(CONNECTION_LIST) list: ListRequest,
  ): Promise<ListAnswer<'connections', ConnectionView>> {
    const found = await this.connections.listConnections(organization, list);
    return list.answer('connections', found, (connection) => this.view(organization, connection));
  }

  @Get(':connectionId')
  @Access('org.read')
  async get(@OrganizationParam() organization: Organization, @Param('connectionId') id: string): Promise<ConnectionDetailsView> {
    return this.details(organization)(await this.connections.requireDetails(organization, id));
  }

  /** What the connection sent and can't be stored, until it is corrected or the log has expired: each attribute of each resource counts once. */
  @Get(':connectionId/omissions')
  @Access('org.read')
  async omissions(@OrganizationParam() organization: Organization, @Param('connectionId') id: string): Promise<ConnectionOmissionsView> {
    const { userId } = await this.connections.requireConnection(organization, id);
    const counted = await this.provisioningLog.countOmissions(organization, userId);
    return { omissions: counted.map((one) => ({ ...omissionView(one), count: one.count, lastAt: isoInstant(one.lastUs) })) };
  }

  /** Changes the members in the body. Tokens stay valid, unless `emailTrust` becomes wider: then make a new one. */
  @Patch(':connectionId')
  @Access('org.write')
  async change(
    @OrganizationParam() organization: Organization,
    @Param('connectionId') id: string,
    @Body() body: ConnectionBody,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<ConnectionDetailsView> {
    const show = this.details(organization);
    const mayManage = this.mayManage(caller, ifMatch.on(show));
    return show(await this.connections.changeConnection(organization, id, settingsOf(body, caller), caller.userId, mayManage));
  }

  /** Creates another token; the old ones keep working for a while, so that the client can be given the new one meanwhile. */
  @Post(':connectionId/tokens')
  @Access('org.write')
  async rotate(
    @OrganizationParam() organization: Organization,
    @Param('connectionId') id: string,
    @Body() body: TokenRotationBody,
    @Caller() caller: Principal,
  ): Promise<{ tokenId: string; token: string }> {
    const overlapUs = (body.overlapSeconds ?? WEEK_SECONDS) * 1_000_000;
    const mayHave = this.credentialAccess.mayHave(caller);
    return this.connections.rotateSecret(organization, id, { expiresUs: expiryOf(body), overlapUs }, caller.userId, mayHave);
  }

  /** Removes the connection at once; its service user stays, deactivated. */
  @Delete(':connectionId')
  @HttpCode(204)
  @Access('org.write')
  async remove(
    @OrganizationParam() organization: Organization,
    @Param('connectionId') id: string,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.connections.removeConnection(
      organization,
      id,
      caller.userId,
      this.mayManage(caller, ifMatch.on(this.details(organization))),
    );
  }

  /**
   * The precondition of a change of a connection: the caller may do everything that its service user may do, which may have got more roles.
   * @param tag what else must hold
   */
  private mayManage(caller: Principal, tag: TagCheck<ConnectionDetails> | undefined): Precondition<ConnectionDetails> {
    return async (connection, tx) => {
      await this.privileges.assertCoversUser(caller, connection.userNo, tx);
      tag?.(connection);
    };
  }

  private details(organization: Organization): (connection: ConnectionDetails) => ConnectionDetailsView {
    return (connection) => ({ ...this.view(organization, connection), tokens: connection.tokens.map(tokenView) });
  }

  private view({ id }: Organization, connection: ListedConnection): ConnectionView {
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
