// What organizations, and for them all the service, decide: one address for each kind of policy, made of the table of kinds.
import { Body, Delete, Get, Patch, Put, type Type } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Caller, ServiceAccess } from '../../common/access/access.js';
import { ANY_FRESH_CHANGE } from '../../common/access/fresh-changes.js';
import { FreshSignIn } from '../../common/access/fresh-sign-in.js';
import type { Principal } from '../../common/access/principal.js';
import { ExpectedTag, IfMatch } from '../../common/http/entity-tags.js';
import { ListParam, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { BodyPipe, VALIDATION } from '../../common/http/problem.js';
import { isDryRun } from '../../common/primitives/dry-run.js';
import { listItems } from '../../common/primitives/list-items.js';
import { PolicyPermission } from '../../users/roles/memberships/policy-permission.service.js';
import { WHOLE_SERVICE } from '../../users/organizations/owners.repository.js';
import { Policies, type PolicyState, type PolicyTerms } from '../../users/organizations/policies/policies.service.js';
import { factsOf, DECIDED_KINDS, type AssurancePolicy, type PolicyKind } from '../../users/organizations/policies/policy-kinds.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam, WholeServiceParam, type Owner } from '../organizations/organization-param.js';
import { PolicyEffects } from './policy-effects.service.js';
import { POLICY_LIST, policyClasses, PolicyListView, policyView, type PolicyClasses, type PolicyEntryView } from './policy.bodies.js';

const pipeOf = (expectedType: Type<object>) => new BodyPipe({ ...VALIDATION, expectedType });
const termsOf = (permission: PolicyPermission, caller: Principal, ifMatch: ExpectedTag): PolicyTerms<PolicyKind> => ({
  expected: ifMatch.on(policyView),
  permit: permission.permits(caller),
});
const asShown = (entry: PolicyEntryView): PolicyEntryView => entry;

/** What differs between the policies of organizations and those of the whole service. */
interface Facts {
  path: string;
  OwnerParam: () => ParameterDecorator;
  MayRead: () => MethodDecorator;
  MayChange: (changedBy?: 'service') => MethodDecorator;
  /** What each request does, for the API document. */
  lists: string;
  shows: string;
  changes: string;
  resets: string;
}

const OF_SERVICE: Facts = {
  path: 'policies',
  OwnerParam: WholeServiceParam,
  MayRead: () => ServiceAccess('policy.read'),
  MayChange: () => ServiceAccess('policy.write'),
  lists: 'What the service decides for its organizations, of every kind',
  shows: 'Policy of the whole service',
  changes: 'Changes what the service decides; null goes back to the default',
  resets: 'Resets to the default',
};

const OF_ORGANIZATIONS: Facts = {
  path: 'organizations/:orgId/policies',
  OwnerParam: OrganizationParam,
  MayRead: () => Access('org.read'),
  MayChange: (changedBy) => (changedBy === 'service' ? ServiceAccess('policy.write') : Access('org.write')),
  lists: 'What an organization decides and inherits, of every kind',
  shows: 'What an organization decides, inherits, and what holds',
  changes: 'Changes what an organization decides; null inherits again',
  resets: 'Inherits from the service again',
};

/** The policies of the service, and those of organizations. */
export const POLICY_CONTROLLERS: Type[] = [
  listController(OF_SERVICE),
  listController(OF_ORGANIZATIONS),
  ...DECIDED_KINDS.flatMap((kind) => {
    const classes = policyClasses(kind);
    return [
      kindController(OF_SERVICE, kind, classes),
      ...(factsOf(kind).decidedBy === 'organizations' ? [kindController(OF_ORGANIZATIONS, kind, classes)] : []),
    ];
  }),
];

function listController({ path, OwnerParam, MayRead, lists }: Facts): Type {
  @ApiTags('policies')
  @AdminController(path)
  class PoliciesController {
    constructor(readonly policies: Policies) {}

    @Get()
    @MayRead()
    @ApiOperation({ summary: lists })
    @ApiOkResponse({ type: PolicyListView })
    async list(@OwnerParam() { no }: Owner, @ListParam(POLICY_LIST) list: ListRequest): Promise<ListAnswer<'policies', PolicyEntryView>> {
      return list.answer('policies', listItems(await this.policies.listStates(no), POLICY_LIST, list), asShown);
    }
  }
  return PoliciesController;
}

function kindController(
  { path, OwnerParam, MayRead, MayChange, ...facts }: Facts,
  kind: PolicyKind,
  { body, change, view }: PolicyClasses,
): Type {
  const { does, changedBy } = factsOf(kind);
  const whole = pipeOf(body);
  const patch = pipeOf(change);

  @ApiTags('policies')
  @FreshSignIn(kind === 'administration' ? ANY_FRESH_CHANGE : 'policies')
  @AdminController(`${path}/${kind}`)
  class PolicyController {
    constructor(
      readonly policies: Policies,
      readonly permission: PolicyPermission,
      readonly effects: PolicyEffects,
    ) {}

    @Get()
    @MayRead()
    @ApiOperation({ summary: `${facts.shows}: ${kind}`, description: does })
    @ApiOkResponse({ type: view })
    async get(@OwnerParam() { no }: Owner): Promise<object> {
      return policyView(await this.policies.readState(no, kind));
    }

    @Patch()
    @MayChange(changedBy)
    @ApiOperation({ summary: `${facts.changes}: ${kind}`, description: does })
    @ApiBody({ type: change })
    @ApiOkResponse({ type: view })
    async change(
      @OwnerParam() { no }: Owner,
      @Body(patch) changed: object,
      @IfMatch() ifMatch: ExpectedTag,
      @Caller() caller: Principal,
    ): Promise<object> {
      return this.withEffects(no, () => this.policies.set(no, kind, changed, caller.userId, termsOf(this.permission, caller, ifMatch)));
    }

    @Put()
    @MayChange(changedBy)
    @ApiOperation({ summary: `Sets the members in the body and keeps the rest: ${kind}`, description: does })
    @ApiBody({ type: body })
    @ApiOkResponse({ type: view })
    async set(
      @OwnerParam() { no }: Owner,
      @Body(whole) decided: object,
      @IfMatch() ifMatch: ExpectedTag,
      @Caller() caller: Principal,
    ): Promise<object> {
      return this.withEffects(no, () => this.policies.set(no, kind, decided, caller.userId, termsOf(this.permission, caller, ifMatch)));
    }

    @Delete()
    @MayChange(changedBy)
    @ApiOperation({ summary: `${facts.resets}: ${kind}`, description: does })
    @ApiOkResponse({ type: view })
    async reset(@OwnerParam() { no }: Owner, @IfMatch() ifMatch: ExpectedTag, @Caller() caller: Principal): Promise<object> {
      return this.withEffects(no, () => this.policies.resetPolicy(no, kind, caller.userId, termsOf(this.permission, caller, ifMatch)));
    }

    /** The answer to a change; that of a dry run also has what the change would do to people. */
    private async withEffects(no: number, change: () => Promise<PolicyState>): Promise<object> {
      if (kind !== 'assurance' || no === WHOLE_SERVICE || !isDryRun()) return policyView(await change());
      const before = await this.policies.readState(no, kind);
      const after = await change();
      const effects = await this.effects.ofAssurance(no, before.effective, after.effective as AssurancePolicy);
      return { ...policyView(after), effects };
    }
  }
  return PolicyController;
}
