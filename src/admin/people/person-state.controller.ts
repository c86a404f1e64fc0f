// The state of a person's account: deactivated as directories do it, or locked by an administrator.
import { Controller, Get, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { ExpectedTag, IfMatch } from '../../common/http/entity-tags.js';
import { isoInstant } from '../../common/http/instants.js';
import { PersonLock } from '../../users/accounts/person-lock.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { ChangePermission } from '../../users/people/change-permission.service.js';
import { People } from '../../users/people/people.service.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { PersonViews } from './person.view.js';

export class PersonLockView {
  @ApiProperty({ description: 'an administrator keeps the person from signing in' }) locked: boolean;
  @ApiProperty({ format: 'date-time', required: false, description: 'since when' }) lockedAt?: string;
  @ApiProperty({ format: 'date-time', required: false, description: 'until then sign-ins are refused after wrong passwords' })
  refusedUntil?: string;
}

@ApiTags('people')
@Controller('admin/v1/organizations/:orgId/people/:userId')
export class PersonStateController {
  constructor(
    private readonly people: People,
    private readonly personLock: PersonLock,
    private readonly changePermission: ChangePermission,
    private readonly views: PersonViews,
  ) {}

  @Get('lock')
  @Access('user.read')
  @ApiOperation({ summary: 'What keeps a person from signing in, besides `state`' })
  @ApiOkResponse({ type: PersonLockView })
  async getLock(@OrganizationParam() organization: Organization, @Param('userId') userId: string): Promise<PersonLockView> {
    const { no, lockedUs } = await this.people.requirePerson(organization, userId);
    const refusedUntilUs = await this.personLock.refusedUntil(no);
    return {
      locked: lockedUs !== undefined,
      ...(lockedUs !== undefined && { lockedAt: isoInstant(lockedUs) }),
      ...(refusedUntilUs !== undefined && { refusedUntil: isoInstant(refusedUntilUs) }),
    };
  }

  @Post('_deactivate')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Access('user.write')
  @ApiOperation({ summary: 'Deactivates a person, as a directory does: sessions and tokens end for good' })
  async deactivate(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.setActive(organization, userId, false, caller, ifMatch);
  }

  @Post('_reactivate')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Access('user.write')
  @ApiOperation({ summary: 'Lets a deactivated person sign in again, unless locked' })
  async reactivate(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.setActive(organization, userId, true, caller, ifMatch);
  }

  @Post('_lock')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Access('user.write')
  @ApiOperation({ summary: 'Keeps a person from signing in until `_unlock`, unseen by directories; sessions and tokens end for good' })
  async lock(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.personLock.lock(organization, userId, caller, await this.views.expectationOf(organization, userId, caller, ifMatch));
  }

  @Post('_unlock')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Access('user.write')
  @ApiOperation({ summary: 'Ends a lock, whether `_lock` or too many wrong passwords set it; needs every permission of the person' })
  async unlock(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.personLock.unlock(organization, userId, caller, await this.views.expectationOf(organization, userId, caller, ifMatch));
  }

  private async setActive(
    organization: Organization,
    userId: string,
    active: boolean,
    caller: Principal,
    ifMatch: ExpectedTag,
  ): Promise<void> {
    const expected = await this.views.expectationOf(organization, userId, caller, ifMatch);
    const terms = { permit: this.changePermission.permits(caller), ...(expected && { expected }) };
    await this.people.update(organization, userId, (current) => ({ values: { ...current, active } }), caller.userId, terms);
  }
}
