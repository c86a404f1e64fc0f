// The style sheet, the script and the icon of the pages.
import { Controller, Get, Header, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../../common/access/access.js';
import { SCRIPT, SCRIPT_PATH } from '../layout/script.js';
import { ICON_PATH, iconImage, STYLE_PATH, styleSheet } from '../layout/style.js';

const A_YEAR_SECONDS = 31_536_000;
const A_DAY_SECONDS = 86_400;

@Controller()
@Public()
@ApiExcludeController()
export class PageAssetsController {
  /** The URL contains the version and the organization's choices, so browsers may cache the response. */
  @Get(STYLE_PATH)
  @Header('Content-Type', 'text/css; charset=utf-8')
  @Header('Cache-Control', `public, max-age=${A_YEAR_SECONDS}, immutable`)
  @Header('X-Content-Type-Options', 'nosniff')
  showStyle(@Query() query: Record<string, unknown>): string {
    return styleSheet(query);
  }

  /** The same for all organizations; its content never changes for one address. */
  @Get(SCRIPT_PATH)
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  @Header('Cache-Control', `public, max-age=${A_YEAR_SECONDS}, immutable`)
  @Header('X-Content-Type-Options', 'nosniff')
  showScript(): string {
    return SCRIPT;
  }

  /** Browsers request the second address by default, for documents of this service that are not pages. */
  @Get([ICON_PATH, 'favicon.ico'])
  @Header('Content-Type', 'image/svg+xml')
  @Header('Cache-Control', `public, max-age=${A_DAY_SECONDS}`)
  @Header('X-Content-Type-Options', 'nosniff')
  showIcon(@Query('accent') accent: unknown): string {
    return iconImage(accent);
  }
}
