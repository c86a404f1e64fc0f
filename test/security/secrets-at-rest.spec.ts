// After whole conversations no secret that was used lies anywhere in clear: no table, no file of DATA_DIR (the audit stream is one), no line of the
// log at its loudest, no metric, no trace.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Browser, fill, hiddenOf } from '../support/browser.js';
import { PASSWORD, REDIRECT_URI } from '../support/world.js';
import { authorize, clientToken, introspect, post, redeem, refresh, userinfo, VERIFIER } from '../support/oauth.js';
import { letterTo, wrong } from '../support/mailed-service.js';
import { startMailServer, type MailServer } from '../support/mail-server.js';
import { openTables } from '../support/open-database.js';
import { freshName, patchOf, scimUser } from '../support/people.js';
import { Ground } from '../support/processes.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { freePort, send, type HttpService } from '../support/service.js';

const WRONG_PASSWORD = 'Mistyped-Password-91';
const NEXT_PASSWORD = 'Another-Horse-8';
const CHOSEN_PASSWORD = 'Chosen-by-Code-5';
const MISTYPED_RECOVERY_CODE = 'QQQQQ-77777';
const MISPLACED = 'secret-in-a-broken-body';

let ground: Ground;
let mailServer: MailServer;
/** What must not be found, by name. */
const secrets: Record<string, string> = {};
let log: string;
let metrics: string;
let collector: Receiver;
let tables: Record<string, string>;

