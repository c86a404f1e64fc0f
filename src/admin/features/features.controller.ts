import { Body, Get, Put } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Caller, ServiceAccess } from '../../common/access/access.js';
import { FreshSignIn } from '../../common/access/fresh-sign-in.js';
import type { Principal } from '../../common/access/principal.js';
import { Flag } from '../../common/http/fields.js';
import { Policies } from '../../users/organizations/policies/policies.service.js';
import { ExpectedTag, IfMatch } from '../../common/http/entity-tags.js';
import { AdminController } from '../controller/admin-controller.js';

export class FeaturesBody {
  @Flag({ description: 'token exchange (RFC 8693)', optional: true }) oidcTokenExchange?: boolean;
}

export class FeaturesView {
  @ApiProperty() oidcTokenExchange: boolean;
}

@ApiTags('features')
@FreshSignIn('policies')
@AdminController('features')
export class FeaturesController {
  constructor(private readonly policies: Policies) {}

  @Get()
  @ServiceAccess('feature.read')
  features(): Promise<FeaturesView> {
    return this.policies.features();
  }

  /** Switches the features in the body; the rest stays. */
  @Put()
  @ServiceAccess('feature.write')
  async set(@Body() body: FeaturesBody, @IfMatch() ifMatch: ExpectedTag, @Caller() caller: Principal): Promise<FeaturesView> {
    return this.policies.setFeatures(
      { ...body },
      caller.userId,
      ifMatch.on((features) => features),
    );
  }
}
