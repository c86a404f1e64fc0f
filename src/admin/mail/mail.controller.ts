// The mail server and the sender of the service. Its hosts may be in private networks, as mail servers are, so only who runs the service names them.
import { Body, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Caller, ServiceAccess } from '../../common/access/access.js';
import { FreshSignIn } from '../../common/access/fresh-sign-in.js';
import type { Principal } from '../../common/access/principal.js';
import { ExpectedTag, IfMatch } from '../../common/http/entity-tags.js';
import { AdminController } from '../controller/admin-controller.js';
import { MailAdministration } from './mail-administration.service.js';
import { MailChangeBody, MailView, TestMailBody, TestMailView } from './mail.body.js';

const asShown = (view: MailView): object => view;

@ApiTags('mail')
@FreshSignIn('secrets')
@AdminController('mail')
export class MailController {
  constructor(private readonly mail: MailAdministration) {}

  @Get()
  @ServiceAccess('mail.read')
  @ApiOperation({ summary: 'What mail is sent with, and where it comes from' })
  @ApiOkResponse({ type: MailView })
  get(): Promise<MailView> {
    return this.mail.show();
  }

  @Patch()
  @ServiceAccess('mail.write')
  @ApiOperation({ summary: 'Changes the mail server or the sender; a change of the server needs its password again' })
  @ApiOkResponse({ type: MailView })
  async change(@Body() body: MailChangeBody, @IfMatch() ifMatch: ExpectedTag, @Caller() caller: Principal): Promise<MailView> {
    return this.mail.change({ ...body }, caller.userId, ifMatch.on(asShown));
  }

  @Delete()
  @ServiceAccess('mail.write')
  @ApiOperation({ summary: 'Returns to what the environment says' })
  @ApiOkResponse({ type: MailView })
  async reset(@IfMatch() ifMatch: ExpectedTag, @Caller() caller: Principal): Promise<MailView> {
    return this.mail.reset(caller.userId, ifMatch.on(asShown));
  }

  @Post('_test')
  @HttpCode(200)
  @ServiceAccess('mail.write')
  @ApiOperation({ summary: 'Sends a test mail at once, and tells what the server said' })
  @ApiOkResponse({ type: TestMailView })
  async test(@Body() { to }: TestMailBody, @Caller() caller: Principal): Promise<TestMailView> {
    const { accepted, reply, failure } = await this.mail.sendTest(to, caller.userId);
    return { accepted, reply: reply ?? null, failure: failure ?? null };
  }
}
