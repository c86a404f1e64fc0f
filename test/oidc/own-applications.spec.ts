// The applications that come with the service: there from the first start on, once, and left as an administrator leaves them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootstrap } from '../../src/bootstrap.js';
import { COMMAND_LINE_CLIENT_ID } from '../../src/oidc/protocol/own-clients.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.close());

/** Every application of the first organization, with the address it is managed at. */
async function applications() {
  const projects = `/admin/v1/organizations/${service.credentials.orgId}/projects`;
  const { body } = await service.call('GET', projects);
  const found = await Promise.all(
    (body.projects as Array<{ projectId: string }>).map(async ({ projectId }) => {
      const path = `${projects}/${projectId}/applications`;
      const { applications: ones } = (await service.call('GET', path)).body as { applications: Array<Record<string, string>> };
      return ones.map((one) => ({ path: `${path}/${one['applicationId']}`, ...one }) as Record<string, string> & { path: string });
    }),
  );
  return found.flat();
}

const ofCommandLine = async () => (await applications()).filter((one) => one['clientId'] === COMMAND_LINE_CLIENT_ID);
const startAgain = () => bootstrap(service.service.app, service.settings);

describe('the applications that come with the service', () => {
  it('are there after the first start, and start after start there is one of each', async () => {
    const [first] = await ofCommandLine();
    expect(first).toMatchObject({
      state: 'active',
      config: { type: 'native', authMethod: 'none', apiAccess: true, consentRequired: true },
    });
    await Promise.all([startAgain(), startAgain()]);
    expect(await ofCommandLine()).toEqual([first]);
  });

  it('stay inactive when an administrator does not want them', async () => {
    const [{ path } = { path: '' }] = await ofCommandLine();
    expect((await service.call('POST', `${path}/_deactivate`)).status).toBe(200);
    await startAgain();
    expect(await ofCommandLine()).toMatchObject([{ state: 'inactive' }]);
  });
});
