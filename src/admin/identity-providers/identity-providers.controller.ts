// Identity providers of organizations, and of the whole service.
import { Body, Delete, Get, HttpCode, Param, Patch, Post, type Type } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Caller } from '../../common/access/access.js';
import { FreshSignIn } from '../../common/access/fresh-sign-in.js';
import type { Principal } from '../../common/access/principal.js';
import { ExpectedTag, IfMatch } from '../../common/http/entity-tags.js';
import { isoInstant } from '../../common/http/instants.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { isDryRun } from '../../common/primitives/dry-run.js';
import { Clock } from '../../common/primitives/clock.js';
import { DomainError, TooManyError } from '../../common/primitives/domain-error.js';
import { SamlMetadataCache } from '../../oidc/upstream/saml/saml-metadata.service.js';
import { Upstreams } from '../../oidc/upstream/upstreams.service.js';
import type { IdentityProvider, ProviderKind, ProviderOwner } from '../../users/authentication/identity-providers/identity-provider.js';
import { IdentityProviders, PROVIDER_LIST } from '../../users/authentication/identity-providers/identity-providers.service.js';
import { ProviderChanges } from '../../users/authentication/identity-providers/provider-changes.service.js';
import { newSamlKeys } from '../../users/authentication/identity-providers/saml-keys.js';
import { RequestLimits } from '../../users/organizations/attempts/request-limits.service.js';
import { PrivilegeCheck } from '../../users/roles/memberships/privilege-check.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { certificatesShown, providerContent, secretIn } from './provider-members.js';
import { withMetadata } from './provider-metadata.js';
import { assertOwns, PROVIDER_ROUTES, type ProviderRoutes } from './provider-owners.js';
import { ProviderReferences } from './provider-references.service.js';
import { withProviderTemplate } from './provider-templates.js';
import { providerView } from './provider-view.js';
import { NewProviderBody, ProbeView, ProviderChangeBody, ProviderHealthView, ProviderView } from './provider.body.js';

/** The providers of organizations, and those of the service. */
export const IDENTITY_PROVIDER_CONTROLLERS: Type[] = PROVIDER_ROUTES.map(controllerOf);

