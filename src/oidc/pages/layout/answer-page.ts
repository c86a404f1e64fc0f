// Sends a page as the response.
import { HttpStatus } from '@nestjs/common';
import type { Response } from 'express';
import { pageHeaders } from './page.view.js';

/** @param formTargets addresses, besides this service, to which the response to one of the page's forms may redirect */
export function answerPage(
  response: Response,
  page: string,
  status: number = HttpStatus.OK,
  formTargets: readonly (string | undefined)[] = [],
): void {
  response.status(status).set(pageHeaders(formTargets)).send(page);
}
