// The page where a person enters the code of a device (RFC 8628 section 3.3). The sign-in follows, and then the page that asks for approval.
import { Controller, Get, HttpStatus, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { DeviceSignIns } from '../provider/device-sign-ins.service.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import { answerPage } from '../pages/layout/answer-page.js';
import { languageInForm } from '../pages/layout/chosen-language.js';
import { PageContexts } from '../pages/layout/page-contexts.service.js';
import { MAX_USER_CODE, renderDeviceCodePage, USER_CODE_FIELD, type DeviceCodeProps } from '../pages/sign-in/device.view.js';
import { DEVICE_PATH } from '../protocol/endpoints.js';

@Controller(DEVICE_PATH)
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class DeviceController {
  constructor(
    private readonly signIns: DeviceSignIns,
    private readonly pageContexts: PageContexts,
  ) {}

  /** The code in the address is only shown in the field (`verification_uri_complete`), so a link alone begins nothing. */
  @Get()
  async show(@Query(USER_CODE_FIELD) code: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(request, response, { code: shown(code) });
  }

  @Post()
  async submit(@Req() request: Request, @Res() response: Response): Promise<void> {
    const code = formField(request, USER_CODE_FIELD);
    if (languageInForm(request)) return this.send(request, response, { code: shown(code) });
    const entered = await this.signIns.enterCode(request, response, code);
    if (entered === 'begun') return;
    if (entered === 'wrong') return this.send(request, response, { code: shown(code), error: 'wrong' }, HttpStatus.BAD_REQUEST);
    response.setHeader('Retry-After', String(entered.wait));
    await this.send(request, response, { code: shown(code), error: { waitSeconds: entered.wait } }, HttpStatus.TOO_MANY_REQUESTS);
  }

  private async send(request: Request, response: Response, props: DeviceCodeProps, status = HttpStatus.OK): Promise<void> {
    answerPage(response, renderDeviceCodePage(await this.pageContexts.contextFor(request), props), status);
  }
}

function shown(code: unknown): string {
  return typeof code === 'string' ? code.slice(0, MAX_USER_CODE) : '';
}
