// The application that the console signs people in with.
import type { INestApplicationContext, LoggerService } from '@nestjs/common';
import { CONSOLE_PATH, type Settings } from '../../common/settings/settings.js';
import type { Application } from '../../oidc/clients/management/applications.service.js';
import { CONSOLE_CLIENT_ID } from '../../oidc/protocol/own-clients.js';
import { providePageApplication } from '../page-applications/page-application.js';
import { RENEWAL_PAGE } from '../page-applications/page-files.js';

/** @returns undefined when the console can have none, so that no one can sign in to it */
export async function provideConsoleApplication(
  app: INestApplicationContext,
  { publicUrl }: Settings,
  log: LoggerService,
): Promise<Application | undefined> {
  const base = publicUrl + CONSOLE_PATH;
  const page = {
    id: 'console',
    name: 'Console',
    called: 'The console',
    clientId: CONSOLE_CLIENT_ID,
    redirectUris: [`${base}/signed-in`, `${base}/${RENEWAL_PAGE}`],
    postLogoutRedirectUris: [`${base}/signed-out`],
  };
  return providePageApplication(app, page, log);
}
