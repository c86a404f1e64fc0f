import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { EVENT_LANGUAGES } from './event-texts.js';

/** The supported language that the caller prefers (RFC 9110 section 12.5.4). */
export const Language = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const http = context.switchToHttp();
  const language = http.getRequest<Request>().acceptsLanguages(...EVENT_LANGUAGES) || 'en';
  http.getResponse<Response>().vary('Accept-Language').setHeader('Content-Language', language);
  return language;
});
