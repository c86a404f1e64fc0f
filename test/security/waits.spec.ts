// Requests that wait inside the service, for a turn or between parts of long work, are judged again: what ended meanwhile ends them.
import { availableParallelism } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ExportsRepository } from '../../src/admin/exports/exports.repository.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { Admission } from '../../src/common/access/principal.js';
import { PublishedProofs } from '../../src/users/organizations/published-proofs.service.js';
import { ResourceOperations } from '../../src/scim/resources/resource-operations.service.js';
import { PasswordQueue } from '../../src/users/authentication/passwords/password-queue.service.js';
import { createOrganization, createPerson, eventsOf, freshName, patchOf, scimUser, usersPath } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { startService, type Answer, type TestService } from '../support/service.js';

const PASSWORD = 'Correct-Horse-7';

let service: TestService;
let orgId: string;
let person: string;
beforeAll(async () => {
  service = await startService();
  orgId = await createOrganization(service);
  person = (await createPerson(service, {}, orgId)).id;
  // The last owner cannot be deactivated.
  await createServiceUser(service, orgId, 'ORG_OWNER');
});
afterAll(() => service.close());
afterEach(() => vi.restoreAllMocks());

type Caller = Awaited<ReturnType<typeof createServiceUser>>;

const org = () => `/admin/v1/organizations/${orgId}`;
const deactivate = async ({ userId }: Caller) =>
  expect((await service.call('POST', `${org()}/service-users/${userId}/_deactivate`)).status).toBe(200);
const unassign = ({ userId }: Caller) => service.call('DELETE', `${org()}/members/${userId}/ORG_OWNER`);
const newcomer = () => {
  const name = freshName('newcomer');
  return { userName: name, givenName: 'Given', familyName: 'Family', emails: [{ value: `${name}@example.com`, primary: true }] };
};

/** Whatever sets a password waits for its hash. */
const SETS_PASSWORD: ReadonlyArray<[what: string, send: (token: string) => Promise<Answer>]> = [
  [
    'a create by SCIM',
    (token) => service.call('POST', usersPath(service, orgId), scimUser(freshName(), { password: PASSWORD }), { token }),
  ],
  [
    'a change by SCIM',
    (token) =>
      service.call(
        'PATCH',
        `${usersPath(service, orgId)}/${person}`,
        patchOf({ op: 'replace', path: 'password', value: PASSWORD }, { op: 'replace', path: 'displayName', value: 'Other' }),
        { token },
      ),
  ],
  ['a create by the admin API', (token) => service.call('POST', `${org()}/people`, { ...newcomer(), password: PASSWORD }, { token })],
  [
    'a temporary password',
    (token) => service.call('POST', `${org()}/people/${person}/_set-temporary-password`, { password: PASSWORD }, { token }),
  ],
];

describe('in the queue of password hashes', () => {
  it.each(SETS_PASSWORD)('%s ends with its caller', async (_, send) => {
    const caller = await createServiceUser(service, orgId, 'ORG_OWNER');
    const before = await eventsOf(service, person);
    const { queued, release } = holdPasswordQueue();
    const answer = send(caller.token);
    await queued;
    await deactivate(caller);
    await release();
    expect((await answer).status).toBe(401);
    expect(await eventsOf(service, person)).toEqual(before);
  });

  it('the roles of a caller that lost one count, not those from before', async () => {
    const caller = await createServiceUser(service, orgId, 'ORG_OWNER');
    await service.call('POST', `${org()}/members`, { userId: caller.userId, role: 'ORG_USER_MANAGER' });
    const owner = await createPerson(service, {}, orgId);
    await service.call('POST', `${org()}/members`, { userId: owner.id, role: 'ORG_OWNER' });
    const { queued, release } = holdPasswordQueue();
    const change = patchOf({ op: 'replace', path: 'password', value: PASSWORD });
    const answer = service.call('PATCH', `${usersPath(service, orgId)}/${owner.id}`, change, { token: caller.token });
    await queued;
    expect((await unassign(caller)).status).toBe(204);
    await release();
    expect((await answer).status).toBe(403);
  });

  it.each<[what: string, send: (userName: string) => Promise<Answer>]>([
    [
      'a new person',
      (userName) => {
        const emails = [{ value: `${freshName()}@example.com`, primary: true }];
        return service.call('POST', usersPath(service, orgId), scimUser(userName, { password: PASSWORD, emails }));
      },
    ],
    [
      'a renamed person',
      (userName) =>
        service.call(
          'PATCH',
          `${usersPath(service, orgId)}/${person}`,
          patchOf({ op: 'replace', path: 'password', value: PASSWORD }, { op: 'replace', path: 'userName', value: userName }),
        ),
    ],
  ])('%s gets no userName in a domain that another organization has verified meanwhile', async (_, send) => {
    const domain = `${freshName('d')}.example`;
    const other = `/admin/v1/organizations/${await createOrganization(service)}`;
    await service.call('POST', `${other}/domains`, { domain });
    const { queued, release } = holdPasswordQueue();
    const answer = send(`ceo@${domain}`);
    await queued;
    expect((await service.call('POST', `${other}/domains/${domain}/_verify`)).status).toBe(200);
    await release();
    expect(await answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining('belongs to another organization') } });
  });

  it('a new person gets no userName that a domain verified meanwhile puts in front of the address of somebody else', async () => {
    const [domain, userName] = [`${freshName('d')}.example`, freshName('ceo')];
    await createPerson(service, { emails: [{ value: `${userName}@${domain}` }] }, orgId);
    await service.call('POST', `${org()}/domains`, { domain });
    const { queued, release } = holdPasswordQueue();
    const answer = service.call('POST', usersPath(service, orgId), scimUser(userName, { password: PASSWORD }));
    await queued;
    expect((await service.call('POST', `${org()}/domains/${domain}/_verify`)).status).toBe(200);
    await release();
    expect((await answer).status).toBe(409);
  });
});