function controllerOf({ path, OwnerParam, MayRead, MayWrite, whose }: ProviderRoutes): Type {
  @ApiTags('identity providers')
  @FreshSignIn('secrets')
  @AdminController(path)
  class IdentityProvidersController {
    constructor(
      readonly providers: IdentityProviders,
      readonly changes: ProviderChanges,
      readonly references: ProviderReferences,
      readonly upstreams: Upstreams,
      readonly privileges: PrivilegeCheck,
      readonly limits: RequestLimits,
      readonly metadata: SamlMetadataCache,
      readonly clock: Clock,
    ) {}

    @Post()
    @MayWrite()
    @ApiOperation({
      summary: `Adds an identity provider of ${whose}`,
      description:
        'kind, name, issuer, clientId and clientSecret are enough for OpenID Connect; kind, name and metadataUrl or metadata for SAML. Needs every permission of an owner.',
    })
    @ApiCreatedResponse({ type: ProviderView })
    async create(@OwnerParam() owner: ProviderOwner, @Body() body: NewProviderBody, @Caller() caller: Principal): Promise<ProviderView> {
      assertOwns(this.privileges, owner, caller);
      const { template = 'generic', ...rest } = body;
      const { kind, given: members } = withProviderTemplate(template, rest);
      const load = async (url: string) => {
        await this.assertSeldom(caller);
        return this.metadata.load(url);
      };
      const given = await withMetadata(kind, await this.references.resolve(owner, members), { nowMs: this.clock.nowMs(), load });
      const content = providerContent(kind, given, owner === undefined);
      return this.view(await this.changes.create(owner, { ...content, template }, secretIn(kind, given) ?? undefined, caller.userId));
    }

    @Get()
    @MayRead()
    @ApiOperation({ summary: `Identity providers of ${whose}` })
    @ApiOkResponse({ type: listView('identityProviders', ProviderView) })
    async list(
      @OwnerParam() owner: ProviderOwner,
      @ListParam(PROVIDER_LIST) list: ListRequest,
    ): Promise<ListAnswer<'identityProviders', ProviderView>> {
      return list.answer('identityProviders', await this.providers.list(owner, list), (provider) => this.view(provider));
    }

    @Get(':identityProviderId')
    @MayRead()
    @ApiOperation({ summary: `Shows an identity provider of ${whose}` })
    @ApiOkResponse({ type: ProviderView })
    async get(@OwnerParam() owner: ProviderOwner, @Param('identityProviderId') id: string): Promise<ProviderView> {
      return this.view(await this.providers.require(owner, id));
    }

    @Get(':identityProviderId/health')
    @MayRead()
    @ApiOperation({ summary: 'When it was used last, and when and why that failed last' })
    @ApiOkResponse({ type: ProviderHealthView })
    async health(@OwnerParam() owner: ProviderOwner, @Param('identityProviderId') id: string): Promise<ProviderHealthView> {
      const provider = await this.providers.require(owner, id);
      const { lastUsedUs, lastFailureUs, lastFailure } = await this.providers.healthOf(provider);
      return {
        ...(lastUsedUs !== undefined && { lastUsedAt: isoInstant(lastUsedUs) }),
        ...(lastFailureUs !== undefined && { lastFailureAt: isoInstant(lastFailureUs) }),
        ...(lastFailure !== undefined && { lastFailure }),
        ...certificatesShown(provider),
      };
    }

    @Patch(':identityProviderId')
    @MayWrite()
    @ApiOperation({
      summary: `Changes an identity provider of ${whose}`,
      description: 'Absent members stay. A change of where the secret is sent needs the secret again. Needs every permission of an owner.',
    })
    @ApiBody({ type: ProviderChangeBody })
    @ApiOkResponse({ type: ProviderView })
    async change(
      @OwnerParam() owner: ProviderOwner,
      @Param('identityProviderId') id: string,
      @Body() body: ProviderChangeBody,
      @IfMatch() ifMatch: ExpectedTag,
      @Caller() caller: Principal,
    ): Promise<ProviderView> {
      assertOwns(this.privileges, owner, caller);
      const { kind } = await this.providers.require(owner, id);
      const { renewKeys, ...members } = body;
      if (renewKeys !== undefined && kind !== 'saml') throw noKeys(kind);
      const given = await withMetadata(kind, await this.references.resolve(owner, { ...members }), { nowMs: this.clock.nowMs() });
      const changed = await this.changes.change(
        owner,
        id,
        (before) => providerContent(kind, given, owner === undefined, before),
        renewKeys ? await newSamlKeys(this.clock.nowMs()) : secretIn(kind, given),
        caller.userId,
        ifMatch.on((provider: IdentityProvider) => this.view(provider)),
      );
      return this.view(changed);
    }

    @Delete(':identityProviderId')
    @HttpCode(204)
    @MayWrite()
    @ApiOperation({
      summary: `Removes an identity provider of ${whose}, with all links to it`,
      description: 'It signs in no one from then on; sessions stay. Needs every permission of an owner.',
    })
    async remove(
      @OwnerParam() owner: ProviderOwner,
      @Param('identityProviderId') id: string,
      @IfMatch() ifMatch: ExpectedTag,
      @Caller() caller: Principal,
    ): Promise<void> {
      assertOwns(this.privileges, owner, caller);
      const expected = ifMatch.on((provider: IdentityProvider) => this.view(provider));
      await this.changes.remove(owner, id, caller.userId, expected);
    }

    @Post(':identityProviderId/_test')
    @HttpCode(200)
    @MayWrite()
    @ApiOperation({
      summary: 'Tries what a sign-in needs of the provider, step by step',
      description: 'At most ten times a minute. Needs every permission of an owner. A dry run tries nothing.',
    })
    @ApiOkResponse({ type: ProbeView })
    async test(
      @OwnerParam() owner: ProviderOwner,
      @Param('identityProviderId') id: string,
      @Caller() caller: Principal,
    ): Promise<ProbeView> {
      assertOwns(this.privileges, owner, caller);
      const provider = await this.providers.require(owner, id);
      if (isDryRun()) return { steps: [] };
      await this.assertSeldom(caller);
      return { steps: await this.upstreams.probe(provider) };
    }

    /** This service sends requests to addresses that the caller names. */
    private async assertSeldom(caller: Principal): Promise<void> {
      const wait = await this.limits.waitOfCaller('identityProviderTest', caller.userId);
      if (wait)
        throw new TooManyError('identityProvider.testedOften', 'Identity providers were tested very often. Try again later.', wait.seconds);
    }

    private view(provider: IdentityProvider): ProviderView {
      return providerView(provider, this.upstreams);
    }
  }
  return IdentityProvidersController;
}

function noKeys(kind: ProviderKind): DomainError {
  return new DomainError('invalid', 'identityProvider.member', `A provider of the kind ${kind} has no renewKeys.`, 'renewKeys');
}
