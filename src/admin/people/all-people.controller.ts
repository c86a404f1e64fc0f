// People of all organizations, for administrators of the whole service.
import { Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Caller, ServiceAccess } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { ALL_PEOPLE_LIST, AllPeopleRepository } from '../../users/directory/people/search/all-people.repository.js';
import { AdminController } from '../controller/admin-controller.js';
import { PersonView, PersonViews } from './person.view.js';

@ApiTags('people')
@AdminController('people')
export class AllPeopleController {
  constructor(
    private readonly people: AllPeopleRepository,
    private readonly views: PersonViews,
  ) {}

  @Get()
  @ServiceAccess('user.read')
  @ApiOperation({ summary: 'People of all organizations, page by page; one organization has a list of its own, with more filters' })
  @ApiOkResponse({ type: listView('people', PersonView) })
  async listAll(@ListParam(ALL_PEOPLE_LIST) list: ListRequest, @Caller() caller: Principal): Promise<ListAnswer<'people', PersonView>> {
    const found = await this.people.listPeople(list);
    const entries = await this.views.ofAll(found.entries, caller.configVersion);
    return list.answer('people', { ...found, entries }, (view) => view);
  }
}