it('the proof of a domain that arrives after the end of its caller proves nothing', async () => {
  const caller = await createServiceUser(service, orgId, 'ORG_OWNER');
  const domain = `${freshName('d')}.example`;
  await service.call('POST', `${org()}/domains`, { domain }, { token: caller.token });
  await service.call('POST', `${org()}/domains/${domain}/_challenge`, { method: 'dns' });
  vi.spyOn(service.get(PublishedProofs), 'isPublished').mockImplementationOnce(async () => {
    await deactivate(caller);
    return true;
  });
  expect((await service.call('POST', `${org()}/domains/${domain}/_prove`, undefined, { token: caller.token })).status).toBe(401);
  expect((await service.call('GET', `${org()}/domains/${domain}`)).body.verified).toBe(false);
});

it('a picture that was drawn after the end of its caller is not kept', async () => {
  const caller = await createServiceUser(service, orgId, 'ORG_OWNER');
  const { judgeAgain } = Admission.prototype;
  vi.spyOn(Admission.prototype, 'judgeAgain').mockImplementationOnce(async function (this: Admission) {
    await deactivate(caller);
    return judgeAgain.call(this);
  });
  const content = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>').toString(
    'base64',
  );
  const answer = await service.call('PUT', `${org()}/branding/images/logoLight`, { content }, { token: caller.token });
  expect(answer.status).toBe(401);
  expect((await service.call('GET', `${org()}/branding`)).body.draft).toBeFalsy();
});

it('operations of a bulk request that come after the end of their caller are refused, one by one', async () => {
  const caller = await createServiceUser(service, orgId, 'ORG_USER_MANAGER');
  const resources = service.get(ResourceOperations);
  const create = resources.create.bind(resources);
  vi.spyOn(resources, 'create').mockImplementationOnce(async (...parts) => {
    const made = await create(...parts);
    await deactivate(caller);
    service.get(Clock).advance(1_000);
    return made;
  });
  const operation = () => ({ method: 'POST', path: '/Users', bulkId: freshName(), data: scimUser(freshName()) });
  const body = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
    failOnErrors: 9,
    Operations: [operation(), operation(), operation()],
  };
  const answer = await service.call('POST', usersPath(service, orgId).replace(/Users$/, 'Bulk'), body, { token: caller.token });
  expect(answer.body.Operations.map(({ status }: { status: string }) => status)).toEqual(['201', '401', '401']);
});

it('an export breaks off with the end of its caller, in the middle of the answer', async () => {
  const caller = await createServiceUser(service, orgId, 'IAM_OWNER');
  const rows = service.get(ExportsRepository);
  const listPeople = rows.listPeople.bind(rows);
  vi.spyOn(rows, 'listPeople').mockImplementationOnce(async (...parts) => {
    const found = await listPeople(...parts);
    await deactivate(caller);
    service.get(Clock).advance(1_000);
    return found;
  });
  const exported = service.call('GET', `${org()}/export`, undefined, { token: caller.token });
  await expect(exported).rejects.toThrow(/terminated|fetch failed/);
});

/** Every place of the queue is in use until `release`; `queued` once somebody has asked for one. */
function holdPasswordQueue(): { queued: Promise<void>; release: () => Promise<void> } {
  const line = service.get(PasswordQueue);
  let free: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (free = resolve));
  const tasks = Array.from({ length: availableParallelism() }, () => line.runInLine({ worth: 'signIn' }, () => held));
  const asked = vi.spyOn(line, 'runInLine');
  return {
    queued: vi.waitFor(() => expect(asked).toHaveBeenCalled(), { timeout: 30_000 }),
    release: async () => {
      free();
      await Promise.all(tasks);
    },
  };
}
