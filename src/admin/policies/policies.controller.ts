import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Caller, ServiceAccess } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { Flag } from '../../common/http/fields.js';
import { Policies } from '../../users/policies/policies.service.js';

/** The number under which policies of the whole service are kept. */
const WHOLE_SERVICE = 0;

export class ImpersonationPolicyBody {
  @Flag({ description: 'whether a token exchange may name an actor' }) enabled: boolean;
}

export class ImpersonationPolicyView {
  @ApiProperty() enabled: boolean;
}

@ApiTags('policies')
@Controller('admin/v1/policies')
export class PoliciesController {
  constructor(private readonly policies: Policies) {}

  @Get('impersonation')
  @ServiceAccess('policy.read')
  impersonation(): Promise<ImpersonationPolicyView> {
    return this.policies.get(WHOLE_SERVICE, 'impersonation');
  }

  @Put('impersonation')
  @ServiceAccess('policy.write')
  async setImpersonation(@Body() { enabled }: ImpersonationPolicyBody, @Caller() caller: Principal): Promise<ImpersonationPolicyView> {
    await this.policies.set(WHOLE_SERVICE, 'impersonation', { enabled }, caller.userId);
    return this.policies.get(WHOLE_SERVICE, 'impersonation');
  }
}
