// An organization with one of everything that paths of the admin API and SCIM name, so that operations of the document find what they are about.
import { exportJWK, generateKeyPair } from 'jose';
import { addClient } from './clients.js';
import { addApp } from './factors.js';
import { addGroup } from './groups.js';
import { ended } from './imports.js';
import { signIn } from './oauth.js';
import { atPlace, type Operation } from './operations.js';
import { createPerson, freshName } from './people.js';
import { createServiceUser } from './service-users.js';
import type { TestService } from './service.js';
import { makeWorld, type World } from './world.js';

/** An organization with one of everything. */
export interface Scene {
  orgId: string;
  /** By the end of the place of a parameter. */
  ids: Readonly<Record<string, string>>;
}

export const ROLE_KEY = 'reader';
/** Parameters that are no ids: every organization has its own of the same name. Those that are one of a few words say so in the document. */
const WORDS: Readonly<Record<string, string>> = {
  'Schemas/{id}': 'urn:ietf:params:scim:schemas:core:2.0:User',
  '{key}': ROLE_KEY,
};

const PROVIDER = { kind: 'oidc', name: 'Directory', issuer: 'http://127.0.0.1:1', clientId: 'gatehouse', clientAuthentication: 'none' };

/** Makes scenes in one service. */
export class Scenes {
  private constructor(
    private readonly service: TestService,
    /** Grants a project to every scene, and is granted theirs. */
    private readonly third: World,
    /** Ids of what belongs to the whole service. */
    private readonly shared: Readonly<Record<string, string>>,
  ) {}

  static async in(service: TestService): Promise<Scenes> {
    const third = await makeWorld(service);
    const { body: started } = await service.call('POST', '/admin/v1/imports', { dataOrgs: { orgs: [] } });
    const scenes = new Scenes(service, third, {
      '{kid}': (await service.call('GET', '/admin/v1/keys')).body.keys[0].kid,
      '{jobId}': (await service.call('GET', '/admin/v1/jobs')).body.jobs[0].jobId,
      '{importId}': String((await ended(service, started.id))['id']),
      'v1/identity-providers/{identityProviderId}': (await service.call('POST', '/admin/v1/identity-providers', PROVIDER)).body
        .identityProviderId,
    });
    await scenes.post(`/admin/v1/organizations/${third.organization.id}/projects/${third.projectId}/roles`, { key: ROLE_KEY });
    return scenes;
  }

  /** The example of an operation's body, about what there is in a scene. */
  bodyOf({ body }: Operation, { ids }: Scene): unknown {
    const example = body?.example;
    if (typeof example !== 'object' || example === null || Array.isArray(example)) return example;
    const [userId, memberId] = [ids['{userId}'], ids['{memberId}']];
    const there = {
      identityProviderId: ids['{identityProviderId}'],
      userId,
      holderId: userId,
      memberIds: [memberId],
      grantedOrgId: this.third.organization.id,
      roleKeys: [ROLE_KEY],
    };
    return { ...example, ...Object.fromEntries(Object.entries(there).filter(([name]) => name in example)) };
  }

