// The state of a person's account: deactivated as directories do it, or locked by an administrator.
import { Get, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { ExpectedTag, IfMatch } from '../../common/http/entity-tags.js';
import { isoInstant } from '../../common/http/instants.js';
import { PersonLock } from '../../users/accounts/person-lock.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { ChangePermission } from '../../users/directory/people/change-permission.service.js';
import type { Person } from '../../users/directory/people/person/person.js';
import { People } from '../../users/directory/people/people.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { PersonDetailsView, PersonViews } from './person.view.js';

export class PersonLockView {
  @ApiProperty({ description: 'an administrator keeps the person from signing in' }) locked: boolean;
  @ApiProperty({ format: 'date-time', required: false, description: 'since when' }) lockedAt?: string;
  @ApiProperty({ format: 'date-time', required: false, description: 'until then sign-ins are refused after wrong passwords' })
  refusedUntil?: string;
}

@ApiTags('people')
@AdminController('organizations/:orgId/people/:userId')
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
  @HttpCode(HttpStatus.OK)
  @Access('user.write')
  @ApiOperation({ summary: 'Deactivates a person, as a directory does: sessions and tokens end for good' })
  @ApiOkResponse({ type: PersonDetailsView })
  async deactivate(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<PersonDetailsView> {
    return this.setActive(organization, userId, false, caller, ifMatch);
  }

  @Post('_reactivate')
  @HttpCode(HttpStatus.OK)
  @Access('user.write')
  @ApiOperation({ summary: 'Lets a deactivated person sign in again, unless locked' })
  @ApiOkResponse({ type: PersonDetailsView })
  async reactivate(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<PersonDetailsView> {
    return this.setActive(organization, userId, true, caller, ifMatch);
  }

  @Post('_lock')
  @HttpCode(HttpStatus.OK)
  @Access('user.write')
  @ApiOperation({ summary: 'Keeps a person from signing in until `_unlock`, unseen by directories; sessions and tokens end for good' })
  @ApiOkResponse({ type: PersonDetailsView })
  async lock(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<PersonDetailsView> {
    const expected = await this.views.expectationOf(organization, userId, caller, ifMatch);
    return this.show(organization, await this.personLock.lock(organization, userId, caller, expected), caller);
  }

  @Post('_unlock')
  @HttpCode(HttpStatus.OK)
  @Access('user.write')
  @ApiOperation({ summary: 'Ends a lock, whether `_lock` or too many wrong passwords set it; needs every permission of the person' })
  @ApiOkResponse({ type: PersonDetailsView })
  async unlock(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<PersonDetailsView> {
    const expected = await this.views.expectationOf(organization, userId, caller, ifMatch);
    return this.show(organization, await this.personLock.unlock(organization, userId, caller, expected), caller);
  }

  private async setActive(
    organization: Organization,
    userId: string,
    active: boolean,
    caller: Principal,
    ifMatch: ExpectedTag,
  ): Promise<PersonDetailsView> {
    const expected = await this.views.expectationOf(organization, userId, caller, ifMatch);
    const terms = { permit: this.changePermission.permits(caller), ...(expected && { expected }) };
    const change = (current: Person) => ({ values: { ...current, active } });
    return this.show(organization, await this.people.update(organization, userId, change, caller.userId, terms), caller);
  }

  private async show(organization: Organization, person: Person, { configVersion }: Principal): Promise<PersonDetailsView> {
    return (await this.views.details(organization, person, configVersion))(person);
  }
}
