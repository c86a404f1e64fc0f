import { Body, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags, PickType } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import { FreshSignIn } from '../../common/access/fresh-sign-in.js';
import type { Principal } from '../../common/access/principal.js';
import { AnyObject, Flag, Nested, Text, TextList, Whole, WordList } from '../../common/http/fields.js';
import { isoInstant } from '../../common/http/instants.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { listItems, momentFilters, type ItemList } from '../../common/primitives/list-items.js';
import { AUTH_METHODS, RESPONSE_TYPES, type AuthMethod, type ResponseType } from '../../oidc/clients/application.js';
import {
  DEFAULT_FIELDS,
  MAX_HOSTS,
  MAX_UNUSED_DAYS,
  REGISTERED_GRANT_TYPES,
  type RegisteredGrantType,
  type RegistrationDefaults,
} from '../../oidc/registration/registration-policy.js';
import { MAX_APPLICATIONS, RegistrationTokens } from '../../oidc/registration/registration-tokens.service.js';
import type { RegistrationToken } from '../../oidc/registration/registrations.repository.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { ApplicationAccess } from '../applications/application-access.service.js';
import { NewApplicationBody } from '../applications/applications.controller.js';
import { AdminController } from '../controller/admin-controller.js';
import { CREDENTIAL_LIST, ExpiryBody, expiryOf } from '../credentials/secret.view.js';
import { OrganizationParam } from '../organizations/organization-param.js';

/** Settings of its applications that their clients can't choose. */
export class RegistrationDefaultsBody extends PickType(NewApplicationBody, DEFAULT_FIELDS) {}

export class RegistrationTokenPolicyBody {
  @WordList(REGISTERED_GRANT_TYPES, { description: 'grants; authorization_code and refresh_token when absent', optional: true })
  grantTypes?: RegisteredGrantType[];
  @WordList(RESPONSE_TYPES, { description: 'response types; code when absent', optional: true }) responseTypes?: ResponseType[];
  @WordList(AUTH_METHODS, { description: 'methods of client authentication; every method when absent', optional: true })
  authMethods?: AuthMethod[];
  @TextList(MAX_HOSTS, 260, {
    description:
      'hosts of their https addresses: app.example.com, *.example.com for the names below, or * for every host; none when absent',
    example: ['app.example.com'],
    optional: true,
  })
  redirectHosts?: string[];
  @Flag({ description: 'redirect URIs may lead to the person’s own device by http: localhost, 127.0.0.1, [::1]', optional: true })
  loopbackRedirects?: boolean;
  @Flag({ description: 'redirect URIs may have a scheme such as com.example.app', optional: true }) privateUseSchemes?: boolean;
  @TextList(20, 200, {
    description: 'scopes of their tokens at most; openid, profile, email and offline_access when absent',
    optional: true,
  })
  scopes?: string[];
  @Whole(0, MAX_UNUSED_DAYS, {
    description:
      'days after which an application is removed that no person is signed in to; 0 or absent: never; for open registration at least 1, 30 when absent',
    optional: true,
  })
  unusedDays?: number;
  @AnyObject({ description: 'public keys as a JWK set, with which software statements are signed', optional: true })
  statementKeys?: Record<string, unknown>;
  @Text(2_000, { description: 'the iss of software statements', example: 'https://publisher.example.com', optional: true })
  statementIssuer?: string;
  @Flag({ description: 'a registration needs a software statement', optional: true }) statementRequired?: boolean;
  @Nested(() => RegistrationDefaultsBody, {
    description:
      'settings of the applications that their clients can’t choose; people must consent unless consentRequired is false, which open registration does not allow',
    optional: true,
  })
  defaults?: RegistrationDefaultsBody;
}

export class NewRegistrationTokenBody extends ExpiryBody {
  @Text(200, { description: 'name administrators see', example: 'Partner portal' }) name: string;
  @Flag({
    description:
      'open registration: requests need no token. Only with the policy clientRegistration of the organization, and in one of its projects',
    optional: true,
  })
  open?: boolean;
  @Whole(1, MAX_APPLICATIONS, {
    description: 'registrations it is good for, or for open registration, applications that may be there; 10 when absent',
    optional: true,
  })
  maxApplications?: number;
  @Nested(() => RegistrationTokenPolicyBody, { description: 'what the applications may be', optional: true })
  policy?: RegistrationTokenPolicyBody;
}

export class RegistrationTokenView {
  @ApiProperty() tokenId: string;
  @ApiProperty() name: string;
  @ApiProperty({ description: 'requests need no token' }) open: boolean;
  @ApiProperty() maxApplications: number;
  @ApiProperty({ description: 'registrations so far, those included whose application was removed' }) registered: number;
  @ApiProperty({ type: 'object', additionalProperties: true }) policy: object;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ format: 'date-time', required: false, description: 'absent: never' }) expiresAt?: string;
  @ApiProperty({ format: 'date-time', required: false, description: 'absent: never' }) lastUsedAt?: string;
}

