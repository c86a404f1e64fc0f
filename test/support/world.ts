// An organization of its own for a test, with a person who can sign in and a project for applications.
import { randomUUID } from 'node:crypto';
import { Database } from '../../src/common/database/database.js';
import { Applications, type CreatedApplication } from '../../src/oidc/clients/management/applications.service.js';
import { Projects } from '../../src/oidc/clients/management/projects.service.js';
import type { NewApplication } from '../../src/oidc/clients/application.js';
import { Organizations, type Organization } from '../../src/users/organizations/organizations.service.js';
import { Passwords } from '../../src/users/authentication/passwords/passwords.service.js';
import { People } from '../../src/users/directory/people/people.service.js';
import { emptyPerson, type Person, type PersonValues } from '../../src/users/directory/people/person/person.js';
import { noteSecret } from './secrets.js';
import type { TestService } from './service.js';

const EDITOR = 'test';
export const PASSWORD = 'Correct-Horse-7';
export const REDIRECT_URI = 'https://app.example/callback';

export interface World {
  organization: Organization;
  projectId: string;
  person: Person;
  /** userName@primaryDomain */
  loginName: string;
  addPerson(values: Partial<PersonValues>): Promise<Person>;
  addApplication(input?: Partial<NewApplication>): Promise<CreatedApplication>;
}

const hashes = new Map<number, Promise<string>>();

/** Made once: hashing takes longer than everything else a test needs a person for. */
function hashOfPassword(service: TestService): Promise<string> {
  noteSecret('password', PASSWORD);
  const { passwordHashCost: cost } = service.settings;
  const hash = hashes.get(cost) ?? service.get(Passwords).hash(PASSWORD, { worth: 'signIn' });
  hashes.set(cost, hash);
  return hash;
}

/** An organization of its own, so that tests do not see each other's people. */
export async function makeWorld(service: TestService): Promise<World> {
  const domain = `${randomUUID().slice(0, 8)}.example`;
  const organization = await service.get(Organizations).createOrganization({ name: 'Example', primaryDomain: domain }, EDITOR);
  const project = await service.get(Projects).createProject(organization.no, { name: 'Portal' }, EDITOR);
  const addPerson = async (given: Partial<PersonValues>) => {
    const values = { ...emptyPerson(), userName: 'nobody', ...given };
    const passwordHash = await hashOfPassword(service);
    return service
      .get(Database)
      .write('add person', (tx) => service.get(People).createIn(tx, organization, { values, passwordHash }, EDITOR));
  };
  return {
    organization,
    projectId: project.id,
    person: await addPerson({
      userName: 'bjensen',
      givenName: 'Barbara',
      familyName: 'Jensen',
      emails: [{ value: `bjensen@${domain}`, primary: true }],
      phoneNumbers: [{ value: '+15555555' }],
      addresses: [{ streetAddress: '100 Universal City Plaza', country: 'USA' }],
    }),
    loginName: `bjensen@${domain}`,
    addPerson,
    async addApplication(input = {}) {
      const given = { name: 'App', redirectUris: [REDIRECT_URI], ...input };
      const created = await service.get(Applications).createApplication(organization.no, project.id, given, EDITOR);
      noteSecret('client secret', created.clientSecret);
      return created;
    },
  };
}
