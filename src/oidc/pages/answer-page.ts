// How a page is answered.
import { HttpStatus } from '@nestjs/common';
import type { Response } from 'express';
import { pageHeaders } from './page.view.js';

/** @param formTargets beside this service, addresses that the answer to one of its forms may lead to */
export function answerPage(
  response: Response,
  page: string,
  status: number = HttpStatus.OK,
  formTargets: readonly (string | undefined)[] = [],
): void {
  response.status(status).set(pageHeaders(formTargets)).send(page);
}