export class NewRegistrationTokenView extends RegistrationTokenView {
  @ApiProperty({ required: false, description: 'shown once; absent for open registration' }) token?: string;
}

export class RemovedApplicationsView {
  @ApiProperty({ description: 'number of applications' }) removed: number;
}

const DEFAULT_MAX_APPLICATIONS = 10;

/** A token that was never used counts as last used before any time. */
const REGISTRATION_TOKEN_LIST: ItemList<RegistrationToken> = {
  ...CREDENTIAL_LIST,
  filters: { ...CREDENTIAL_LIST.filters, ...momentFilters('used', ({ lastUsedUs }: RegistrationToken) => lastUsedUs ?? 0) },
};

@ApiTags('projects and applications')
@FreshSignIn('secrets')
@AdminController('organizations/:orgId/projects/:projectId/registration-tokens')
export class RegistrationTokensController {
  constructor(
    private readonly tokens: RegistrationTokens,
    private readonly applicationAccess: ApplicationAccess,
  ) {}

  /** The tokens with which clients register themselves in the project, without their texts, including expired ones. */
  @Get()
  @ApiOperation({ summary: 'Registration tokens of a project' })
  @ApiOkResponse({ type: listView('registrationTokens', RegistrationTokenView) })
  @Access('project.read')
  async list(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @ListParam(REGISTRATION_TOKEN_LIST) list: ListRequest,
  ): Promise<ListAnswer<'registrationTokens', RegistrationTokenView>> {
    const tokens = await this.tokens.listTokens(organization.no, projectId);
    return list.answer('registrationTokens', listItems(tokens, REGISTRATION_TOKEN_LIST, list), view);
  }

  /** What is known of one token; its text was shown once. */
  @Get(':tokenId')
  @ApiOperation({ summary: 'Shows a registration token' })
  @Access('project.read')
  async get(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('tokenId') tokenId: string,
  ): Promise<RegistrationTokenView> {
    return view(await this.tokens.requireToken(organization.no, projectId, tokenId));
  }

  /** Makes an initial access token (RFC 7591 section 3), or opens registration. It never changes; make another one, and remove this one. */
  @Post()
  @ApiOperation({ summary: 'Adds a registration token' })
  @Access('project.write')
  async add(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Body() body: NewRegistrationTokenBody,
    @Caller() caller: Principal,
  ): Promise<NewRegistrationTokenView> {
    const { name, open = false, maxApplications = DEFAULT_MAX_APPLICATIONS, policy: { statementKeys, defaults, ...policy } = {} } = body;
    const input = {
      name,
      isOpen: open,
      maxApplications,
      expiresUs: expiryOf(body),
      policy: {
        ...policy,
        ...(defaults && { defaults: defaults as RegistrationDefaults }),
        ...(statementKeys && { statementKeys: keysOf(statementKeys) }),
      },
    };
    const { token, secret } = await this.tokens.addToken(organization, projectId, input, caller.userId);
    return { ...view(token), ...(secret === undefined ? {} : { token: secret }) };
  }

  /** Ends a token at once. The applications registered with it stay, and their clients still manage them. */
  @Delete(':tokenId')
  @ApiOperation({ summary: 'Removes a registration token' })
  @HttpCode(204)
  @Access('project.write')
  async remove(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('tokenId') tokenId: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.tokens.removeToken(organization.no, projectId, tokenId, caller.userId);
  }

  /** Removes every application that was registered with a token, even one that was removed: `registeredBy` names it. */
  @Post(':tokenId/_remove-applications')
  @ApiOperation({ summary: 'Removes the applications registered with a token' })
  @HttpCode(200)
  @Access('project.write')
  async removeApplications(
    @OrganizationParam() organization: Organization,
    @Param('projectId') projectId: string,
    @Param('tokenId') tokenId: string,
    @Caller() caller: Principal,
  ): Promise<RemovedApplicationsView> {
    const mayManage = this.applicationAccess.mayManageProject(caller);
    return { removed: await this.tokens.removeApplications(organization.no, projectId, tokenId, caller.userId, mayManage) };
  }
}

/** A set of keys (RFC 7517 section 5), or a single key. */
function keysOf(given: Record<string, unknown>): readonly unknown[] {
  return Array.isArray(given['keys']) ? given['keys'] : [given];
}

function view({ id, name, isOpen, maxApplications, registered, policy, ...times }: RegistrationToken): RegistrationTokenView {
  const { createdUs, expiresUs, lastUsedUs } = times;
  return {
    tokenId: id,
    name,
    open: isOpen,
    maxApplications,
    registered,
    policy,
    createdAt: isoInstant(createdUs),
    ...(expiresUs === null ? {} : { expiresAt: isoInstant(expiresUs) }),
    ...(lastUsedUs === null ? {} : { lastUsedAt: isoInstant(lastUsedUs) }),
  };
}
