// Pictures of people, for callers that an application or a directory has given the address.
import { Controller, Get, HttpStatus, Param, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../../common/access/access.js';
import { PersonPictures, PICTURES_PATH } from '../../../users/directory/people/pictures/person-pictures.service.js';
import { PageErrors } from './page-errors.filter.js';

/** So long a picture may still be seen after it was removed. */
const KEPT_SECONDS = 3_600;

@Controller(PICTURES_PATH)
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class PersonPicturesController {
  constructor(private readonly pictures: PersonPictures) {}

  /** Always a PNG that the service has rendered itself. Applications of other origins show it; opened directly, the sandbox prevents all actions. */
  @Get(':id')
  async show(@Param('id') id: string, @Res() response: Response): Promise<void> {
    const content = await this.pictures.find(id);
    response.set({
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    if (!content) return void response.status(HttpStatus.NOT_FOUND).set('Cache-Control', 'no-store').end();
    response.set({ 'Content-Type': 'image/png', 'Cache-Control': `public, max-age=${KEPT_SECONDS}` }).send(content);
  }
}
