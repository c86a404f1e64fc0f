// Inviting a person, and the application to which the invitation leads.
import { Body, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { InvitedApplications } from '../../oidc/clients/invited-applications.service.js';
import { Invitation } from '../../users/accounts/invitation.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { InvitationBody } from './invitation.body.js';

@ApiTags('people')
@AdminController('organizations/:orgId/people/:userId')
export class PersonInvitationController {
  constructor(
    private readonly invitation: Invitation,
    private readonly invitedApplications: InvitedApplications,
  ) {}

  @Post('_invite')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Access('user.write')
  @ApiOperation({
    summary: 'Mails a person without a password a code to choose one; at most five per hour',
    description:
      'The person is signed in then, and goes on to the application named. Without members, an earlier invitation of the person is repeated.',
  })
  @ApiBody({ type: InvitationBody, required: false })
  async invite(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Body() body: InvitationBody,
    @Caller() caller: Principal,
  ): Promise<void> {
    const isWorded = Object.values(body).some((value) => value !== undefined);
    const content = isWorded ? await this.invitedApplications.contentOf(organization, body) : undefined;
    await this.invitation.invite(organization, userId, caller, content);
  }
}
