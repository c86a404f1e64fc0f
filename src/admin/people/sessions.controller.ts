// Where the people of an organization are signed in: shown, and ended.
import { Delete, Get, HttpCode, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { isoInstant } from '../../common/http/instants.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import {
  ORGANIZATION_SESSION_LIST,
  OrganizationSessionsRepository,
  type OrganizationSession,
} from '../../oidc/sessions/organization-sessions.repository.js';
import { SessionEnd } from '../../oidc/sessions/session-end.service.js';
import { ChangePermission } from '../../users/directory/people/change-permission.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { EndablePeople, PersonSessionView } from './person-access.controller.js';

/** Read at once where all sessions end. */
const PEOPLE_AT_ONCE = 50;

export class SessionView extends PersonSessionView {
  @ApiProperty() userId: string;
}

export class EndedSessionsView {
  @ApiProperty({ description: 'people who were signed out' }) signedOut: number;
  @ApiProperty({ description: 'people who stay signed in, because the caller may not shut them out' }) kept: number;
}

@ApiTags('sessions')
@AdminController('organizations/:orgId/sessions')
export class SessionsController {
  constructor(
    private readonly sessions: OrganizationSessionsRepository,
    private readonly endable: EndablePeople,
    private readonly changePermission: ChangePermission,
    private readonly sessionEnd: SessionEnd,
  ) {}

  @Get()
  @Access('user.read')
  @ApiOperation({ summary: 'Where the people of an organization are signed in' })
  @ApiOkResponse({ type: listView('sessions', SessionView) })
  async list(
    @OrganizationParam() { no, tokenGeneration }: Organization,
    @ListParam(ORGANIZATION_SESSION_LIST) list: ListRequest,
  ): Promise<ListAnswer<'sessions', SessionView>> {
    return list.answer('sessions', await this.sessions.listSessions({ no, generation: tokenGeneration }, list), sessionView);
  }

  @Get(':sessionId')
  @Access('user.read')
  @ApiOperation({ summary: 'One browser in which a person of an organization is signed in' })
  async get(@OrganizationParam() { no, tokenGeneration }: Organization, @Param('sessionId') sessionId: string): Promise<SessionView> {
    const session = await this.sessions.findLiveSession({ no, generation: tokenGeneration }, sessionId);
    if (!session) throw unknownSession();
    return sessionView(session);
  }

  @Delete(':sessionId')
  @HttpCode(204)
  @Access('user.write')
  @ApiOperation({ summary: 'Ends one session, and tells the applications' })
  async end(
    @OrganizationParam() organization: Organization,
    @Param('sessionId') sessionId: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    const session = await this.sessions.findSession(organization.no, sessionId);
    if (session) await this.endable.require(organization, session.userId, caller);
    if (!session || !(await this.sessionEnd.endSession(session.uid, 'endedByAdministrator', caller.userId))) throw unknownSession();
  }

  /** A few people in each unit of work, with one event a session; repeat it if it was cut off. People the caller may not shut out stay. Applications keep their refresh tokens. */
  @Delete()
  @Access('user.write')
  @ApiOperation({ summary: 'Signs everybody of an organization out' })
  async endAll(@OrganizationParam() organization: Organization, @Caller() caller: Principal): Promise<EndedSessionsView> {
    const counts = { signedOut: 0, kept: 0 };
    const stronger = await this.changePermission.outOfReach(caller, organization);
    for (let after = 0; ;) {
      const people = await this.sessions.listPeople(organization.no, after, PEOPLE_AT_ONCE);
      const weaker = people.filter((no) => !stronger.has(no));
      await this.sessionEnd.endSessionsOf(weaker, 'endedByAdministrator', caller.userId);
      counts.signedOut += weaker.length;
      counts.kept += people.length - weaker.length;
      const last = people.at(-1);
      if (last === undefined) return counts;
      after = last;
    }
  }
}

function unknownSession(): DomainError {
  return new DomainError('notFound', 'session.notFound', 'There is no such session here; it may have ended.');
}

function sessionView({ name, userId, browserName, signedIn, lastUsedUs }: OrganizationSession): SessionView {
  return {
    sessionId: name,
    userId,
    ...(browserName !== undefined && { browser: browserName }),
    startedAt: isoInstant(signedIn * 1_000_000),
    lastUsedAt: isoInstant(lastUsedUs),
  };
}
