// Serves the API document at /openapi.json, and the explorer at /docs, where people try what they may do.
import type { INestApplication } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { API_DOCUMENT_PATH, EXPLORER_PATH, type Settings } from '../../common/settings/settings.js';
import { apiScope } from '../../oidc/protocol/scopes.js';
import { apiDocument } from './api-document.js';

/** The explorer brings a script of its own; nothing from elsewhere may run beside it, and it may call this origin only. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/** Where a sign-in ends: a page that hands the code to the explorer, which opened the window it is in. */
const REDIRECT_PAGE = '/oauth2-redirect.html';

export function explorerRedirectUri(publicUrl: string): string {
  return publicUrl + EXPLORER_PATH + REDIRECT_PAGE;
}

/** What is known of the explorer's sign-in only after the service has looked for its application. */
export interface Explorer {
  /** Call before the service listens. */
  signInWith(application: { clientId: string } | undefined): void;
}

/** Call before the application is initialized. */
export function serveOpenApi(app: INestApplication, settings: Settings): Explorer {
  const { explorer: ui, publicUrl, vendor } = settings;
  /** Of Swagger UI (docs/usage/oauth2.md of swagger-ui). */
  const initOAuth = { clientId: '', scopes: ['openid', apiScope(vendor)], usePkceWithAuthorizationCodeGrant: true };
  if (ui) {
    app.use(EXPLORER_PATH, ({ path }: Request, response: Response, next: NextFunction) => {
      response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
      if (path !== REDIRECT_PAGE) response.setHeader('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
      next();
    });
  }
  SwaggerModule.setup(EXPLORER_PATH, app, () => apiDocument(settings), {
    ui,
    raw: ['json'],
    jsonDocumentUrl: API_DOCUMENT_PATH,
    customSiteTitle: 'Gatehouse API',
    swaggerOptions: {
      queryConfigEnabled: false,
      oauth2RedirectUrl: explorerRedirectUri(publicUrl),
      initOAuth,
      docExpansion: 'none',
      deepLinking: true,
    },
  });
  return {
    signInWith(application) {
      if (application) initOAuth.clientId = application.clientId;
    },
  };
}