beforeAll(async () => {
  if (!existsSync('dist/src/main.js')) throw new Error('The service is not built; run: npm run build');
  mailServer = await startMailServer();
  const mail = { SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`, MAIL_FROM: 'no-reply@example.com' };
  collector = await startReceiver();
  const metricsPort = String(await freePort());
  ground = await Ground.make({
    LOG_LEVEL: 'trace',
    ACCESS_LOG: 'all',
    SLOW_STATEMENT_MS: '1',
    SERVER_TIMING: 'true',
    METRICS_PORT: metricsPort,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    ...mail,
  });
  ground.env['AUDIT_STREAM'] = `file:${join(ground.dataDir, 'audit.ndjson')}`;
  const process = await ground.start();
  const { serviceUser, admin } = ground.credentials;
  const service: HttpService = {
    url: process.url,
    call: (method, path, body, { token = serviceUser.personalAccessToken, type, headers = {} } = {}) =>
      send(process.url + path, method, body, { ...headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) }, type),
  };
  await converse(service);
  Object.assign(secrets, {
    masterKey: ground.masterKey,
    bootstrapPassword: admin.password,
    bootstrapSecret: serviceUser.clientSecret,
    bootstrapToken: serviceUser.personalAccessToken,
  });
  metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const streamed = () => (existsSync(join(ground.dataDir, 'audit.ndjson')) ? files()['audit.ndjson'] : undefined) ?? '';
  await vi.waitFor(() => expect(streamed()).toContain('bjensen'), { timeout: 60_000 });
  expect(await process.end('SIGTERM')).toBe(0);
  log = process.output();
  tables = await openTables(ground.env);
});
afterAll(async () => {
  await ground?.clear();
  await collector.close();
  await mailServer.close();
});

/** Mails every kind of code to a person, and opens where the link leads; the reset is used, one way wrong and one right. */
async function mailCodes(service: HttpService, orgId: string): Promise<void> {
  const people = `/admin/v1/organizations/${orgId}/people`;
  const add = async (userName: string, more: Record<string, unknown>) =>
    (await service.call('POST', `/scim/v2/${orgId}/Users`, scimUser(userName, more))).body.id as string;
  const [forgetful, newcomer] = [await add('forgetful', { password: PASSWORD }), await add('newcomer', {})];
  const browser = new Browser(service.url);
  const keep = async (name: string, address: string, count = 1) => {
    const letter = await letterTo({ mailServer }, address, count);
    Object.assign(secrets, { [name]: letter.code, [`${name}Bare`]: letter.code.replace('-', '') });
    return { ...letter, page: await browser.open(letter.link) };
  };
  await service.call('POST', `${people}/${forgetful}/_send-verification`);
  await keep('verificationCode', 'forgetful@example.com');
  await service.call('POST', `${people}/${newcomer}/_invite`);
  await keep('invitationCode', 'newcomer@example.com');
  await fill(browser, await browser.open(`${service.url}/password/forgotten`), { loginName: 'forgetful@rest.example' });
  const { code, page } = await keep('resetCode', 'forgetful@example.com', 2);
  await fill(browser, page, { code: wrong(code), newPassword: CHOSEN_PASSWORD });
  expect((await fill(browser, page, { code, newPassword: CHOSEN_PASSWORD })).html).toContain('Your password has been changed');
}

/** Sets an authenticator app up, signs in by a recovery code, and mistypes one. */
async function useSecondFactors(service: HttpService, loginName: string): Promise<void> {
  const browser = new Browser(service.url);
  const page = `${service.url}/account/second-step`;
  await browser.submit(await browser.open(page), loginName, NEXT_PASSWORD);
  const asked = await browser.submitButton(await browser.open(page), 'Set up');
  const form = await fill(browser, asked, { currentPassword: NEXT_PASSWORD });
  const totpSecret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(form.html ?? '')?.[1] ?? '').replaceAll(' ', '');
  const done = await fill(browser, form, { code: generateSync({ secret: totpSecret }) });
  const [recoveryCode = '', unusedRecoveryCode = ''] = [...(done.html ?? '').matchAll(/<code>([0-9A-Z]{5}-[0-9A-Z]{5})<\/code>/g)].map(
    ([, code = '']) => code,
  );
  const other = new Browser(service.url);
  const step = await other.submit(await other.open(page), loginName, NEXT_PASSWORD);
  const way = await other.submitButton(step, 'Use a recovery code');
  const again = await fill(other, way, { code: MISTYPED_RECOVERY_CODE });
  await fill(other, again, { code: recoveryCode });
  expect((await other.open(page)).html).toContain('You have 9 codes left');
  Object.assign(secrets, {
    totpSecret,
    setup: hiddenOf(form)['setup'] ?? '',
    recoveryCode,
    unusedRecoveryCode,
    bareRecoveryCode: recoveryCode.replace('-', ''),
    mistypedRecoveryCode: MISTYPED_RECOVERY_CODE,
  });
}

/** Everything that makes or takes a secret, the right way and the wrong way. */
async function converse(service: HttpService): Promise<void> {
  const { orgId } = (await service.call('POST', '/admin/v1/organizations', { name: 'Example', primaryDomain: 'rest.example' })).body;
  const base = `/admin/v1/organizations/${orgId}`;
  const users = `/scim/v2/${orgId}/Users`;
  const person = (await service.call('POST', users, scimUser('bjensen', { password: PASSWORD }))).body;
  const { projectId } = (await service.call('POST', `${base}/projects`, { name: 'Portal' })).body;
  const application = (
    await service.call('POST', `${base}/projects/${projectId}/applications`, {
      name: 'App',
      redirectUris: [REDIRECT_URI],
      grantTypes: ['authorization_code', 'refresh_token'],
    })
  ).body;
  const second = (await service.call('POST', `${base}/projects/${projectId}/applications/${application.applicationId}/secrets`, {})).body;
  const { userId } = (await service.call('POST', `${base}/service-users`, { userName: freshName() })).body;
  const machine = (await service.call('POST', `${base}/service-users/${userId}/secrets`, {})).body;
  const { token: personal } = (await service.call('POST', `${base}/service-users/${userId}/personal-access-tokens`, {})).body;

  const signIn = await authorize(service, { loginName: 'bjensen@rest.example' }, application.clientId, { scope: 'openid offline_access' });
  const tokens = (await redeem(service, application, signIn.code)).body;
  const renewed = (await refresh(service, application, tokens.refresh_token)).body;
  const unused = await authorize(service, { loginName: 'bjensen@rest.example' }, application.clientId);
  const machineToken = await clientToken(service, machine);
  for (const token of [tokens.access_token, renewed.access_token, machineToken, personal]) await userinfo(service, token);
  await introspect(service, application, tokens.access_token);
  await post(service, '/oauth/v2/revoke', { token: machineToken }, machine);
  const used = await redeem(service, application, signIn.code);
  expect(used.status).toBe(400);
  await service.call('PATCH', `${users}/${person.id}`, patchOf({ op: 'replace', path: 'password', value: NEXT_PASSWORD }));

  await mailCodes(service, orgId);
  await useSecondFactors(service, 'bjensen@rest.example');

  // What goes wrong is what logs like to tell about.
  const browser = new Browser(service.url);
  const query = new URLSearchParams({
    client_id: application.clientId,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'openid',
  });
  // Somebody whom an ID token names signs in again, and has not yet.
  query.set('id_token_hint', tokens.id_token);
  const hinted = await new Browser(service.url).open(`${service.url}/oauth/v2/authorize?${query.toString()}`);
  expect(hinted.html).toContain('<form');
  query.delete('id_token_hint');
  const login = await browser.open(`${service.url}/oauth/v2/authorize?${query.toString()}`);
  await browser.submit(login, 'bjensen@rest.example', WRONG_PASSWORD);
  await introspect(service, { ...application, clientSecret: MISPLACED }, personal);
  await service.call('POST', '/admin/v1/organizations', `{"name": "${MISPLACED}`);
  await service.call('POST', users, { ...scimUser('x'), password: MISPLACED, nonsense: true });
  await service.call('GET', `${users}?access_token=${personal}`, undefined, { token: null });
  await service.call('GET', users, undefined, { token: `${personal}x` });
  await service.call('POST', '/admin/v1/import', {
    dataOrgs: { orgs: [{ orgId, humanUsers: [{ userId: 'x', user: { userName: 'x', password: { value: MISPLACED } } }] }] },
  });

  Object.assign(secrets, {
    password: PASSWORD,
    nextPassword: NEXT_PASSWORD,
    chosenPassword: CHOSEN_PASSWORD,
    wrongPassword: WRONG_PASSWORD,
    misplaced: MISPLACED,
    applicationSecret: application.clientSecret,
    secondSecret: second.clientSecret,
    serviceUserSecret: machine.clientSecret,
    personalAccessToken: personal,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    renewedRefreshToken: renewed.refresh_token,
    idToken: tokens.id_token,
    usedCode: signIn.code,
    unusedCode: unused.code,
    codeVerifier: VERIFIER,
    browserCookie: /gatehouse_browser=([^;]+)/.exec(signIn.browser.cookieHeader('/oauth/v2/authorize'))?.[1] ?? '',
    sessionCookie: /gatehouse_session=([^;]+)/.exec(signIn.browser.cookieHeader('/oauth/v2/authorize'))?.[1] ?? '',
  });
}

/** The files of DATA_DIR, as they lie there. The credentials of the first start are in a file of their own, by design. */
function files(): Record<string, string> {
  const entries = readdirSync(ground.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries
      .filter(({ name }) => name !== 'bootstrap.json')
      .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'latin1')]),
  );
}

