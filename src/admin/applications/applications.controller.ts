import { Body, Delete, Get, HttpCode, Param, Patch, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags, IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { ExpectedTag, IfMatch } from '../../common/http/entity-tags.js';
import { Flag, Nested, OneOf, Text, TextList, TextOrNone, Whole, WordList } from '../../common/http/fields.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { isoInstant } from '../../common/http/instants.js';
import {
  ACCESS_TOKEN_TYPES,
  APPLICATION_SECONDS,
  APPLICATION_TYPES,
  AUTH_METHODS,
  GRANT_TYPES,
  GROUPS_CLAIM_VALUES,
  GROUPS_FILTERS,
  PROFILES,
  RESPONSE_TYPES,
  SERVED_ORGANIZATIONS,
  type AccessTokenType,
  type ApplicationType,
  type AuthMethod,
  type GrantType,
  type GroupsClaimValue,
  type GroupsFilter,
  type Profile,
  type ResponseType,
  type ServedOrganizations,
} from '../../oidc/clients/application.js';
import { APPLICATION_TEMPLATES, withTemplate, type ApplicationTemplate } from '../../oidc/clients/management/application-templates.js';
import { LoginPageBody } from './login-page.body.js';
import { applicationWarnings } from '../../oidc/clients/management/application-warnings.js';
import { ApplicationRemoval } from '../../oidc/clients/management/application-removal.service.js';
import {
  APPLICATION_LIST,
  Applications,
  type Application,
  type ApplicationPath,
} from '../../oidc/clients/management/applications.service.js';
import { imageAddress } from '../../oidc/pages/layout/branded-look.js';
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from '../../oidc/keys/jws.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { assertMayChooseId } from '../../common/access/client-supplied-id-check.js';
import { AdminController } from '../controller/admin-controller.js';
import { ApplicationAccess } from './application-access.service.js';

const MAX_URIS = 50;

export class NewApplicationBody {
  @Text(200, { description: 'name people see', example: 'Time sheet' }) name: string;
  @OneOf(APPLICATION_TYPES, {
    description: 'web keeps a secret on a server; native and userAgent cannot; api has no sign-in and introspects tokens',
    optional: true,
  })
  type?: ApplicationType;
  @OneOf(AUTH_METHODS, { description: 'method of authentication at the token endpoint', optional: true }) authMethod?: AuthMethod;
  @TextList(MAX_URIS, 2000, {
    description: 'where people come back to; exact match',
    example: ['https://app.example.com/callback'],
    optional: true,
  })
  redirectUris?: string[];
  @TextList(MAX_URIS, 2000, { description: 'where people may go after signing out', optional: true }) postLogoutRedirectUris?: string[];
  @WordList(RESPONSE_TYPES, {
    description: 'response types it may ask for; those with id_token or token need the grant implicit, those with code authorization_code',
    optional: true,
  })
  responseTypes?: ResponseType[];
  @WordList(GRANT_TYPES, {
    description:
      'grants it may use; that of device codes (RFC 8628) is for devices without a browser, and an application that has only this one needs no responseTypes and no redirectUris',
    optional: true,
  })
  grantTypes?: GrantType[];
  @OneOf(ACCESS_TOKEN_TYPES, { description: 'format of its access tokens', optional: true }) accessTokenType?: AccessTokenType;
  @OneOf(SIGNING_ALGORITHMS, { description: 'algorithm that signs its JWT access tokens', optional: true })
  accessTokenSigningAlg?: SigningAlgorithm;
  @OneOf(SIGNING_ALGORITHMS, { description: 'algorithm that signs its ID tokens', optional: true }) idTokenSigningAlg?: SigningAlgorithm;
  @Whole(...APPLICATION_SECONDS.accessTokenSeconds, { description: 'lifetime of its access tokens in seconds', optional: true })
  accessTokenSeconds?: number;
  @Whole(...APPLICATION_SECONDS.idTokenSeconds, { description: 'lifetime of its ID tokens in seconds', optional: true })
  idTokenSeconds?: number;
  @Whole(...APPLICATION_SECONDS.refreshIdleSeconds, { description: 'seconds after which an unused refresh token expires', optional: true })
  refreshIdleSeconds?: number;
  @Whole(...APPLICATION_SECONDS.refreshAbsoluteSeconds, {
    description: 'seconds after which an authorization can no longer be refreshed',
    optional: true,
  })
  refreshAbsoluteSeconds?: number;
  @Whole(...APPLICATION_SECONDS.refreshReuseSeconds, {
    description:
      'seconds for which a used refresh token returns the same successor again; default 2 for public clients, otherwise 5; 0: never',
    optional: true,
  })
  refreshReuseSeconds?: number;
  @Flag({ description: 'includes the claims of userinfo in the ID token', optional: true }) idTokenUserinfoAssertion?: boolean;
  @Flag({ description: 'its ID tokens tell the roles that were asked for', optional: true }) idTokenRoleAssertion?: boolean;
  @Flag({ description: 'its JWT access tokens tell the roles that were asked for', optional: true }) accessTokenRoleAssertion?: boolean;
  @OneOf(GROUPS_CLAIM_VALUES, { description: 'what the claim groups holds: names or ids', optional: true })
  groupsClaimValue?: GroupsClaimValue;
  @OneOf(GROUPS_FILTERS, {
    description: 'which groups the claim groups holds: all of a person, or those that have roles of the project',
    optional: true,
  })
  groupsFilter?: GroupsFilter;
  @TextOrNone(200, { description: 'the claim groups holds only groups whose names begin so; empty: any', example: 'app-', optional: true })
  groupsPrefix?: string;
  @TextOrNone(2000, {
    description: 'where it is told that a session has ended: https, or http on a loopback address; empty: nowhere',
    example: 'https://app.example.com/backchannel-logout',
    optional: true,
  })
  backchannelLogoutUri?: string;
  @TextOrNone(2000, {
    description:
      'what the browser opens, in a hidden frame with iss and sid, when a person signs out (OpenID Connect Front-Channel Logout 1.0): scheme, host and port of a redirect URI; empty: nothing',
    example: 'https://app.example.com/frontchannel-logout',
    optional: true,
  })
  frontchannelLogoutUri?: string;
  @TextOrNone(2000, {
    description:
      'where a sign-in to it can begin from outside, with iss, login_hint and target_link_uri (OpenID Connect Core 4): https, or http as for redirect URIs; empty: nowhere',
    example: 'https://app.example.com/sign-in',
    optional: true,
  })
  initiateLoginUri?: string;
  @Flag({
    description: 'its authorization requests must be pushed to /oauth/v2/par first (RFC 9126), so that no browser can change them',
    optional: true,
  })
  requirePushedAuthorizationRequests?: boolean;
  @Flag({
    description:
      'its tokens must be bound to a key of its own: every token request needs a DPoP proof (RFC 9449), so a stolen token is useless',
    optional: true,
  })
  requireDpop?: boolean;
  @Flag({
    description:
      'its authorization responses are signed (JARM): response_mode jwt, query.jwt, fragment.jwt or form_post.jwt, also where it asks for another mode',
    optional: true,
  })
  requireSignedResponses?: boolean;
  @OneOf(PROFILES, {
    description:
      'fapi2: FAPI 2.0 Security Profile, for which pushed requests, DPoP and private_key_jwt are required; fapi2MessageSigning: also signed requests and responses. Settings that contradict it are refused. A change ends its tokens',
    optional: true,
  })
  profile?: Profile;
  @Flag({ description: 'its logout tokens must contain sid; they always do', optional: true })
  backchannelLogoutSessionRequired?: boolean;
  @Flag({ description: 'its frontchannelLogoutUri must get iss and sid; it always does', optional: true })
  frontchannelLogoutSessionRequired?: boolean;
  @Flag({ description: 'its tokens may call the APIs of this service; needs IAM_OWNER', optional: true }) apiAccess?: boolean;
  @Flag({ description: 'development mode: redirect URIs may use http on any host', optional: true }) devMode?: boolean;
  @TextList(MAX_URIS, 300, {
    description: 'web origins whose pages may call the OAuth endpoints as this application and, with apiAccess, the APIs of this service',
    example: ['https://console.example.com'],
    optional: true,
  })
  allowedOrigins?: string[];
  @Flag({
    description: 'its assertions may name the token endpoint as their aud, as a single string, besides the issuer; default true',
    optional: true,
  })
  assertionAudienceTokenEndpoint?: boolean;
  @TextOrNone(2_000, {
    description: 'its privacy policy, linked to from the consent page; empty: that of the organization',
    optional: true,
  })
  policyUri?: string;
  @TextOrNone(2_000, { description: 'its terms, linked to from the consent page; empty: those of the organization', optional: true })
  termsUri?: string;
  @TextList(MAX_URIS, 200, {
    description: 'the scopes of its tokens at most; empty or absent: no limit of its own',
    example: ['openid', 'profile'],
    optional: true,
  })
  allowedScopes?: string[];
  @Flag({ description: 'users must consent before it receives any of their data', optional: true }) consentRequired?: boolean;
  @OneOf(SERVED_ORGANIZATIONS, {
    description: 'whose people may sign in: every organization’s, those of its own and of granted organizations, or its own only',
    optional: true,
  })
  servedOrganizations?: ServedOrganizations;
  @Nested(() => LoginPageBody, {
    description: 'what the sign-in page offers for this application, within what policies allow; absent: everything',
    optional: true,
  })
  loginPage?: LoginPageBody;
  @Text(200, { description: 'id to keep from another system; generated when absent', optional: true }) applicationId?: string;
  @OneOf(APPLICATION_TEMPLATES, {
    description:
      'settings of a usual kind of application, which other members of the body replace; a name and redirectUris are enough then. `machine` is refused: a program that signs in by itself is a service user',
    optional: true,
  })
  template?: ApplicationTemplate;
}

/** The settings of an existing application, besides its name; null means the default. */
class ApplicationSettingsBody extends PartialType(OmitType(NewApplicationBody, ['applicationId', 'name', 'template'] as const)) {}

/** The whole application; absent members get their defaults. */
export class ApplicationBody extends IntersectionType(PickType(NewApplicationBody, ['name'] as const), ApplicationSettingsBody) {}

/** A merge patch (RFC 7396): absent members stay unchanged. */
export class ApplicationChangeBody extends IntersectionType(
  PartialType(PickType(NewApplicationBody, ['name'] as const), { skipNullProperties: false }),
  ApplicationSettingsBody,
) {}

export class ApplicationWarningView {
  @ApiProperty({ example: 'application.warning.devMode' }) code: string;
  @ApiProperty({ description: 'the setting', example: 'devMode' }) field: string;
  @ApiProperty() message: string;
}

export class ApplicationView {
  @ApiProperty() applicationId: string;
  @ApiProperty() projectId: string;
  @ApiProperty() name: string;
  @ApiProperty() clientId: string;
  @ApiProperty({ required: false, description: 'returned only when it is created' }) clientSecret?: string;
  @ApiProperty({ enum: ['active', 'inactive'] }) state: string;
  @ApiProperty({
    required: false,
    description: 'id of the registration token that its client registered it with; absent: an administrator added it',
  })
  registeredBy?: string;
  @ApiProperty({ type: 'object', additionalProperties: true }) config: object;
  @ApiProperty({ type: [ApplicationWarningView], description: 'what is allowed, but weaker than it need be' })
  warnings: ApplicationWarningView[];
  @ApiProperty({ type: String, nullable: true, description: 'path of its logo, below the address of this service' }) logo: string | null;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
}

@ApiTags('projects and applications')
@AdminController('organizations/:orgId/projects')
export class ApplicationsController {
  constructor(
    private readonly applications: Applications,
    private readonly removal: ApplicationRemoval,
    private readonly applicationAccess: ApplicationAccess,
  ) {}

  @Post(':projectId/applications')
  @ApiOperation({ summary: 'Adds an application' })
  @Access('project.write')
  async create(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Body() { applicationId, template, ...body }: NewApplicationBody,
    @Caller() caller: Principal,
  ): Promise<ApplicationView> {
    const input = withTemplate(template, body);
    this.applicationAccess.assertMayManage(caller, input);
    assertMayChooseId(caller, 'project.write', applicationId, 'applicationId');
    const { application, clientSecret, warnings } = await this.applications.createApplication(
      organization.no,
      projectId,
      { ...input, ...(applicationId === undefined ? {} : { id: applicationId }) },
      caller.userId,
    );
    const view = applicationView(application);
    return { ...view, warnings: [...view.warnings, ...warnings], ...(clientSecret === undefined ? {} : { clientSecret }) };
  }

  @Get(':projectId/applications')
  @ApiOperation({ summary: 'Applications of a project' })
  @ApiOkResponse({ type: listView('applications', ApplicationView) })
  @Access('project.read')
  async list(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @ListParam(APPLICATION_LIST) list: ListRequest,
  ): Promise<ListAnswer<'applications', ApplicationView>> {
    const applications = await this.applications.listApplications(organization.no, projectId, list);
    return list.answer('applications', applications, applicationView);
  }

  @Get(':projectId/applications/:applicationId')
  @ApiOperation({ summary: 'Shows an application' })
  @Access('project.read')
  async get(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('applicationId') applicationId: string,
  ): Promise<ApplicationView> {
    return applicationView(await this.applications.requireApplication(organization.no, projectId, applicationId));
  }

  /** Replaces the application's settings: absent members, and members that are null, get their defaults. */
  @Put(':projectId/applications/:applicationId')
  @ApiOperation({ summary: 'Replaces the settings of an application' })
  @Access('project.write')
  async replace(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('applicationId') applicationId: string,
    @Body() body: ApplicationBody,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<ApplicationView> {
    this.applicationAccess.assertMayManage(caller, body);
    return applicationView(
      await this.applications.replaceApplication(
        organization.no,
        projectId,
        applicationId,
        body,
        caller.userId,
        this.applicationAccess.mayManage(caller, ifMatch.on(applicationView)),
      ),
    );
  }

  /** Changes the members in the body, null meaning the default; the rest stays. */
  @Patch(':projectId/applications/:applicationId')
  @ApiOperation({ summary: 'Changes an application' })
  @Access('project.write')
  async update(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('applicationId') applicationId: string,
    @Body() body: ApplicationChangeBody,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<ApplicationView> {
    this.applicationAccess.assertMayManage(caller, body);
    return applicationView(
      await this.applications.updateApplication(
        organization.no,
        projectId,
        applicationId,
        body,
        caller.userId,
        this.applicationAccess.mayManage(caller, ifMatch.on(applicationView)),
      ),
    );
  }

  /** Removes the application with its secrets and keys; its tokens are dead from then on, and consents to it are forgotten. */
  @Delete(':projectId/applications/:applicationId')
  @ApiOperation({ summary: 'Deletes an application' })
  @HttpCode(204)
  @Access('project.write')
  async remove(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('applicationId') applicationId: string,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.removal.removeApplication(
      organization.no,
      projectId,
      applicationId,
      caller.userId,
      this.applicationAccess.mayManage(caller, ifMatch.on(applicationView)),
    );
  }

  /** Ends its tokens for good; no sign-in to it works until it is reactivated. */
  @Post(':projectId/applications/:applicationId/_deactivate')
  @ApiOperation({ summary: 'Deactivates an application' })
  @HttpCode(200)
  @Access('project.write')
  async deactivate(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('applicationId') applicationId: string,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<ApplicationView> {
    return this.setState({ orgNo: organization.no, projectId, id: applicationId }, 'inactive', caller, ifMatch);
  }

  @Post(':projectId/applications/:applicationId/_reactivate')
  @ApiOperation({ summary: 'Reactivates an application' })
  @HttpCode(200)
  @Access('project.write')
  async reactivate(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('applicationId') applicationId: string,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<ApplicationView> {
    return this.setState({ orgNo: organization.no, projectId, id: applicationId }, 'active', caller, ifMatch);
  }

  private async setState(
    { orgNo, projectId, id }: ApplicationPath,
    state: Application['state'],
    caller: Principal,
    ifMatch: ExpectedTag,
  ): Promise<ApplicationView> {
    const mayManage = this.applicationAccess.mayManage(caller, ifMatch.on(applicationView));
    return applicationView(await this.applications.setApplicationState(orgNo, projectId, id, state, caller.userId, mayManage));
  }
}

export function applicationView({
  id,
  projectId,
  name,
  clientId,
  state,
  config,
  logo,
  registeredBy,
  createdUs,
}: Application): ApplicationView {
  return {
    applicationId: id,
    projectId,
    name,
    clientId,
    state,
    config,
    warnings: applicationWarnings(config),
    logo: logo === undefined ? null : imageAddress(logo),
    ...(registeredBy === undefined ? {} : { registeredBy }),
    createdAt: isoInstant(createdUs),
  };
}
