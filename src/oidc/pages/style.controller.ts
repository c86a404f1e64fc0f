import { Controller, Get, Header, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../common/access/access.js';
import { STYLE_PATH, styleSheet } from './style.js';

const A_YEAR_SECONDS = 31_536_000;

@Controller(STYLE_PATH)
@Public()
@ApiExcludeController()
export class StyleController {
  /** The address names version and colour, so browsers may keep the answer. */
  @Get()
  @Header('Content-Type', 'text/css; charset=utf-8')
  @Header('Cache-Control', `public, max-age=${A_YEAR_SECONDS}, immutable`)
  @Header('X-Content-Type-Options', 'nosniff')
  show(@Query('accent') accent: unknown): string {
    return styleSheet(accent);
  }
}