/** Names of the secrets that `text` holds. */
const found = (text: string) => Object.entries(secrets).flatMap(([name, secret]) => (text.includes(secret) ? [name] : []));

describe('a secret that was used', () => {
  it('is long enough to be looked for', () => {
    expect(Object.keys(secrets).length).toBeGreaterThan(30);
    for (const [name, secret] of Object.entries(secrets)) expect(secret, name).toMatch(/^.{10,}$/);
  });

  it('is in no table', () => {
    expect(Object.keys(tables).length).toBeGreaterThan(20);
    expect(tables.users).toContain('bjensen');
    for (const [name, text] of Object.entries(tables)) expect(found(text), name).toEqual([]);
  });

  it('is in no file of the data folder', () => {
    for (const [name, text] of Object.entries(files())) expect(found(text), name).toEqual([]);
  });

  it('is in no line of the log, at its loudest', () => {
    expect(log).toContain('"level"');
    expect(found(log)).toEqual([]);
  });

  it('is in no line of the audit stream, no metric and no trace', () => {
    expect(found(files()['audit.ndjson'] ?? '')).toEqual([]);
    expect(metrics).toContain('gatehouse_http_request_duration_seconds_count');
    expect(found(metrics)).toEqual([]);
    const traces = collector.received.map(({ body }) => body).join('\n');
    expect(traces).toContain('gatehouse.request_id');
    expect(found(traces)).toEqual([]);
  });
});
