// People for consoles and scripts: what directories do by SCIM, through the same services.
import { Body, Delete, Get, HttpCode, Param, Patch, Post, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, Caller } from '../../common/access/access.js';
import { FreshSignIn } from '../../common/access/fresh-sign-in.js';
import type { Principal } from '../../common/access/principal.js';
import { ExpectedTag, IfMatch } from '../../common/http/entity-tags.js';
import { FormPipe, type Form } from '../../common/http/form.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { InvitedApplications } from '../../oidc/clients/invited-applications.service.js';
import { NewAccounts } from '../../users/accounts/registration/new-accounts.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { ChangePermission } from '../../users/directory/people/change-permission.service.js';
import { People, type ChangeTerms } from '../../users/directory/people/people.service.js';
import type { Person } from '../../users/directory/people/person/person.js';
import { PEOPLE_LIST, PeopleList } from '../../users/directory/people/search/people-list.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { NewPersonBody, PersonBody } from './person.body.js';
import { changedPersonValues, newPersonValues } from './person.values.js';
import { PersonDetailsView, PersonView, PersonViews } from './person.view.js';

@ApiTags('people')
@AdminController('organizations/:orgId/people')
export class PeopleController {
  constructor(
    private readonly people: People,
    private readonly peopleList: PeopleList,
    private readonly newAccounts: NewAccounts,
    private readonly invitedApplications: InvitedApplications,
    private readonly changePermission: ChangePermission,
    private readonly views: PersonViews,
  ) {}

  @Get()
  @Access('user.read')
  @ApiOperation({ summary: 'People of the organization, page by page' })
  @ApiOkResponse({ type: listView('people', PersonView) })
  async list(
    @OrganizationParam() organization: Organization,
    @ListParam(PEOPLE_LIST) list: ListRequest,
    @Caller() caller: Principal,
  ): Promise<ListAnswer<'people', PersonView>> {
    const found = await this.peopleList.listPeople(organization, list);
    return list.answer('people', found, await this.views.ofOrganization(organization, found.entries, caller.configVersion));
  }

  @Post()
  @Access('user.write')
  @ApiOperation({ summary: 'Adds a person' })
  @ApiBody({ type: NewPersonBody })
  @ApiCreatedResponse({ type: PersonDetailsView })
  async create(
    @OrganizationParam() organization: Organization,
    @Body(new FormPipe(NewPersonBody)) { body, refused }: Form<NewPersonBody>,
    @Caller() caller: Principal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PersonDetailsView> {
    const { password, passwordChangeRequired: changeRequired, invitation } = body;
    const terms = {
      ...(await this.changePermission.termsOf(organization, caller)),
      ...(changeRequired !== undefined && { changeRequired }),
      ...(refused && { refused }),
    };
    const invited = invitation && (await this.invitedApplications.contentOf(organization, invitation));
    const person = await this.newAccounts.create(organization, newPersonValues(body), password, caller, terms, invited);
    response.location(`/admin/v1/organizations/${encodeURIComponent(organization.id)}/people/${encodeURIComponent(person.id)}`);
    return this.show(organization, person, caller);
  }

  @Get(':userId')
  @Access('user.read')
  @ApiOperation({ summary: 'One person' })
  @ApiOkResponse({ type: PersonDetailsView })
  async get(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Caller() caller: Principal,
  ): Promise<PersonDetailsView> {
    return this.show(organization, await this.people.requirePerson(organization, userId), caller);
  }

  @FreshSignIn('signIn')
  @Patch(':userId')
  @Access('user.write')
  @ApiOperation({ summary: 'Changes what the body names; null unsets, a list replaces the one there was' })
  @ApiBody({ type: PersonBody })
  @ApiOkResponse({ type: PersonDetailsView })
  async change(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Body(new FormPipe(PersonBody)) { body, refused }: Form<PersonBody>,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<PersonDetailsView> {
    const terms: ChangeTerms = { ...(await this.terms(organization, userId, caller, ifMatch)), ...(refused && { refused }) };
    // Only a caller who names the addresses verifies them.
    if (body.emails === undefined) delete terms.trusts;
    const change = (current: Person) => ({ values: changedPersonValues(current, body) });
    return this.show(organization, await this.people.update(organization, userId, change, caller.userId, terms), caller);
  }

  @Delete(':userId')
  @HttpCode(204)
  @Access('user.delete')
  @ApiOperation({
    summary: 'Removes a person for good, with roles, memberships of groups, sessions and tokens. Needs every permission of the person',
  })
  async remove(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.people.remove(organization, userId, caller.userId, await this.terms(organization, userId, caller, ifMatch));
  }

  private async show(organization: Organization, person: Person, caller: Principal): Promise<PersonDetailsView> {
    return (await this.views.details(organization, person, caller.configVersion))(person);
  }

  private async terms(organization: Organization, userId: string, caller: Principal, ifMatch: ExpectedTag): Promise<ChangeTerms> {
    const expected = await this.views.expectationOf(organization, userId, caller, ifMatch);
    return { ...(await this.changePermission.termsOf(organization, caller)), ...(expected && { expected }) };
  }
}
