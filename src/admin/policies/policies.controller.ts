// What organizations, and for them all the service, decide: one address for each kind of policy, made of the table of kinds.
import { Body, Delete, Get, Patch, Put, type Type } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Caller, ServiceAccess } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { ExpectedTag, IfMatch } from '../../common/http/entity-tags.js';
import { ListParam, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { BodyPipe, VALIDATION } from '../../common/http/problem.js';
import { listItems } from '../../common/primitives/list-items.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { PolicyPermission } from '../../users/roles/memberships/policy-permission.service.js';
import { Policies, type PolicyTerms } from '../../users/organizations/policies/policies.service.js';
import { factsOf, DECIDED_KINDS, type PolicyKind } from '../../users/organizations/policies/policy-kinds.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { POLICY_LIST, policyClasses, PolicyListView, policyView, type PolicyClasses, type PolicyEntryView } from './policy.bodies.js';

/** The number under which policies of the whole service are kept. */
const WHOLE_SERVICE = 0;
const pipeOf = (expectedType: Type<object>) => new BodyPipe({ ...VALIDATION, expectedType });
const termsOf = (permission: PolicyPermission, caller: Principal, ifMatch: ExpectedTag): PolicyTerms<PolicyKind> => ({
  expected: ifMatch.on(policyView),
  permit: permission.permits(caller),
});
const asShown = (entry: PolicyEntryView): PolicyEntryView => entry;

@ApiTags('policies')
@AdminController('policies')
class ServicePoliciesController {
  constructor(private readonly policies: Policies) {}

  @Get()
  @ServiceAccess('policy.read')
  @ApiOperation({ summary: 'What the service decides for its organizations, of every kind' })
  @ApiOkResponse({ type: PolicyListView })
  async list(@ListParam(POLICY_LIST) list: ListRequest): Promise<ListAnswer<'policies', PolicyEntryView>> {
    return list.answer('policies', listItems(await this.policies.listStates(WHOLE_SERVICE), POLICY_LIST, list), asShown);
  }
}

@ApiTags('policies')
@AdminController('organizations/:orgId/policies')
class OrganizationPoliciesController {
  constructor(private readonly policies: Policies) {}

  @Get()
  @Access('org.read')
  @ApiOperation({ summary: 'What an organization decides and inherits, of every kind' })
  @ApiOkResponse({ type: PolicyListView })
  async list(
    @OrganizationParam() organization: Organization,
    @ListParam(POLICY_LIST) list: ListRequest,
  ): Promise<ListAnswer<'policies', PolicyEntryView>> {
    return list.answer('policies', listItems(await this.policies.listStates(organization.no), POLICY_LIST, list), asShown);
  }
}

/** The policies of the service, and those of organizations. */
export const POLICY_CONTROLLERS: Type[] = [
  ServicePoliciesController,
  OrganizationPoliciesController,
  ...DECIDED_KINDS.flatMap((kind) => {
    const classes = policyClasses(kind);
    return [
      serviceController(kind, classes),
      ...(factsOf(kind).decidedBy === 'organizations' ? [organizationController(kind, classes)] : []),
    ];
  }),
];

function serviceController(kind: PolicyKind, { body, change, view }: PolicyClasses): Type {
  const { does } = factsOf(kind);
  const whole = pipeOf(body);
  const patch = pipeOf(change);

  @ApiTags('policies')
  @AdminController(`policies/${kind}`)
  class ServicePolicyController {
    constructor(
      readonly policies: Policies,
      readonly permission: PolicyPermission,
    ) {}

    @Get()
    @ServiceAccess('policy.read')
    @ApiOperation({ summary: `Policy of the whole service: ${kind}`, description: does })
    @ApiOkResponse({ type: view })
    async get(): Promise<object> {
      return policyView(await this.policies.readState(WHOLE_SERVICE, kind));
    }

    @Patch()
    @ServiceAccess('policy.write')
    @ApiOperation({ summary: `Changes what the service decides; null goes back to the default: ${kind}`, description: does })
    @ApiBody({ type: change })
    @ApiOkResponse({ type: view })
    async change(@Body(patch) changed: object, @IfMatch() ifMatch: ExpectedTag, @Caller() caller: Principal): Promise<object> {
      return policyView(await this.policies.set(WHOLE_SERVICE, kind, changed, caller.userId, termsOf(this.permission, caller, ifMatch)));
    }

    @Put()
    @ServiceAccess('policy.write')
    @ApiOperation({ summary: `Sets the members in the body and keeps the rest: ${kind}`, description: does })
    @ApiBody({ type: body })
    @ApiOkResponse({ type: view })
    async set(@Body(whole) decided: object, @IfMatch() ifMatch: ExpectedTag, @Caller() caller: Principal): Promise<object> {
      return policyView(await this.policies.set(WHOLE_SERVICE, kind, decided, caller.userId, termsOf(this.permission, caller, ifMatch)));
    }

    @Delete()
    @ServiceAccess('policy.write')
    @ApiOperation({ summary: `Resets to the default: ${kind}`, description: does })
    @ApiOkResponse({ type: view })
    async reset(@IfMatch() ifMatch: ExpectedTag, @Caller() caller: Principal): Promise<object> {
      return policyView(await this.policies.resetPolicy(WHOLE_SERVICE, kind, caller.userId, termsOf(this.permission, caller, ifMatch)));
    }
  }
  return ServicePolicyController;
}

function organizationController(kind: PolicyKind, { body, change, view }: PolicyClasses): Type {
  const { does, changedBy } = factsOf(kind);
  const MayChange = () => (changedBy === 'service' ? ServiceAccess('policy.write') : Access('org.write'));
  const whole = pipeOf(body);
  const patch = pipeOf(change);

  @ApiTags('policies')
  @AdminController(`organizations/:orgId/policies/${kind}`)
  class OrganizationPolicyController {
    constructor(
      readonly policies: Policies,
      readonly permission: PolicyPermission,
    ) {}

    @Get()
    @Access('org.read')
    @ApiOperation({ summary: `What an organization decides, inherits, and what holds: ${kind}`, description: does })
    @ApiOkResponse({ type: view })
    async get(@OrganizationParam() organization: Organization): Promise<object> {
      return policyView(await this.policies.readState(organization.no, kind));
    }

    @Patch()
    @MayChange()
    @ApiOperation({ summary: `Changes what an organization decides; null inherits again: ${kind}`, description: does })
    @ApiBody({ type: change })
    @ApiOkResponse({ type: view })
    async change(
      @OrganizationParam() organization: Organization,
      @Body(patch) changed: object,
      @IfMatch() ifMatch: ExpectedTag,
      @Caller() caller: Principal,
    ): Promise<object> {
      return policyView(await this.policies.set(organization.no, kind, changed, caller.userId, termsOf(this.permission, caller, ifMatch)));
    }

    @Put()
    @MayChange()
    @ApiOperation({ summary: `Sets the members in the body and keeps the rest: ${kind}`, description: does })
    @ApiBody({ type: body })
    @ApiOkResponse({ type: view })
    async set(
      @OrganizationParam() organization: Organization,
      @Body(whole) decided: object,
      @IfMatch() ifMatch: ExpectedTag,
      @Caller() caller: Principal,
    ): Promise<object> {
      return policyView(await this.policies.set(organization.no, kind, decided, caller.userId, termsOf(this.permission, caller, ifMatch)));
    }

    @Delete()
    @MayChange()
    @ApiOperation({ summary: `Inherits from the service again: ${kind}`, description: does })
    @ApiOkResponse({ type: view })
    async reset(
      @OrganizationParam() organization: Organization,
      @IfMatch() ifMatch: ExpectedTag,
      @Caller() caller: Principal,
    ): Promise<object> {
      return policyView(await this.policies.resetPolicy(organization.no, kind, caller.userId, termsOf(this.permission, caller, ifMatch)));
    }
  }
  return OrganizationPolicyController;
}
