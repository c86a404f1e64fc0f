// What organizations, and for them all the service, decide: one address for each kind of policy, made from one table.
import { Body, Controller, Delete, Get, Put, ValidationPipe, type Type } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Caller, ServiceAccess } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { VALIDATION } from '../../common/http/problem.js';
import { Organizations, type Organization } from '../../users/organizations/organizations.service.js';
import { Policies, type PolicyKind } from '../../users/policies/policies.service.js';
import {
  DomainPolicyBody,
  ImpersonationPolicyBody,
  LockoutPolicyBody,
  LookPolicyBody,
  PasswordPolicyBody,
  RegistrationPolicyBody,
  RemovedPeoplePolicyBody,
  SignInPolicyBody,
} from './policy.bodies.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { ExpectedTag, IfMatch } from '../../common/http/entity-tags.js';

/** The number under which policies of the whole service are kept. */
const WHOLE_SERVICE = 0;

/** Policies are shown as they are. */
const asShown = (policy: object): object => policy;

/** Every kind with its body; who may act for whom is decided for the service only. */
const KINDS: ReadonlyArray<{ kind: PolicyKind; body: Type<object>; ofOrganizations: boolean }> = [
  { kind: 'password', body: PasswordPolicyBody, ofOrganizations: true },
  { kind: 'registration', body: RegistrationPolicyBody, ofOrganizations: true },
  { kind: 'lockout', body: LockoutPolicyBody, ofOrganizations: true },
  { kind: 'look', body: LookPolicyBody, ofOrganizations: true },
  { kind: 'signIn', body: SignInPolicyBody, ofOrganizations: true },
  { kind: 'removedPeople', body: RemovedPeoplePolicyBody, ofOrganizations: true },
  { kind: 'domain', body: DomainPolicyBody, ofOrganizations: true },
  { kind: 'impersonation', body: ImpersonationPolicyBody, ofOrganizations: false },
];

/** The policies of the service, and those of organizations. */
export const POLICY_CONTROLLERS: Type[] = KINDS.flatMap(({ kind, body, ofOrganizations }) => [
  serviceController(kind, body),
  ...(ofOrganizations ? [organizationController(kind, body)] : []),
]);

function serviceController(kind: PolicyKind, body: Type<object>): Type {
  const pipe = new ValidationPipe({ ...VALIDATION, expectedType: body });

  @ApiTags('policies')
  @Controller(`admin/v1/policies/${kind}`)
  class ServicePolicyController {
    constructor(readonly policies: Policies) {}

    @Get()
    @ServiceAccess('policy.read')
    @ApiOperation({ summary: `Policy of the whole service: ${kind}` })
    @ApiOkResponse({ type: body })
    get(): Promise<object> {
      return this.policies.effectivePolicy(WHOLE_SERVICE, kind);
    }

    @Put()
    @ServiceAccess('policy.write')
    @ApiOperation({ summary: `Sets the members in the body and keeps the rest: ${kind}` })
    @ApiBody({ type: body })
    @ApiOkResponse({ type: body })
    async set(@Body(pipe) decided: object, @IfMatch() ifMatch: ExpectedTag, @Caller() caller: Principal): Promise<object> {
      return this.policies.set(WHOLE_SERVICE, kind, decided, caller.userId, ifMatch.on(asShown));
    }

    @Delete()
    @ServiceAccess('policy.write')
    @ApiOperation({ summary: `Resets to the default: ${kind}` })
    @ApiOkResponse({ type: body })
    async reset(@IfMatch() ifMatch: ExpectedTag, @Caller() caller: Principal): Promise<object> {
      return this.policies.resetPolicy(WHOLE_SERVICE, kind, caller.userId, ifMatch.on(asShown));
    }
  }
  return ServicePolicyController;
}

function organizationController(kind: PolicyKind, body: Type<object>): Type {
  const pipe = new ValidationPipe({ ...VALIDATION, expectedType: body });

  @ApiTags('policies')
  @Controller(`admin/v1/organizations/:orgId/policies/${kind}`)
  class OrganizationPolicyController {
    constructor(
      readonly policies: Policies,
      readonly organizations: Organizations,
    ) {}

    @Get()
    @Access('org.read')
    @ApiOperation({ summary: `Effective policy of this organization: ${kind}` })
    @ApiOkResponse({ type: body })
    async get(@OrganizationParam() organization: Organization): Promise<object> {
      return this.policies.effectivePolicy(organization.no, kind);
    }

    @Put()
    @Access('org.write')
    @ApiOperation({ summary: `Sets the members in the body and keeps the rest: ${kind}` })
    @ApiBody({ type: body })
    @ApiOkResponse({ type: body })
    async set(
      @OrganizationParam() organization: Organization,
      @Body(pipe) decided: object,
      @IfMatch() ifMatch: ExpectedTag,
      @Caller() caller: Principal,
    ): Promise<object> {
      return this.policies.set(organization.no, kind, decided, caller.userId, ifMatch.on(asShown));
    }

    @Delete()
    @Access('org.write')
    @ApiOperation({ summary: `Inherits from the service again: ${kind}` })
    @ApiOkResponse({ type: body })
    async reset(
      @OrganizationParam() organization: Organization,
      @IfMatch() ifMatch: ExpectedTag,
      @Caller() caller: Principal,
    ): Promise<object> {
      return this.policies.resetPolicy(organization.no, kind, caller.userId, ifMatch.on(asShown));
    }
  }
  return OrganizationPolicyController;
}
