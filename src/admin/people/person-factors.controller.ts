// The second factors of a person: shown, removed where one was lost, and the link with which another one is set up.
import { Body, Delete, Get, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import { FreshSignIn } from '../../common/access/fresh-sign-in.js';
import type { Principal } from '../../common/access/principal.js';
import { Flag } from '../../common/http/fields.js';
import { isoInstant } from '../../common/http/instants.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { listItems, momentFilters, type ItemList } from '../../common/primitives/list-items.js';
import { FACTOR_KINDS } from '../../users/authentication/assurance/checks.js';
import type { OwnFactor } from '../../users/authentication/assurance/factor-sources.js';
import { FactorLinks } from '../../users/accounts/factors/factor-links.service.js';
import { Factors } from '../../users/accounts/factors/factors.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { People } from '../../users/directory/people/people.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam } from '../organizations/organization-param.js';

export class PersonFactorView {
  @ApiProperty() factorId: string;
  @ApiProperty({ enum: FACTOR_KINDS }) kind: string;
  @ApiProperty({ required: false, description: 'what its owner calls it' }) name?: string;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ format: 'date-time', required: false }) lastUsedAt?: string;
  @ApiProperty({ type: 'integer', required: false, description: 'of recovery codes: how many are left' }) left?: number;
}

export class FactorLinkBody {
  @Flag({ description: 'whether the link is mailed to the person, and not shown', optional: true }) mail?: boolean;
}

export class FactorLinkView {
  @ApiProperty({ required: false, description: 'to hand to the person over a private channel; absent when it was mailed' })
  link?: string;
  @ApiProperty({ format: 'date-time' }) expiresAt: string;
}

/** By kind; at most a few dozen. */
const FACTOR_LIST: ItemList<OwnFactor> = {
  no: ({ kind, createdUs, id }) => `${FACTOR_KINDS.indexOf(kind)} ${createdUs} ${id}`,
  sorts: { createdAt: ({ createdUs }) => createdUs },
  filters: {
    kind: { kind: 'is', words: FACTOR_KINDS, of: ({ kind }) => kind },
    ...momentFilters('created', ({ createdUs }: OwnFactor) => createdUs),
  },
  defaultLimit: 1_000,
};

@ApiTags('people')
@FreshSignIn('signIn')
@AdminController('organizations/:orgId/people/:userId/factors')
export class PersonFactorsController {
  constructor(
    private readonly people: People,
    private readonly factors: Factors,
    private readonly links: FactorLinks,
  ) {}

  @Get()
  @Access('user.read')
  @ApiOperation({ summary: 'Second factors of a person' })
  @ApiOkResponse({ type: listView('factors', PersonFactorView) })
  async list(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @ListParam(FACTOR_LIST) list: ListRequest,
  ): Promise<ListAnswer<'factors', PersonFactorView>> {
    const person = await this.people.requirePerson(organization, userId);
    return list.answer('factors', listItems(await this.factors.list(person.no), FACTOR_LIST, list), toView);
  }

  @Get(':factorId')
  @Access('user.read')
  @ApiOperation({ summary: 'One second factor of a person' })
  async get(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Param('factorId') factorId: string,
  ): Promise<PersonFactorView> {
    const person = await this.people.requirePerson(organization, userId);
    return toView(await this.factors.requireFactor(person.no, factorId));
  }

  @Post('_invite')
  @HttpCode(HttpStatus.OK)
  @Access('user.write')
  @ApiOperation({
    summary: 'Gives a link with which the person sets up a passkey or an authenticator app, once and within a day',
    description:
      'The link asks for the password or a passkey first; who has neither sets up a passkey by the link alone. It ends the one from before. Needs every permission of the person; at most five per hour.',
  })
  @ApiOkResponse({ type: FactorLinkView })
  async invite(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Body() { mail = false }: FactorLinkBody,
    @Caller() caller: Principal,
  ): Promise<FactorLinkView> {
    const { link, expiresUs } = await this.links.give(organization, userId, mail, caller);
    return { ...(link !== undefined && { link }), expiresAt: isoInstant(expiresUs) };
  }

  @Post('_uninvite')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Access('user.write')
  @ApiOperation({ summary: 'Ends the link that was given to a person, if there is one. Needs every permission of the person' })
  async uninvite(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.links.withdraw(organization, userId, caller);
  }

  @Delete(':factorId')
  @HttpCode(204)
  @Access('user.write')
  @ApiOperation({ summary: 'Removes a second factor; the person is told, and remembered browsers ask again' })
  async remove(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Param('factorId') factorId: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.factors.removeFor(organization, userId, factorId, caller);
  }
}

function toView({ id, kind, name, createdUs, lastUsedUs, left }: OwnFactor): PersonFactorView {
  return {
    factorId: id,
    kind,
    ...(name !== undefined && { name }),
    createdAt: isoInstant(createdUs),
    ...(lastUsedUs !== undefined && { lastUsedAt: isoInstant(lastUsedUs) }),
    ...(left !== undefined && { left }),
  };
}
