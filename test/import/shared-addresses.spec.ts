// Two people of one organization with the same e-mail address: both are imported, neither can sign in by it, and the importer is told.
// On a server too: addresses are locked by rows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SignInDirectory } from '../../src/users/directory/people/sign-in-directory.service.js';
import { ended, faultsOf, human } from '../support/imports.js';
import { createOrganization, freshName } from '../support/people.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const withAddress = (id: string, email: string) => ({
  ...human(id),
  user: { ...human(id).user, email: { email, isEmailVerified: false } },
});

async function submit(orgId: string, humanUsers: unknown[], query = '') {
  const { body } = await service.call('POST', `/admin/v1/imports${query}`, { dataOrgs: { orgs: [{ orgId, humanUsers }] } });
  const job = await ended(service, body.id);
  const faults = await faultsOf(service, body.id);
  return { job, shared: faults.filter(({ kind }) => kind === 'email.shared') };
}

describe('a shared e-mail address', () => {
  it('is a remark of the import and of its dry run, of later imports too; nobody is refused for it', async () => {
    const orgId = await createOrganization(service);
    const [address, other] = [`${freshName('shared')}@example.com`, `${freshName('own')}@example.com`];
    const ids = ['a', 'b', 'c'].map((name) => `${orgId}-${name}`);
    const people = [withAddress(ids[0] ?? '', address), withAddress(ids[1] ?? '', other), withAddress(ids[2] ?? '', address.toUpperCase())];
    for (const query of ['?dryRun=true', '']) {
      const { job, shared } = await submit(orgId, people, query);
      expect(job, query).toMatchObject({ state: 'done', failed: 0, added: query === '' ? 3 : 0, errors: { 'email.shared': 1 } });
      expect(shared, query).toMatchObject([{ type: 'human_user', line: 3, id: ids[2] }]);
    }
    expect(await service.get(SignInDirectory).findByLogin(address)).toBeUndefined();
    expect((await service.get(SignInDirectory).findByLogin(other))?.userId).toBe(ids[1]);

    const later = await submit(orgId, [withAddress(`${orgId}-d`, other)]);
    expect(later.job).toMatchObject({ added: 1, errors: { 'email.shared': 1 } });
    // The same person again, with the same address, shares it with nobody else.
    const own = `${freshName('alone')}@example.com`;
    await submit(orgId, [withAddress(`${orgId}-e`, own)]);
    expect((await submit(orgId, [withAddress(`${orgId}-e`, own)], '?mode=upsert')).shared).toEqual([]);
  });

  it('in batches far apart is told by the dry run as well', async () => {
    const orgId = freshName('org');
    const people = Array.from({ length: 600 }, (_, i) => human(`${orgId}-${i}`));
    const address = `${freshName('shared')}@example.com`;
    people[1] = withAddress(`${orgId}-1`, address);
    people[599] = withAddress(`${orgId}-599`, address);
    const { job, shared } = await submit(orgId, people, '?dryRun=true');
    expect(job).toMatchObject({ failed: 0, errors: { 'email.shared': 1 } });
    expect(shared.map(({ id }) => id)).toEqual([`${orgId}-599`]);
  });
});
