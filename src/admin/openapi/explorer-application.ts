// The application that the API explorer signs people in with: added at the first start that does not find it, with the addresses that PUBLIC_URL gives it.
import type { INestApplicationContext, LoggerService } from '@nestjs/common';
import { ConfigVersion } from '../../common/database/config-version.js';
import { Database } from '../../common/database/database.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import type { Settings } from '../../common/settings/settings.js';
import type { NewApplication } from '../../oidc/clients/application.js';
import { redirectUriFault } from '../../oidc/clients/application-rules.js';
import { Applications, type Application } from '../../oidc/clients/management/applications.service.js';
import { Projects } from '../../oidc/clients/management/projects.service.js';
import { SYSTEM } from '../../users/events/events.service.js';
import { Organizations } from '../../users/organizations/organizations.service.js';
import { explorerRedirectUri } from './explorer.js';

/** Its id, and that of its project. */
const ID = 'api-explorer';
const NAME = 'API explorer';

/** By the code or the kind of what refuses to write it down. */
const WHY_NOT: Readonly<Record<string, string>> = {
  conflict: `the id ${ID} belongs to another project or application`,
  'service.readOnly': 'its address is new, and nothing may be written in the read-only mode',
};

/**
 * A public client of the organization that runs the service, for people of every organization: its tokens call the APIs as the person who signs in.
 * Whether it is active is left to those who manage it.
 * @returns undefined when PUBLIC_URL, an id that is taken or the read-only mode does not allow it; the explorer then takes a token only
 */
export async function provideExplorerApplication(
  app: INestApplicationContext,
  { publicUrl }: Settings,
  log: LoggerService,
): Promise<Application | undefined> {
  const redirectUri = explorerRedirectUri(publicUrl);
  const fault = redirectUriFault(redirectUri, 'userAgent');
  if (fault !== undefined) {
    log.log(`The API explorer offers no sign-in: its address ${redirectUri} ${fault}`, 'explorer');
    return undefined;
  }
  try {
    return await upToDate(app, redirectUri);
  } catch (error) {
    const reason = error instanceof DomainError ? (WHY_NOT[error.code] ?? WHY_NOT[error.kind]) : undefined;
    if (reason === undefined) throw error;
    log.log(`The API explorer offers no sign-in: ${reason}`, 'explorer');
    return undefined;
  }
}

async function upToDate(app: INestApplicationContext, redirectUri: string): Promise<Application | undefined> {
  const orgNo = await app.get(Organizations).operatorNo();
  if (orgNo === undefined) return undefined;
  const applications = app.get(Applications);
  const found = await applications.findApplication(orgNo, ID, ID);
  if (found === undefined) return add(app, orgNo, redirectUri);
  if (found.config.redirectUris.join() === redirectUri) return found;
  return applications.updateApplication(orgNo, ID, ID, { redirectUris: [redirectUri] }, SYSTEM);
}

async function add(app: INestApplicationContext, orgNo: number, redirectUri: string): Promise<Application> {
  const [applications, projects] = [app.get(Applications), app.get(Projects)];
  const input: NewApplication = { id: ID, name: NAME, type: 'userAgent', redirectUris: [redirectUri], apiAccess: true };
  return app.get(Database).write('explorer application', async (tx) => {
    // The row lock admits one process at a time.
    await app.get(ConfigVersion).lock(tx);
    const found = await applications.findApplication(orgNo, ID, ID, tx);
    if (found) return found;
    if (!(await projects.findProject(orgNo, ID, tx))) await projects.createProjectIn(tx, orgNo, { id: ID, name: NAME }, SYSTEM);
    return applications.addApplicationIn(tx, orgNo, ID, input, SYSTEM);
  });
}
