// The application that the API explorer signs people in with.
import type { INestApplicationContext, LoggerService } from '@nestjs/common';
import type { Settings } from '../../common/settings/settings.js';
import type { Application } from '../../oidc/clients/management/applications.service.js';
import { providePageApplication } from '../page-applications/page-application.js';
import { explorerRedirectUri } from './explorer.js';

/** @returns undefined when the explorer can have none; it then takes a token only */
export async function provideExplorerApplication(
  app: INestApplicationContext,
  { publicUrl }: Settings,
  log: LoggerService,
): Promise<Application | undefined> {
  const page = {
    id: 'api-explorer',
    name: 'API explorer',
    called: 'The API explorer',
    redirectUris: [explorerRedirectUri(publicUrl)],
    postLogoutRedirectUris: [],
  };
  return providePageApplication(app, page, log);
}
