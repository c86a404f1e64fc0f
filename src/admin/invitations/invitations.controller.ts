// The invitations of people who have not come yet: shown, and sent again.
import { Body, Get, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { isUndone } from '../../common/database/errors/refusals.js';
import { Instant } from '../../common/http/fields.js';
import { isoInstant } from '../../common/http/instants.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { Invitation } from '../../users/accounts/invitation.service.js';
import { INVITATION_LIST, type OpenInvitation } from '../../users/accounts/invitations.repository.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam } from '../organizations/organization-param.js';

/** Most people reminded by one request. */
const MAX_REMINDED = 100;

export class InvitationView {
  @ApiProperty() userId: string;
  @ApiProperty({ example: 'ada' }) userName: string;
  @ApiProperty({ format: 'email', description: 'where the last invitation was mailed' }) email: string;
  @ApiProperty({ required: false, description: 'client ID of the application to which the person goes on' }) clientId?: string;
  @ApiProperty({ required: false }) returnTo?: string;
  @ApiProperty({ required: false }) message?: string;
  @ApiProperty({ format: 'date-time', description: 'its code is valid for seven days' }) sentAt: string;
  @ApiProperty({ description: 'invitations and reminders so far', example: 1 }) sentCount: number;
}

export class ReminderBody {
  @Instant({ description: 'only people whose last invitation was sent before; absent: everyone who has not come', optional: true })
  sentBefore?: string;
}

export class RemindedView {
  @ApiProperty({ type: [String], description: 'IDs of the people who got a mail, at most 100' }) userIds: string[];
  @ApiProperty({
    description: 'more people are left, also after a failure of the database; with `sentBefore`, the same request reminds the next ones',
  })
  more: boolean;
}

@ApiTags('people')
@AdminController('organizations/:orgId/invitations')
export class InvitationsController {
  constructor(private readonly invitation: Invitation) {}

  @Get()
  @Access('user.read')
  @ApiOperation({ summary: 'People who were invited and can’t sign in yet' })
  @ApiOkResponse({ type: listView('invitations', InvitationView) })
  async list(
    @OrganizationParam() organization: Organization,
    @ListParam(INVITATION_LIST) list: ListRequest,
  ): Promise<ListAnswer<'invitations', InvitationView>> {
    return list.answer('invitations', await this.invitation.listOpen(organization, list), toView);
  }

  @Post('_remind')
  @HttpCode(HttpStatus.OK)
  @Access('user.write')
  @ApiOperation({ summary: 'Sends the invitations of people who have not come again, the oldest 100 first, each with a new code' })
  @ApiBody({ type: ReminderBody, required: false })
  @ApiOkResponse({ type: RemindedView })
  async remind(
    @OrganizationParam() organization: Organization,
    @Body() { sentBefore }: ReminderBody,
    @Caller() caller: Principal,
  ): Promise<RemindedView> {
    const filters: Readonly<Record<string, number>> = sentBefore === undefined ? {} : { sentBefore: Date.parse(sentBefore) * 1_000 };
    const query = { limit: MAX_REMINDED, sort: 'sentAt', descending: false, filters, total: false };
    const { entries, next } = await this.invitation.listOpen(organization, query);
    const userIds: string[] = [];
    for (const { userId } of entries) {
      try {
        if (await this.invites(organization, userId, caller)) userIds.push(userId);
      } catch (error) {
        // The people before were mailed, each by a unit of work. A failure would free the key of the request, and its repetition would mail them again.
        if (userIds.length === 0 || !isUndone(error)) throw error;
        return { userIds, more: true };
      }
    }
    return { userIds, more: next !== undefined };
  }

  /** @returns false for a person whose state has changed meanwhile */
  private async invites(organization: Organization, userId: string, caller: Principal): Promise<boolean> {
    try {
      await this.invitation.invite(organization, userId, caller);
      return true;
    } catch (error) {
      if (error instanceof DomainError && (error.kind === 'precondition' || error.kind === 'notFound')) return false;
      throw error;
    }
  }
}

function toView({ sentUs, ...invitation }: OpenInvitation): InvitationView {
  return { ...invitation, sentAt: isoInstant(sentUs) };
}
