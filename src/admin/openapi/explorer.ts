// Serves the API document at /openapi.json, and the explorer at /docs, where people try what they may do.
import type { INestApplication, INestApplicationContext, LoggerService } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { API_DOCUMENT_PATH, EXPLORER_PATH, type Settings } from '../../common/settings/settings.js';
import type { Application } from '../../oidc/clients/management/applications.service.js';
import { apiScope } from '../../oidc/protocol/scopes.js';
import { providePageApplication } from '../page-applications/page-application.js';
import { pageFiles, RENEWAL_PAGE } from '../page-applications/page-files.js';
import { documentHandler } from './api-document.js';

/** The page itself, and where the sign-in page returns to. */
const PAGES = ['/', '/signed-in'];
/** What the page signs in with. */
const SIGN_IN_PATH = '/sign-in.json';

/** What is known of the explorer's sign-in only after the service has looked for its application. */
export interface Explorer {
  /** Call before the service listens. */
  signInWith(application: { clientId: string } | undefined): void;
}

/** Call before the application is initialized. */
export function serveOpenApi(app: INestApplication, settings: Settings): Explorer {
  const signIn: { scope: string; clientId?: string } = { scope: `openid ${apiScope(settings.vendor)}` };
  app.use(API_DOCUMENT_PATH, documentHandler(settings));
  if (settings.explorer) {
    app.use(EXPLORER_PATH + SIGN_IN_PATH, ({ path }: Request, response: Response, next: NextFunction) => {
      if (path !== '/') return next();
      response.set('Cache-Control', 'no-store').json(signIn);
    });
    app.use(EXPLORER_PATH, pageFiles({ folder: 'explorer', called: 'The explorer', isPage: (path) => PAGES.includes(path) }));
  }
  return {
    signInWith(application) {
      if (application) signIn.clientId = application.clientId;
    },
  };
}

/** The application that the explorer signs people in with. @returns undefined when the explorer can have none; it then takes a token only */
export async function provideExplorerApplication(
  app: INestApplicationContext,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  log: LoggerService,
): Promise<Application | undefined> {
  const base = publicUrl + EXPLORER_PATH;
  const page = {
    id: 'api-explorer',
    name: 'API explorer',
    called: 'The API explorer',
    redirectUris: [`${base}/signed-in`, `${base}/${RENEWAL_PAGE}`],
    postLogoutRedirectUris: [base],
  };
  return providePageApplication(app, page, log);
}
