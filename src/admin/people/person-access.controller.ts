// Where a person is signed in, and what applications hold: shown, and ended.
import { Delete, Get, HttpCode, Injectable, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { type ListAnswer, ListParam, type ListRequest, listView } from '../../common/http/list-request.js';
import { type ItemList, listItems, momentFilters } from '../../common/primitives/list-items.js';
import { isoInstant } from '../../common/http/instants.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { type HeldByClient, UserGrants } from '../../oidc/consents/user-grants.service.js';
import { BrowserSessions, type OwnSession } from '../../oidc/sessions/browser-sessions.service.js';
import { SessionEnd } from '../../oidc/sessions/session-end.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { ChangePermission } from '../../users/directory/people/change-permission.service.js';
import { People } from '../../users/directory/people/people.service.js';
import type { Person } from '../../users/directory/people/person/person.js';
import { sessionName } from '../../oidc/sessions/browser-cookie.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam } from '../organizations/organization-param.js';

export class PersonSessionView {
  @ApiProperty({ description: 'the same as in events about the session' }) sessionId: string;
  @ApiProperty({ required: false, description: 'kind of browser and system, as far as known', example: 'Firefox, Linux' }) browser?: string;
  @ApiProperty({ format: 'date-time' }) startedAt: string;
  @ApiProperty({ format: 'date-time', description: 'to the minute' }) lastUsedAt: string;
}

/** The last used first; at most 200. */
const SESSION_LIST: ItemList<OwnSession> = {
  no: ({ uid, lastUsedUs }) => `${Number.MAX_SAFE_INTEGER - lastUsedUs} ${sessionName(uid)}`,
  sorts: { startedAt: ({ signedIn }) => signedIn, lastUsedAt: ({ lastUsedUs }) => lastUsedUs },
  filters: momentFilters('used', ({ lastUsedUs }: OwnSession) => lastUsedUs),
  defaultLimit: 1_000,
};

export class PersonGrantView {
  @ApiProperty() clientId: string;
  @ApiProperty({ description: 'name of the application' }) application: string;
  @ApiProperty({ type: [String], example: ['openid', 'offline_access'] }) scopes: string[];
  @ApiProperty({ format: 'date-time', required: false, description: 'beginning of the oldest authorization, as far as known' })
  since?: string;
  @ApiProperty({ format: 'date-time', required: false, description: 'when tokens were last issued for a code or a refresh token' })
  lastUsedAt?: string;
}

/** By the name of the application; at most 400. A token that was never used counts as last used before any time. */
const GRANT_LIST: ItemList<HeldByClient> = {
  no: ({ application, clientId }) => `${application.toLowerCase()} ${clientId}`,
  sorts: { application: ({ application }) => application },
  filters: {
    clientId: { kind: 'is', of: ({ clientId }) => clientId },
    scope: { kind: 'is', of: ({ scope }) => [...scope] },
    name: { kind: 'startsWith', of: ({ application }) => application, description: 'only applications whose name starts with this' },
    q: { kind: 'contains', of: ({ application }) => application, description: 'only applications whose name contains this' },
    ...momentFilters('used', ({ lastUsedUs }: HeldByClient) => lastUsedUs ?? 0),
  },
  defaultLimit: 1_000,
};

/** People whose access a caller may end: as with deactivation, except holders of stronger roles in the whole service. */
@Injectable()
export class EndablePeople {
  constructor(
    private readonly people: People,
    private readonly changePermission: ChangePermission,
  ) {}

  /** @throws DomainError `notFound`, `forbidden` */
  async require(organization: Organization, userId: string, caller: Principal): Promise<Person> {
    const person = await this.people.requirePerson(organization, userId);
    await this.changePermission.assertMayShutOut(caller, person.no);
    return person;
  }
}

@ApiTags('people')
@AdminController('organizations/:orgId/people/:userId/sessions')
export class PersonSessionsController {
  constructor(
    private readonly people: People,
    private readonly endable: EndablePeople,
    private readonly browserSessions: BrowserSessions,
    private readonly sessionEnd: SessionEnd,
  ) {}

  @Get()
  @Access('user.read')
  @ApiOperation({ summary: 'Where a person is signed in' })
  @ApiOkResponse({ type: listView('sessions', PersonSessionView) })
  async list(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @ListParam(SESSION_LIST) list: ListRequest,
  ): Promise<ListAnswer<'sessions', PersonSessionView>> {
    const sessions = await this.find(organization, await this.people.requirePerson(organization, userId));
    return list.answer('sessions', listItems(sessions, SESSION_LIST, list), sessionView);
  }

  @Get(':sessionId')
  @Access('user.read')
  @ApiOperation({ summary: 'One browser in which a person is signed in' })
  async get(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Param('sessionId') sessionId: string,
  ): Promise<PersonSessionView> {
    return sessionView(await this.require(organization, await this.people.requirePerson(organization, userId), sessionId));
  }

  @Delete(':sessionId')
  @HttpCode(204)
  @Access('user.write')
  @ApiOperation({ summary: 'Signs a person out of one browser, and tells the applications' })
  async end(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Param('sessionId') sessionId: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    const person = await this.endable.require(organization, userId, caller);
    const { uid } = await this.require(organization, person, sessionId);
    if (!(await this.sessionEnd.endSession(uid, 'endedByAdministrator', caller.userId))) throw unknownSession();
  }

  @Delete()
  @HttpCode(204)
  @Access('user.write')
  @ApiOperation({ summary: 'Signs a person out everywhere; applications keep their refresh tokens, which `DELETE …/tokens` ends' })
  async endAll(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    const { no } = await this.endable.require(organization, userId, caller);
    await this.sessionEnd.endSessions(no, 'endedByAdministrator', caller.userId);
  }

  /** @throws DomainError `notFound` */
  private async require(organization: Organization, person: Person, sessionId: string): Promise<OwnSession> {
    const session = (await this.find(organization, person)).find(({ uid }) => sessionName(uid) === sessionId);
    if (!session) throw unknownSession();
    return session;
  }

  private find({ tokenGeneration: organizationGeneration }: Organization, { no, tokenGeneration }: Person): Promise<OwnSession[]> {
    return this.browserSessions.listOfUser({ userNo: no, generation: tokenGeneration, organizationGeneration });
  }
}

@ApiTags('people')
@AdminController('organizations/:orgId/people/:userId')
export class PersonGrantsController {
  constructor(
    private readonly people: People,
    private readonly endable: EndablePeople,
    private readonly userGrants: UserGrants,
  ) {}

  @Get('grants')
  @Access('user.read')
  @ApiOperation({ summary: 'The applications that hold an authorization of a person, or have had consent' })
  @ApiOkResponse({ type: listView('grants', PersonGrantView) })
  async list(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @ListParam(GRANT_LIST) list: ListRequest,
  ): Promise<ListAnswer<'grants', PersonGrantView>> {
    const { no } = await this.people.requirePerson(organization, userId);
    return list.answer('grants', listItems(await this.userGrants.listGrants(no), GRANT_LIST, list), grantView);
  }

  @Get('grants/:clientId')
  @Access('user.read')
  @ApiOperation({ summary: 'What one application holds of a person' })
  async get(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Param('clientId') clientId: string,
  ): Promise<PersonGrantView> {
    const { no } = await this.people.requirePerson(organization, userId);
    return grantView(await this.userGrants.requireGrant(no, clientId));
  }

  @Delete('grants/:clientId')
  @HttpCode(204)
  @Access('user.write')
  @ApiOperation({ summary: 'Ends what one application holds: its refresh and access tokens, and the consent' })
  async revoke(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Param('clientId') clientId: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    const { no } = await this.endable.require(organization, userId, caller);
    await this.userGrants.revokeGrant(no, clientId, caller.userId);
  }

  @Delete('grants')
  @HttpCode(204)
  @Access('user.write')
  @ApiOperation({ summary: 'Ends what every application holds: refresh and access tokens, and consents' })
  async revokeAll(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    const { no } = await this.endable.require(organization, userId, caller);
    await this.userGrants.revokeGrants(no, caller.userId);
  }

  @Delete('tokens')
  @HttpCode(204)
  @Access('user.write')
  @ApiOperation({ summary: 'Revokes every refresh and access token of a person; sessions and consents stay' })
  async revokeTokens(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    const { no } = await this.endable.require(organization, userId, caller);
    await this.userGrants.revokeTokens(no, caller.userId);
  }
}

function unknownSession(): DomainError {
  return new DomainError('notFound', 'session.notFound', 'This user has no such session; it may have ended.');
}

function sessionView({ uid, browserName, signedIn, lastUsedUs }: OwnSession): PersonSessionView {
  return {
    sessionId: sessionName(uid),
    ...(browserName !== undefined && { browser: browserName }),
    startedAt: isoInstant(signedIn * 1_000_000),
    lastUsedAt: isoInstant(lastUsedUs),
  };
}

function grantView({ clientId, application, scope, sinceUs, lastUsedUs }: HeldByClient): PersonGrantView {
  return {
    clientId,
    application,
    scopes: [...scope],
    ...(sinceUs !== undefined && { since: isoInstant(sinceUs) }),
    ...(lastUsedUs !== undefined && { lastUsedAt: isoInstant(lastUsedUs) }),
  };
}
