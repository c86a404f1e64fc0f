// The bootstrap of the first start: an organization, an administrator and a service user, with their credentials in one file.
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { ConfigVersion } from './common/database/config-version.js';
import { Database } from './common/database/database.js';
import { DomainError } from './common/primitives/domain-error.js';
import { SettingsError, type Settings, type SettingsRule } from './common/settings/settings.js';
import { OwnApplications } from './oidc/clients/management/own-applications.service.js';
import { StartError } from './storage.js';
import { SYSTEM } from './users/events/events.service.js';
import { Memberships } from './users/roles/memberships/memberships.service.js';
import { Organizations } from './users/organizations/organizations.service.js';
import { assertStrong } from './users/authentication/passwords/password-rules.js';
import { Passwords } from './users/authentication/passwords/passwords.service.js';
import { People } from './users/directory/people/people.service.js';
import { normalizePerson } from './users/directory/people/person/normalize-person.js';
import { emptyPerson, type PersonValues } from './users/directory/people/person/person.js';
import { defaultPolicy } from './users/organizations/policies/policy-kinds.js';
import { ServiceUsers } from './users/directory/service-users/service-users.service.js';
import { ServiceUserCredentials } from './users/directory/service-users/service-user-credentials.service.js';

/** The contents of `bootstrap.json`. */
export interface BootstrapCredentials {
  baseUrl: string;
  orgId: string;
  admin: { userId: string; userName: string; password: string };
  serviceUser: { userId: string; clientId: string; clientSecret: string; personalAccessToken: string };
}

/** The path of the file with the credentials. */
export function bootstrapFile(dataDir: string): string {
  return join(dataDir, 'bootstrap.json');
}

/**
 * Reports bootstrap settings that violate the rules for people, together with the other errors of the settings, before anything is opened.
 * The password matters only at the first start, so it isn't checked here: rules added later must not prevent a restart.
 */
export const bootstrapRule: SettingsRule = ({ bootstrap }) => {
  try {
    normalizePerson(administrator(bootstrap));
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [`BOOTSTRAP_ADMIN_EMAIL cannot be stored: ${error.message}`];
  }
};

/** @throws SettingsError before anything is created */
function assertFirstPassword(password: string): void {
  try {
    assertStrong(defaultPolicy('password'), password);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new SettingsError([`BOOTSTRAP_ADMIN_PASSWORD is refused: ${error.message}`]);
  }
}

/** The first administrator, without the password. */
function administrator({ adminUserName, adminEmail }: Pick<Settings['bootstrap'], 'adminUserName' | 'adminEmail'>): PersonValues {
  return {
    ...emptyPerson(),
    userName: adminUserName,
    givenName: 'First',
    familyName: 'Administrator',
    emails: [{ value: adminEmail, primary: true }],
  };
}

/** Creates the records that the service requires, if they are missing. @returns true if this process created the first organization */
export async function bootstrap(app: INestApplicationContext, settings: Settings): Promise<boolean> {
  const first = await addFirstOrganization(app, settings);
  await app.get(OwnApplications).addMissing();
  return first;
}

async function addFirstOrganization(app: INestApplicationContext, settings: Settings): Promise<boolean> {
  const organizations = app.get(Organizations);
  const file = bootstrapFile(settings.dataDir);
  const draft = `${file}.draft`;
  if (await organizations.any()) {
    await settleDraft(organizations, draft, file);
    return false;
  }
  const adminPassword = settings.bootstrap.adminPassword ?? newPassword();
  assertFirstPassword(adminPassword);
  const adminHash = await app.get(Passwords).hash(adminPassword, { worth: 'administration' });
  const credentials = await app.get(Database).write('bootstrap', async (tx) => {
    // The row lock admits one process at a time.
    await app.get(ConfigVersion).lock(tx);
    if (await organizations.any(tx)) return undefined;
    const { orgName, orgDomain, adminUserName, serviceUserName } = settings.bootstrap;
    const organization = await organizations.createIn(tx, { name: orgName, primaryDomain: orgDomain }, SYSTEM);
    const admin = await app
      .get(People)
      .createIn(tx, organization, { values: administrator(settings.bootstrap), passwordHash: adminHash }, SYSTEM);
    const serviceUsers = app.get(ServiceUsers);
    const service = await serviceUsers.createIn(tx, organization, { userName: serviceUserName, name: 'Bootstrap service user' }, SYSTEM);
    for (const user of [admin, service]) await app.get(Memberships).addToService(tx, organization.no, user, 'IAM_OWNER', SYSTEM);
    const serviceUserCredentials = app.get(ServiceUserCredentials);
    const { clientId, clientSecret } = await serviceUserCredentials.addSecretIn(tx, service, SYSTEM);
    const { token } = await serviceUserCredentials.addPersonalAccessTokenIn(tx, service, {}, SYSTEM);
    const made: BootstrapCredentials = {
      baseUrl: settings.publicUrl,
      orgId: organization.id,
      admin: { userId: admin.id, userName: adminUserName, password: adminPassword },
      serviceUser: { userId: service.id, clientId, clientSecret, personalAccessToken: token },
    };
    // On disk before COMMIT, so that a crash between the two can't lose the only credentials. A draft whose organization doesn't exist is
    // discarded.
    writeDraft(draft, made, settings);
    return made;
  });
  // Another process with the same folder may just have renamed it.
  if (credentials && existsSync(draft)) renameSync(draft, file);
  return credentials !== undefined;
}

/** @throws StartError */
function writeDraft(draft: string, credentials: BootstrapCredentials, { dataDir }: Settings): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flush: true });
  } catch (error) {
    const { code } = error as { code?: string };
    throw new StartError(
      `The first credentials cannot be written to ${draft} (${code}). Check DATA_DIR, and that this user may write there.`,
    );
  }
}

/** After a crash between COMMIT and renaming, the draft is valid if its organization exists. */
async function settleDraft(organizations: Organizations, draft: string, file: string): Promise<void> {
  if (!existsSync(draft)) return;
  const { orgId } = JSON.parse(readFileSync(draft, 'utf8')) as BootstrapCredentials;
  if (await organizations.findOrganization(orgId)) renameSync(draft, file);
  else rmSync(draft);
}

const LETTERS = ['abcdefghijkmnopqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '-_.+'] as const;

/** 20 characters with at least one of each class, without easily confused ones. */
export function newPassword(): string {
  const pick = (from: string) => from[randomInt(from.length)] ?? '';
  const characters = [...LETTERS.map(pick), ...Array.from({ length: 16 }, () => pick(LETTERS.join('')))];
  for (let i = characters.length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [characters[i], characters[j]] = [characters[j] ?? '', characters[i] ?? ''];
  }
  return characters.join('');
}
