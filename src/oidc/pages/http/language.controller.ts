// Handles the choice of a language from the links at the bottom of every page, and redirects back to that page.
import { Controller, Get, HttpStatus, Inject, Param, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../../common/access/access.js';
import { SETTINGS_TOKEN } from '../../../common/settings/settings.module.js';
import type { Settings } from '../../../common/settings/settings.js';
import { LANGUAGE_PATH, setChosenLanguage } from '../layout/chosen-language.js';
import { isOwnForm } from './own-forms.middleware.js';
import { PageErrors } from './page-errors.filter.js';
import { LANGUAGES } from '../texts/texts.js';
import { parsedUrl } from '../../../common/primitives/parsed-url.js';

@Controller(LANGUAGE_PATH)
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class LanguageController {
  private readonly origin: string;

  constructor(@Inject(SETTINGS_TOKEN) private readonly settings: Settings) {
    this.origin = new URL(settings.publicUrl).origin;
  }

  /** A link on another site does not change the language. */
  @Get(':lang')
  chooseLanguage(@Param('lang') lang: string, @Req() request: Request, @Res() response: Response): void {
    if (isOwnForm(request, this.origin) && LANGUAGES.includes(lang)) setChosenLanguage(response, lang, this.settings.publicUrl);
    response.set('Cache-Control', 'no-store').redirect(HttpStatus.SEE_OTHER, wayBack(request.headers.referer, this.origin));
  }
}

/**
 * Pages send their address to this service as the referrer (see `Referrer-Policy`); any other referrer leads to the root. The result is
 * absolute, because a path may start with `//`.
 */
function wayBack(referrer: string | undefined, origin: string): string {
  const from = parsedUrl(referrer ?? '');
  return from?.origin === origin ? `${origin}${from.pathname}${from.search}` : `${origin}/`;
}
