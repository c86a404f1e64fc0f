// Applications over the JSON API: kinds, templates, warnings, and everything that is wrong with a body at once.
import { beforeAll, describe, expect, it } from 'vitest';
import { introspect, signIn } from '../support/oauth.js';
import { service, useWorld, world } from '../support/use-world.js';
import { REDIRECT_URI } from '../support/world.js';

useWorld();

let applications: string;
beforeAll(async () => {
  applications = `/admin/v1/organizations/${world.organization.id}/projects/${world.projectId}/applications`;
});

const create = (body: object) => service.call('POST', applications, { name: 'App', ...body });

describe('an application of type api', () => {
  it('signs nobody in, and asks about tokens of its project with its own secret', async () => {
    const { status, body } = await create({ type: 'api' });
    expect([status, body.config]).toEqual([
      201,
      expect.objectContaining({ type: 'api', authMethod: 'client_secret_basic', redirectUris: [], responseTypes: [], grantTypes: [] }),
    ]);
    const spa = (await create({ template: 'spa', redirectUris: [REDIRECT_URI] })).body;
    const { tokens } = await signIn(service, world, { clientId: spa.clientId });
    expect((await introspect(service, body, tokens.access_token)).body).toMatchObject({ active: true, client_id: spa.clientId });
    expect((await introspect(service, { ...body, clientSecret: 'wrong' }, tokens.access_token)).status).toBe(401);
    const authorize = await fetch(`${service.url}/oauth/v2/authorize?client_id=${body.clientId}&response_type=code&scope=openid`, {
      redirect: 'manual',
    });
    expect(authorize.status).toBe(400);
  });

  it.each([
    [{ redirectUris: [REDIRECT_URI] }, 'redirectUris'],
    [{ responseTypes: ['code'], grantTypes: ['authorization_code'] }, 'responseTypes'],
    [{ grantTypes: ['refresh_token'] }, 'grantTypes'],
    [{ authMethod: 'none' }, 'authMethod'],
  ])('is refused with %j', async (settings, field) => {
    const { status, body } = await create({ type: 'api', ...settings });
    expect([status, body.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([400, expect.arrayContaining([`/${field}`])]);
  });
});

describe('a template', () => {
  it.each([
    ['web', { type: 'web', authMethod: 'client_secret_basic' }, true],
    ['spa', { type: 'userAgent', authMethod: 'none' }, false],
    ['native', { type: 'native', authMethod: 'none' }, false],
  ])('%s needs a name and a redirect address, and its application signs people in and refreshes', async (template, settings, hasSecret) => {
    const { status, body } = await create({ template, redirectUris: [REDIRECT_URI] });
    expect([status, body.warnings, 'clientSecret' in body]).toEqual([201, [], hasSecret]);
    expect(body.config).toMatchObject({ ...settings, responseTypes: ['code'], grantTypes: ['authorization_code', 'refresh_token'] });
    expect((await signIn(service, world, body, 'openid offline_access')).tokens.refresh_token).toBeDefined();
  });

  it('gives way to what the body says', async () => {
    const { body } = await create({ template: 'web', authMethod: 'private_key_jwt', redirectUris: [REDIRECT_URI], consentRequired: true });
    expect(body.config).toMatchObject({ authMethod: 'private_key_jwt', consentRequired: true });
    expect((await create({ template: 'api' })).body.config.type).toBe('api');
    expect((await create({ template: 'mainframe' })).body.errors[0].pointer).toBe('/template');
  });

  it('machine is refused with the way to service users, because they are what signs in by itself', async () => {
    const { status, body } = await create({ template: 'machine' });
    expect([status, body.code, body.field]).toEqual([400, 'application.machine', 'template']);
    expect(body.detail).toContain('/service-users');
  });
});

describe('what is wrong with an application', () => {
  it('is said all at once, each with its field', async () => {
    const { status, body } = await create({
      type: 'userAgent',
      authMethod: 'client_secret_post',
      redirectUris: ['https://app.example/#here', 'javascript:alert(1)', REDIRECT_URI],
      grantTypes: ['authorization_code', 'implicit'],
      allowedOrigins: ['https://app.example/path'],
      groupsPrefix: 'a\u0007',
    });
    expect(status).toBe(400);
    const pointers = body.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(pointers.toSorted()).toEqual([
      '/allowedOrigins',
      '/authMethod',
      '/grantTypes',
      '/groupsPrefix',
      '/redirectUris',
      '/redirectUris',
    ]);
    expect(body.errors.map(({ code }: { code: string }) => code)).toContain('application.authMethod');
    expect((await service.call('GET', applications)).body.applications.map(({ name }: { name: string }) => name)).not.toContain('Wrong');
  });
});

describe('warnings', () => {
  it('tell what is allowed and weak, whenever the application is shown, and end with it', async () => {
    const created = (
      await create({
        redirectUris: ['http://app.example/callback'],
        postLogoutRedirectUris: ['http://app.example/'],
        devMode: true,
        authMethod: 'none',
        responseTypes: ['code', 'id_token'],
        accessTokenSeconds: 86_400,
        refreshAbsoluteSeconds: 100 * 86_400,
      })
    ).body;
    const fields = (body: { warnings: Array<{ field: string }> }) => body.warnings.map(({ field }) => field);
    const expected = [
      'redirectUris',
      'postLogoutRedirectUris',
      'responseTypes',
      'devMode',
      'authMethod',
      'accessTokenSeconds',
      'refreshAbsoluteSeconds',
    ];
    expect(fields(created)).toEqual(expected);
    expect(created.warnings[0]).toEqual({
      code: 'application.warning.redirectUris.http',
      field: 'redirectUris',
      message: expect.stringContaining('https'),
    });
    const path = `${applications}/${created.applicationId}`;
    expect(fields((await service.call('GET', path)).body)).toEqual(expected);
    const better = await service.call('PATCH', path, { redirectUris: [REDIRECT_URI], devMode: null, postLogoutRedirectUris: null });
    expect(fields(better.body)).toEqual(['responseTypes', 'authMethod', 'accessTokenSeconds', 'refreshAbsoluteSeconds']);
  });

  it('are none for an application on this machine', async () => {
    expect((await create({ redirectUris: ['http://localhost:3000/callback'] })).body.warnings).toEqual([]);
  });
});