  private async send(method: string, path: string, body: unknown) {
    const answer = await this.service.call(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  }

  private post(path: string, body: unknown) {
    return this.send('POST', path, body);
  }

  /** One more organization with one of everything. */
  async make(): Promise<Scene> {
    const world = await makeWorld(this.service);
    const { person, projectId, organization } = world;
    const base = `/admin/v1/organizations/${organization.id}`;
    const { userId } = await createServiceUser(this.service, organization.id, 'ORG_OWNER');
    const userPath = `${base}/service-users/${userId}`;
    const tokens = (await this.service.call('GET', `${userPath}/personal-access-tokens`)).body.personalAccessTokens;
    const group = await addGroup(this.service, organization.id, [person.id]);
    const grouped = { '{groupId}': group.id, '{memberId}': person.id, 'Groups/{id}': group.id, 'Users/{id}': person.id };
    await this.post(`${base}/groups/${group.id}/roles`, { role: 'ORG_OWNER' });
    for (const owner of ['', `/people/${person.id}`, `/service-users/${userId}`])
      await this.send('PUT', `${base}${owner}/metadata/${ROLE_KEY}`, { value: '' });
    return {
      orgId: organization.id,
      ids: {
        ...this.shared,
        ...grouped,
        '{userId}': userId,
        'people/{userId}': person.id,
        'people/_removed/{userId}': await this.addRemovedPerson(organization.id),
        '{domain}': (await this.service.call('GET', `${base}/domains`)).body.domains[0].domain,
        '{connectionId}': (await this.post(`${base}/connections`, { name: freshName() })).connectionId,
        '{tokenId}': tokens[0].tokenId,
        '{identityProviderId}': await this.addProvider(base, person.id),
        ...(await this.addKeyAndSecret('service-users/{userId}', userPath)),
        ...(await this.addProjectContents(organization.id, projectId, userId)),
        ...(await this.addSignedIn(world)),
      },
    };
  }

  private async addRemovedPerson(orgId: string): Promise<string> {
    await this.send('PUT', `/admin/v1/organizations/${orgId}/policies/removedPeople`, { days: 30 });
    const { id } = await createPerson(this.service, {}, orgId);
    await this.send('DELETE', `/admin/v1/organizations/${orgId}/people/${id}`, undefined);
    return id;
  }

  /** An identity provider, to which a person is linked. */
  private async addProvider(base: string, userId: string): Promise<string> {
    const { identityProviderId } = await this.post(`${base}/identity-providers`, PROVIDER);
    await this.post(`${base}/people/${userId}/identity-links`, { identityProviderId, subject: freshName() });
    return identityProviderId as string;
  }

  private async addKeyAndSecret(place: string, path: string): Promise<Record<string, string>> {
    const publicKeyJwk = await exportJWK((await generateKeyPair('ES256')).publicKey);
    return {
      [`${place}/secrets/{secretId}`]: (await this.post(`${path}/secrets`, {})).secretId,
      [`${place}/keys/{keyId}`]: (await this.post(`${path}/keys`, { publicKeyJwk })).keyId,
    };
  }

  private async addProjectContents(orgId: string, projectId: string, userId: string): Promise<Record<string, string>> {
    const base = `/admin/v1/organizations/${orgId}`;
    const project = `${base}/projects/${projectId}`;
    await this.post(`${project}/roles`, { key: ROLE_KEY });
    await this.post(`${project}/members`, { userId, role: 'PROJECT_OWNER' });
    const given = await this.post(`${project}/grants`, { grantedOrgId: this.third.organization.id, roleKeys: [ROLE_KEY] });
    const thirds = `/admin/v1/organizations/${this.third.organization.id}/projects/${this.third.projectId}`;
    const received = await this.post(`${thirds}/grants`, { grantedOrgId: orgId, roleKeys: [ROLE_KEY] });
    const granted = `${base}/granted-projects/${received.grantId}`;
    await this.service.call('POST', `${granted}/_accept`);
    await this.post(`${granted}/members`, { userId, role: 'PROJECT_GRANT_OWNER' });
    const holder = { holderId: userId, roleKeys: [ROLE_KEY] };
    return {
      '{projectId}': projectId,
      'registration-tokens/{tokenId}': (await this.post(`${project}/registration-tokens`, { name: freshName() })).tokenId,
      '{grantId}': given.grantId,
      'granted-projects/{grantId}': received.grantId,
      '{authorizationId}': (await this.post(`${project}/authorizations`, holder)).authorizationId,
      'granted-projects/{grantId}/authorizations/{authorizationId}': (await this.post(`${granted}/authorizations`, holder)).authorizationId,
    };
  }

  /** An application, and a person who is signed in to it and has a second factor. */
  private async addSignedIn(world: World): Promise<Record<string, string>> {
    const base = `/admin/v1/organizations/${world.organization.id}`;
    const client = await addClient(world);
    await signIn(this.service, world, client, 'openid offline_access');
    await addApp(this.service, world.person);
    const of = async (what: string) => (await this.service.call('GET', `${base}/people/${world.person.id}/${what}`)).body[what][0];
    const path = `${base}/projects/${world.projectId}/applications/${client.application.id}`;
    return {
      '{applicationId}': client.application.id,
      '{clientId}': client.clientId,
      '{sessionId}': (await of('sessions')).sessionId,
      '{factorId}': (await of('factors')).factorId,
      ...(await this.addKeyAndSecret('applications/{applicationId}', path)),
    };
  }
}

/** A person to restore is one who was removed. */
const kindOfPlace = ({ path }: Operation, place: string) => (path.endsWith('/_restore') ? 'people/_removed/{userId}' : place);

export const isWord = ({ words }: Operation, name: string, place: string) => name in words || atPlace(WORDS, place) !== undefined;

function idOf({ ids }: Scene, place: string): string {
  const id = atPlace(ids, place);
  if (id === undefined) throw new Error(`The scene has nothing for the path parameter at the end of ${place}; add it there.`);
  return id;
}

/** What a parameter of a path is in a scene. */
export const valueAt = (operation: Operation, scene: Scene, name: string, place: string): string =>
  name === 'orgId'
    ? scene.orgId
    : isWord(operation, name, place)
      ? (operation.words[name] ?? atPlace(WORDS, place) ?? '')
      : idOf(scene, kindOfPlace(operation, place));
