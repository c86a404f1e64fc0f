// The applications that pages of this service sign people in with: the explorer and the console. Each is added at the first start that doesn't find it, with the addresses that PUBLIC_URL gives it.
import type { INestApplicationContext, LoggerService } from '@nestjs/common';
import { ConfigVersion } from '../../common/database/config-version.js';
import { Database } from '../../common/database/database.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import type { NewApplication, OwnApplication } from '../../oidc/clients/application.js';
import { redirectUriFault } from '../../oidc/clients/application-rules.js';
import { Applications, type Application } from '../../oidc/clients/management/applications.service.js';
import { Projects } from '../../oidc/clients/management/projects.service.js';
import { SYSTEM } from '../../users/events/events.service.js';
import { Organizations } from '../../users/organizations/organizations.service.js';

/** A page of this service that signs people in. */
export interface OwnPage {
  /** The id of its application and of its project. */
  id: string;
  /** The name of both. */
  name: string;
  /** In sentences of the log: `The console`. */
  called: string;
  /** Set if the page knows it before it asks. */
  clientId?: string;
  redirectUris: readonly string[];
  postLogoutRedirectUris: readonly string[];
}

/**
 * A public client of the organization that runs the service, for people of every organization: its tokens call the APIs as the person who signs in.
 * Whether it is active is left to those who manage it.
 * @returns undefined when PUBLIC_URL, an id that is taken or the read-only mode does not allow it; the page then offers no sign-in
 */
export async function providePageApplication(
  app: INestApplicationContext,
  page: OwnPage,
  log: LoggerService,
): Promise<Application | undefined> {
  const refuse = (reason: string) => log.log(`${page.called} offers no sign-in: ${reason}`, page.id);
  for (const redirectUri of page.redirectUris) {
    const fault = redirectUriFault(redirectUri, 'userAgent');
    if (fault === undefined) continue;
    refuse(`its address ${redirectUri} ${fault}`);
    return undefined;
  }
  try {
    return await upToDate(app, page);
  } catch (error) {
    const reason = error instanceof DomainError ? reasonOf(error, page) : undefined;
    if (reason === undefined) throw error;
    refuse(reason);
    return undefined;
  }
}

/** Why the application could not be written, if that is no fault of the service. */
function reasonOf({ code, kind }: DomainError, { id }: OwnPage): string | undefined {
  if (code === 'service.readOnly') return 'its address is new, and nothing may be written in the read-only mode';
  return kind === 'conflict' ? `the id ${id} belongs to another project or application` : undefined;
}

async function upToDate(app: INestApplicationContext, page: OwnPage): Promise<Application | undefined> {
  const orgNo = await app.get(Organizations).operatorNo();
  if (orgNo === undefined) return undefined;
  const applications = app.get(Applications);
  const found = await applications.findApplication(orgNo, page.id, page.id);
  if (found === undefined) return add(app, orgNo, page);
  const { redirectUris, postLogoutRedirectUris, requireDpop, responseTypes } = found.config;
  // An administrator may have added response types for another program, whose tokens in addresses can't be bound.
  const canRequireDpop = !responseTypes.some((type) => type.split(' ').includes('token'));
  const settings = { ...settingsOf(page), requireDpop: canRequireDpop };
  if (JSON.stringify(settings) === JSON.stringify({ redirectUris, postLogoutRedirectUris, requireDpop })) return found;
  return applications.updateApplication(orgNo, page.id, page.id, settings, SYSTEM);
}

/** What the service keeps as it is here. The page comes from the service itself, so its tokens can always be bound to a key of the browser. */
function settingsOf({ redirectUris, postLogoutRedirectUris }: OwnPage) {
  return { redirectUris: [...redirectUris], postLogoutRedirectUris: [...postLogoutRedirectUris], requireDpop: true };
}

async function add(app: INestApplicationContext, orgNo: number, page: OwnPage): Promise<Application> {
  const [applications, projects] = [app.get(Applications), app.get(Projects)];
  const { id, name, clientId } = page;
  const input: NewApplication | OwnApplication = {
    id,
    name,
    ...(clientId !== undefined && { clientId }),
    type: 'userAgent',
    ...settingsOf(page),
    apiAccess: true,
  };
  return app.get(Database).write(`${id} application`, async (tx) => {
    // The row lock admits one process at a time.
    await app.get(ConfigVersion).lock(tx);
    const found = await applications.findApplication(orgNo, id, id, tx);
    if (found) return found;
    if (!(await projects.findProject(orgNo, id, tx))) await projects.createProjectIn(tx, orgNo, { id, name }, SYSTEM);
    return applications.addApplicationIn(tx, orgNo, id, input, SYSTEM);
  });
}
