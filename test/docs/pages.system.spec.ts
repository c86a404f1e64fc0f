// The commands of the guide to the pages, typed into a shell as they stand there.
import { chmodSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blocksUnder } from '../support/guide-blocks.js';
import { eventsOf } from '../support/people.js';
import { Reader } from '../support/guide.js';
import { requirePrograms } from '../support/programs.js';
import { startService, type TestService } from '../support/service.js';

const GUIDE = readFileSync('docs/pages.md', 'utf8');
const BLOCKS = blocksUnder(GUIDE, '## Branding', 'sh');
const LOGO_BLOCKS = blocksUnder(GUIDE, '## Logos of applications', 'sh');
const PROVIDER_BLOCKS = blocksUnder(GUIDE, '## Logos of identity providers', 'sh');
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20"><rect width="80" height="20" fill="#0b7a75"/></svg>';

let service: TestService;
let reader: Reader;
beforeAll(async () => {
  requirePrograms('sh');
  service = await startService();
  await service.call('POST', '/admin/v1/organizations', { orgId: 'acme', name: 'Acme', primaryDomain: 'acme.example' });
  reader = new Reader({});
  reader.save('data/bootstrap.json', JSON.stringify(service.credentials));
  reader.save('logo.svg', LOGO);
  reader.save('bin/gatehouse', `#!/bin/sh\nexec node ${resolve('dist/src/cli/gatehouse.js')} "$@"\n`);
  chmodSync(join(reader.folder, 'bin/gatehouse'), 0o755);
});
afterAll(async () => {
  await reader?.leave();
  await service?.close();
});

it('sets and removes the logo of an application', async () => {
  const projects = `/admin/v1/organizations/${service.credentials.orgId}/projects`;
  await service.call('POST', projects, { projectId: 'intranet', name: 'Intranet' });
  const body = { applicationId: 'timesheet', name: 'Time sheet', redirectUris: ['https://app.example.com/callback'] };
  await service.call('POST', `${projects}/intranet/applications`, body);
  for (const block of LOGO_BLOCKS) await reader.type(block);
  const events = (await eventsOf(service, 'timesheet')).filter(({ payload }) => 'changed' in payload);
  expect(events.map(({ payload }) => payload)).toEqual([{ changed: ['logo'] }, { changed: ['logo'] }]);
});

it('sets and removes the logo of an identity provider', async () => {
  const { orgId } = service.credentials;
  const settings = { kind: 'oidc', name: 'Okta', issuer: 'https://acme.okta.com', clientId: 'gatehouse', clientAuthentication: 'none' };
  await service.call('POST', `/admin/v1/organizations/${orgId}/identity-providers`, settings);
  for (const block of PROVIDER_BLOCKS) await reader.type(block);
  const events = (await eventsOf(service, orgId)).filter(({ type }) => type === 'org.idp.changed');
  expect(events.map(({ payload }) => payload.changed)).toEqual([['logo'], ['logo']]);
});

it('publishes the look with its links, words and logo, after a preview whose address works', async () => {
  let written = '';
  for (const block of BLOCKS) written += await reader.type(block);
  const [address = ''] = /http\S+preview\S*/.exec(written) ?? [];
  expect([address, (await fetch(address)).status]).toEqual([expect.stringContaining(service.url), 200]);
  const { published, draft } = (await service.call('GET', '/admin/v1/organizations/acme/branding')).body;
  expect(draft).toBeNull();
  expect(published).toMatchObject({
    accent: '0b7a75',
    layout: 'split',
    cornerRadius: 'large',
    links: { help: 'https://example.com/help', imprint: 'https://example.com/imprint' },
    texts: { en: { signInTitle: 'Welcome aboard' } },
  });
  const logo = await fetch(new URL(published.logoLight, service.url));
  expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/png']);
});
