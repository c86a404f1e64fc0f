// Parses the forms of our own pages, refuses forms sent by another site, and shares turns fairly between networks.
import { setImmediate as immediately } from 'node:timers/promises';
import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import { urlencoded, type NextFunction, type Request, type Response } from 'express';
import { BODY_BYTES } from '../../../common/admission/request-bounds.js';
import { retryAfterSeconds } from '../../../common/primitives/domain-error.js';
import { FairQueue } from '../../../common/concurrency/fair-queue.js';
import { SETTINGS_TOKEN } from '../../../common/settings/settings.module.js';
import type { Settings } from '../../../common/settings/settings.js';
import { networkOf } from '../../../common/http/client-network.js';
import { languageInForm, setChosenLanguage } from '../layout/chosen-language.js';
import { PageErrors, type ErrorName } from './page-errors.filter.js';

/** No form has more fields or bytes. */
const FORM_LIMITS = { extended: false, limit: BODY_BYTES.pageForm, parameterLimit: 20 };

/** More forms would have to wait for many seconds. The last ones are refused; they belong to the network that sends the most. */
const MAX_WAITING = 4_096;
/**
 * Per turn the event loop accepts one connection. With one turn per form, a new connection would wait for a form of every connection queued
 * before it.
 */
const TURNS_BEFORE_FORM = 8;

/**
 * Parses the forms of pages, and refuses those not sent from one of our own. Forms are admitted one by one, with turns of the event loop in
 * between. Otherwise a hundred forms that one network sends at once would be processed before another network's form is even read.
 */
@Injectable()
export class OwnForms implements NestMiddleware {
  private readonly line = new FairQueue('page', 1, MAX_WAITING);
  private readonly parseForm = urlencoded(FORM_LIMITS);
  private readonly origin: string;

  constructor(
    private readonly pageErrors: PageErrors,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {
    this.origin = new URL(settings.publicUrl).origin;
  }

  use(request: Request, response: Response, next: NextFunction): void {
    if (request.method !== 'POST') return next();
    const refuse = (name: ErrorName) => void this.refuse(request, response, name, next);
    if (!isOwnForm(request, this.origin)) return refuse('foreign');
    this.parseForm(request, response, (error?: unknown) => {
      if (error === undefined) {
        this.keepLanguage(request, response);
        return void this.letIn(request, response, next);
      }
      refuse((error as { type?: unknown }).type === 'entity.too.large' ? 'tooLarge' : 'form');
    });
  }

  private keepLanguage(request: Request, response: Response): void {
    const lang = languageInForm(request);
    if (lang !== undefined) setChosenLanguage(response, lang, this.settings.publicUrl);
  }

  private async letIn(request: Request, response: Response, next: NextFunction): Promise<void> {
    const claim = { rank: 0, shares: [networkOf(request.ip ?? '')] };
    try {
      await this.line.runInTurn(claim, turnsOfTheLoop);
    } catch (error) {
      response.setHeader('Retry-After', retryAfterSeconds(error));
      return this.refuse(request, response, 'busy', next);
    }
    next();
  }

  private async refuse(request: Request, response: Response, name: ErrorName, next: NextFunction): Promise<void> {
    try {
      await this.pageErrors.sendErrorPage(request, response, name, request.originalUrl);
    } catch (error) {
      next(error);
    }
  }
}

async function turnsOfTheLoop(): Promise<void> {
  for (let turn = 0; turn < TURNS_BEFORE_FORM; turn++) await immediately();
}

/**
 * Whether a form comes from our own page, against login CSRF (RFC 9700 section 4.7): browsers send the origin of a form. Programs that do
 * not are accepted, because they also need the cookies of this sign-in, which browsers do not send from other sites.
 * @param origin of this service
 */
export function isOwnForm({ headers }: Pick<Request, 'headers'>, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  return headers.origin === undefined || headers.origin === origin;
}

/** A field of a form; empty if it is missing or was sent twice. */
export function formField(request: Request, name: string): string {
  const value = (request.body as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}

/** Whether a form has the field, even if it is empty. */
export function hasField(request: Request, name: string): boolean {
  return (request.body as Record<string, unknown> | undefined)?.[name] !== undefined;
}
