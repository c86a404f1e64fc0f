// The logos of identity providers, of organizations and of the whole service.
import { Body, Delete, Param, Put, type Type } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Caller } from '../../common/access/access.js';
import { FreshSignIn } from '../../common/access/fresh-sign-in.js';
import type { Principal } from '../../common/access/principal.js';
import { ExpectedTag, IfMatch } from '../../common/http/entity-tags.js';
import { Upstreams } from '../../oidc/upstream/upstreams.service.js';
import type { IdentityProvider, ProviderOwner } from '../../users/authentication/identity-providers/identity-provider.js';
import { IdentityProviders } from '../../users/authentication/identity-providers/identity-providers.service.js';
import { ProviderLogos } from '../../users/authentication/identity-providers/provider-logos.service.js';
import { PrivilegeCheck } from '../../users/roles/memberships/privilege-check.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { PictureBody } from '../controller/picture.body.js';
import { assertOwns, PROVIDER_ROUTES, type ProviderRoutes } from './provider-owners.js';
import { providerView } from './provider-view.js';
import { ProviderView } from './provider.body.js';

export const PROVIDER_LOGO_CONTROLLERS: Type[] = PROVIDER_ROUTES.map(controllerOf);

function controllerOf({ path, OwnerParam, MayWrite, whose }: ProviderRoutes): Type {
  @ApiTags('identity providers')
  @FreshSignIn('secrets')
  @AdminController(`${path}/:identityProviderId/logo`)
  class ProviderLogoController {
    constructor(
      readonly providers: IdentityProviders,
      readonly logos: ProviderLogos,
      readonly upstreams: Upstreams,
      readonly privileges: PrivilegeCheck,
    ) {}

    @Put()
    @MayWrite()
    @ApiOperation({
      summary: `Sets the logo of an identity provider of ${whose}, drawn anew; its buttons show it`,
      description: 'Needs every permission of an owner.',
    })
    @ApiOkResponse({ type: ProviderView })
    async set(
      @OwnerParam() owner: ProviderOwner,
      @Param('identityProviderId') id: string,
      @Body() { content }: PictureBody,
      @IfMatch() ifMatch: ExpectedTag,
      @Caller() caller: Principal,
    ): Promise<ProviderView> {
      assertOwns(this.privileges, owner, caller);
      await this.providers.require(owner, id);
      const drawn = await this.logos.draw(Buffer.from(content, 'base64'), owner);
      // The wait in the queue may have been long.
      await caller.admission?.judgeAgain();
      assertOwns(this.privileges, owner, caller);
      return this.view(await this.logos.set(owner, id, drawn, caller.userId, ifMatch.on(this.view)));
    }

    @Delete()
    @MayWrite()
    @ApiOperation({
      summary: `Removes the logo of an identity provider of ${whose}`,
      description: 'Needs every permission of an owner.',
    })
    @ApiOkResponse({ type: ProviderView })
    async remove(
      @OwnerParam() owner: ProviderOwner,
      @Param('identityProviderId') id: string,
      @IfMatch() ifMatch: ExpectedTag,
      @Caller() caller: Principal,
    ): Promise<ProviderView> {
      assertOwns(this.privileges, owner, caller);
      return this.view(await this.logos.set(owner, id, undefined, caller.userId, ifMatch.on(this.view)));
    }

    readonly view = (provider: IdentityProvider): ProviderView => providerView(provider, this.upstreams);
  }
  return ProviderLogoController;
}
