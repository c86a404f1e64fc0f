// People who were removed and are kept for a while: shown, brought back, or erased at once.
import { Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Membership } from '../../common/access/permissions.js';
import type { Principal } from '../../common/access/principal.js';
import { isoInstant } from '../../common/http/instants.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { PrivilegeCheck } from '../../users/roles/memberships/privilege-check.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { ChangePermission } from '../../users/directory/people/change-permission.service.js';
import { REMOVED_PEOPLE_LIST, RemovedPeople, type RemovedPerson } from '../../users/directory/people/removed-people.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { PersonDetailsView, PersonViews } from './person.view.js';

export class RemovedPersonView {
  @ApiProperty() userId: string;
  @ApiProperty({ example: 'ada' }) userName: string;
  @ApiProperty({ example: 'Ada Lovelace' }) displayName: string;
  @ApiProperty({ format: 'date-time' }) removedAt: string;
  @ApiProperty({ format: 'date-time', description: 'until then `_restore` brings the person back' }) keptUntil: string;
}

@ApiTags('people')
@AdminController('organizations/:orgId/people')
export class RemovedPeopleController {
  constructor(
    private readonly removedPeople: RemovedPeople,
    private readonly changePermission: ChangePermission,
    private readonly privileges: PrivilegeCheck,
    private readonly views: PersonViews,
  ) {}

  @Get('_removed')
  @Access('user.read')
  @ApiOperation({ summary: 'People who were removed and can come back, where the policy `removedPeople` keeps them' })
  @ApiOkResponse({ type: listView('people', RemovedPersonView) })
  async listRemoved(
    @OrganizationParam() organization: Organization,
    @ListParam(REMOVED_PEOPLE_LIST) list: ListRequest,
  ): Promise<ListAnswer<'people', RemovedPersonView>> {
    return list.answer('people', await this.removedPeople.listRemoved(organization, list), removedPersonView);
  }

  @Post(':userId/_restore')
  @HttpCode(200)
  @Access('user.write')
  @ApiOperation({
    summary:
      'Brings a removed person back with profile, password and metadata; roles, memberships of groups, sessions and tokens stay gone. Needs every permission the person had',
  })
  @ApiOkResponse({ type: PersonDetailsView })
  async restore(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Caller() caller: Principal,
  ): Promise<PersonDetailsView> {
    const { covers } = await this.changePermission.termsOf(organization, caller);
    const permit = (roles: readonly Membership[]) => this.privileges.assertCoversRoles(caller, roles);
    const person = await this.removedPeople.restore(organization, userId, caller.userId, { permit, covers });
    return (await this.views.details(organization, person, caller.configVersion))(person);
  }

  @Delete('_removed/:userId')
  @HttpCode(204)
  @Access('user.delete')
  @ApiOperation({ summary: 'Permanently erases a deleted person. Needs every permission the person had' })
  async erase(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    const permit = (roles: readonly Membership[]) => this.privileges.assertCoversRoles(caller, roles);
    await this.removedPeople.erase(organization, userId, caller.userId, permit);
  }
}

function removedPersonView({ id, userName, displayName, removedUs, keptUntilUs }: RemovedPerson): RemovedPersonView {
  return { userId: id, userName, displayName, removedAt: isoInstant(removedUs), keptUntil: isoInstant(keptUntilUs) };
}
