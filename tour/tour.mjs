// The main job of the service, played against a running one with real clients: `npm run tour`.
// Reads PUBLIC_URL, PORT and DATA_DIR as the service does. Ends with 0 only if every step held.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { hash } from 'bcrypt';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { browser } from './browser.mjs';

const BASE = (process.env.PUBLIC_URL || `http://localhost:${process.env.PORT || '8080'}`).replace(/\/$/, '');
const CREDENTIALS = join(process.env.DATA_DIR || './data', 'bootstrap.json');
/** No program listens there: the tour reads the address that it would be sent to. */
const CALLBACK = 'http://127.0.0.1:9/callback';
const SCOPE = 'openid profile email groups';
const REQUEST_MS = 30_000;
const SCIM_JSON = 'application/scim+json';
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const RFC7643_8_2 = new URL('../src/scim/protocol/samples/rfc7643-8.2-user-full.json', import.meta.url);
const OLD_COST = 10;

/** Makes names and addresses that no earlier tour used. */
const RUN = randomBytes(4).toString('hex');
const PASSWORD = `Tour-${RUN}-9!`;

/** What a step leaves for the later ones. */
const seen = /** @type {Record<string, any>} */ ({});

/** @type {ReadonlyArray<[string, () => Promise<void>]>} */
const STEPS = [
  ['read the bootstrap credentials and the discovery document', discover],
  ['get a token by client credentials', getToken],
  ['create a person by SCIM (RFC 7643 section 8.2)', createPerson],
  ['find the person by filter', findPerson],
  ['deactivate the person', () => setActive(false)],
  ['reactivate the person', () => setActive(true)],
  ['create a project and an application', createApplication],
  ['sign the person in by authorization code with PKCE', signIn],
  ['verify the ID token against the key set', verifyIdToken],
  ['ask userinfo', askUserinfo],
  ['introspect the access token', introspect],
  ['create a group with the person in it by SCIM', createGroup],
  ['give the group a role of the project', giveRole],
  ['find role and group in the claims of the same token', findClaims],
  ['remove the person from the group and see both gone', leaveGroup],
  ['import two people with bcrypt hashes', importPeople],
  ['sign one of them in with the old password', signInImported],
  ['find both in the event search', findEvents],
  ['revoke the access token and see it inactive', revoke],
];

const started = performance.now();
for (const [number, [title, step]] of STEPS.entries()) {
  const from = performance.now();
  try {
    await step();
  } catch (error) {
    console.error(`${String(number + 1).padStart(2)}  FAILED  ${title}\n    ${explain(error)}`);
    process.exit(1);
  }
  console.log(`${String(number + 1).padStart(2)}  ${title.padEnd(60, ' .')} ${milliseconds(from).padStart(7)}`);
}
console.log(`    ${`${STEPS.length} steps held at ${BASE}`.padEnd(60)} ${milliseconds(started).padStart(7)}`);

async function discover() {
  seen.bootstrap = JSON.parse(readFileSync(CREDENTIALS, 'utf8'));
  const { clientId, clientSecret } = seen.bootstrap.serviceUser;
  seen.service = await configure(clientId, clientSecret);
  const { issuer, jwks_uri: keys } = seen.service.serverMetadata();
  expect('issuer', issuer, BASE);
  seen.keys = createRemoteJWKSet(new URL(keys));
}

async function getToken() {
  const answer = await oidc.clientCredentialsGrant(seen.service, { scope: 'openid' });
  expect('token_type', answer.token_type.toLowerCase(), 'bearer');
  seen.token = answer.access_token;
}

/** The whole example, also what only a server may set: that is ignored (RFC 7644 section 3.3). Names and addresses are this run's own. */
async function createPerson() {
  const sample = JSON.parse(readFileSync(RFC7643_8_2, 'utf8'));
  const wanted = {
    ...sample,
    externalId: `${sample.externalId}-${RUN}`,
    userName: `bjensen-${RUN}@example.com`,
    emails: sample.emails.map((/** @type {{ value: string }} */ email) => ({ ...email, value: `${RUN}-${email.value}` })),
    password: PASSWORD,
  };
  const person = await call('POST', `${scim()}/Users`, 201, wanted);
  expect('userName', person.userName, wanted.userName);
  expect('externalId', person.externalId, wanted.externalId);
  expect('emails', person.emails.length, wanted.emails.length);
  expect('name.familyName', person.name.familyName, wanted.name.familyName);
  expect('meta.location', person.meta.location, `${scim()}/Users/${person.id}`);
  expect('password', person.password, undefined);
  expect('id is given by the service', person.id !== sample.id, true);
  seen.person = person;
}

async function findPerson() {
  const filter = encodeURIComponent(`userName eq "${seen.person.userName.toUpperCase()}"`);
  const page = await call('GET', `${scim()}/Users?filter=${filter}`, 200);
  expect('totalResults', page.totalResults, 1);
  expect('id', page.Resources[0].id, seen.person.id);
}

/** @param {boolean} active */
async function setActive(active) {
  const address = `${scim()}/Users/${seen.person.id}`;
  await call('PATCH', address, 204, { schemas: [PATCH_OP], Operations: [{ op: 'replace', path: 'active', value: active }] });
  expect('active', (await call('GET', address, 200)).active, active);
}

async function createApplication() {
  const organization = `${BASE}/admin/v1/organizations/${seen.bootstrap.orgId}`;
  const { projectId } = await call('POST', `${organization}/projects`, 201, { name: `Tour ${RUN}`, projectRoleAssertion: true });
  const application = await call('POST', `${organization}/projects/${projectId}/applications`, 201, {
    name: 'Tour',
    type: 'web',
    redirectUris: [CALLBACK],
  });
  seen.application = await configure(application.clientId, application.clientSecret);
  seen.clientId = application.clientId;
  seen.project = `${organization}/projects/${projectId}`;
  seen.domain = (await call('GET', organization, 200)).primaryDomain;
}

async function signIn() {
  seen.tokens = await authorize(`${seen.person.userName}@${seen.domain}`, PASSWORD);
  expect('sub', seen.tokens.claims()?.sub, seen.person.id);
}

/** The client library has looked at the claims; here the signature is checked against the published keys. */
async function verifyIdToken() {
  const { payload, protectedHeader } = await jwtVerify(seen.tokens.id_token, seen.keys, { issuer: BASE, audience: seen.clientId });
  expect('alg', protectedHeader.alg, 'RS256');
  expect('sub', payload.sub, seen.person.id);
}

async function askUserinfo() {
  const claims = await oidc.fetchUserInfo(seen.application, seen.tokens.access_token, seen.person.id);
  expect('email', claims.email, seen.person.emails[0].value);
  expect('family_name', claims.family_name, seen.person.name.familyName);
  expect('preferred_username', claims.preferred_username, `${seen.person.userName}@${seen.domain}`);
}

async function introspect() {
  const answer = await oidc.tokenIntrospection(seen.application, seen.tokens.access_token);
  expect('active', answer.active, true);
  expect('sub', answer.sub, seen.person.id);
  expect('client_id', answer.client_id, seen.clientId);
}

async function createGroup() {
  const body = { schemas: [GROUP], displayName: `Tour ${RUN}`, members: [{ value: seen.person.id }] };
  seen.group = await call('POST', `${scim()}/Groups`, 201, body);
  expect('members', seen.group.members.map(valueOf), [seen.person.id]);
  const person = await call('GET', `${scim()}/Users/${seen.person.id}`, 200);
  expect('groups', person.groups.map(valueOf), [seen.group.id]);
}

async function giveRole() {
  await call('POST', `${seen.project}/roles`, 201, { key: 'traveller' });
  await call('POST', `${seen.project}/authorizations`, 201, { holderId: seen.group.id, roleKeys: ['traveller'] });
}

async function findClaims() {
  const given = { traveller: { [seen.bootstrap.orgId]: seen.domain } };
  const answers = [
    await oidc.tokenIntrospection(seen.application, seen.tokens.access_token),
    await oidc.fetchUserInfo(seen.application, seen.tokens.access_token, seen.person.id),
  ];
  for (const claims of answers) {
    expect('roles', rolesIn(claims), given);
    expect('groups', claims.groups, [seen.group.displayName]);
  }
}

async function leaveGroup() {
  const operation = { op: 'remove', path: `members[value eq "${seen.person.id}"]` };
  await call('PATCH', `${scim()}/Groups/${seen.group.id}`, 204, { schemas: [PATCH_OP], Operations: [operation] });
  const claims = await oidc.fetchUserInfo(seen.application, seen.tokens.access_token, seen.person.id);
  expect('roles', rolesIn(claims), undefined);
  expect('groups', claims.groups ?? [], []);
}

/** The claim about the application's own project; its name begins with the vendor. @param {Record<string, unknown>} claims */
function rolesIn(claims) {
  return Object.entries(claims).find(([name]) => name.endsWith(':iam:org:project:roles'))?.[1];
}

/** @param {{ value: string }} element */
function valueOf({ value }) {
  return value;
}

/** Rule 1 of the import: that the organization exists is a remark in `errors`, and its people are added all the same. */
async function importPeople() {
  const { orgId } = seen.bootstrap;
  seen.imported = ['ada', 'grace'].map((name) => ({
    userId: `${name}-${RUN}`,
    userName: `${name}-${RUN}`,
    email: `${name}-${RUN}@example.com`,
  }));
  const hashes = await Promise.all(seen.imported.map(() => hash(PASSWORD, OLD_COST)));
  const humanUsers = seen.imported.map(
    (/** @type {Record<string, string>} */ { userId, userName, email }, /** @type {number} */ index) => ({
      userId,
      user: {
        userName,
        profile: { firstName: 'Tour', lastName: userName },
        email: { email, isEmailVerified: true },
        hashedPassword: { value: hashes[index] },
      },
    }),
  );
  const report = await call('POST', `${BASE}/admin/v1/import`, 200, { dataOrgs: { orgs: [{ orgId, humanUsers }] }, timeout: '1m30s' });
  expect(
    'success.orgs[0].humanUserIds',
    report.success.orgs[0].humanUserIds,
    humanUsers.map((/** @type {{ userId: string }} */ { userId }) => userId),
  );
}

async function signInImported() {
  const [ada] = seen.imported;
  const tokens = await authorize(ada.email, PASSWORD);
  expect('sub', tokens.claims()?.sub, ada.userId);
}

async function findEvents() {
  const { events } = await call('POST', `${BASE}/admin/v1/events/_search`, 200, {
    asc: false,
    limit: 100,
    event_types: ['user.human.added'],
  });
  for (const { userId, userName, email } of seen.imported) {
    const event = events.find((/** @type {Record<string, any>} */ { aggregate }) => aggregate.id === userId);
    expect(`event of ${userId}`, event?.type.type, 'user.human.added');
    expect('payload.userName', event.payload.userName, userName);
    expect('payload.email', event.payload.email, email);
  }
}

async function revoke() {
  await oidc.tokenRevocation(seen.application, seen.tokens.access_token);
  const { active } = await oidc.tokenIntrospection(seen.application, seen.tokens.access_token);
  expect('active', active, false);
}

/** Signs a person in as a browser does, and redeems the code. @param {string} loginName @param {string} password */
async function authorize(loginName, password) {
  const [verifier, state, nonce] = [oidc.randomPKCECodeVerifier(), oidc.randomState(), oidc.randomNonce()];
  const address = oidc.buildAuthorizationUrl(seen.application, {
    redirect_uri: CALLBACK,
    scope: SCOPE,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const tab = browser(REQUEST_MS);
  const page = await tab.open(address, CALLBACK);
  expect('the login page has a form', page.form !== undefined, true);
  const after = await tab.submit(page, { loginName, password }, CALLBACK);
  if (!after.arrived)
    throw new Error(`expected to be sent to ${CALLBACK}, got the page "${after.title}" (${after.status}) at ${after.address}`);
  return oidc.authorizationCodeGrant(seen.application, after.address, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
  });
}

/** @param {string} clientId @param {string} clientSecret */
function configure(clientId, clientSecret) {
  const insecure = BASE.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
  return oidc.discovery(new URL(BASE), clientId, undefined, oidc.ClientSecretBasic(clientSecret), {
    execute: insecure,
    timeout: REQUEST_MS / 1000,
  });
}

function scim() {
  return `${BASE}/scim/v2/${seen.bootstrap.orgId}`;
}

/**
 * One request with the service user's token; answers the body that came.
 * @param {string} method @param {string} address @param {number} status what must come @param {object} [body]
 * @returns {Promise<any>}
 */
async function call(method, address, status, body) {
  const type = address.startsWith(`${BASE}/scim/`) ? SCIM_JSON : 'application/json';
  const response = await fetch(address, {
    method,
    headers: { authorization: `Bearer ${seen.token}`, accept: type, ...(body ? { 'content-type': type } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(REQUEST_MS),
  });
  const text = await response.text();
  if (response.status !== status) throw new Error(`${method} ${address}: expected ${status}, got ${response.status} ${text.slice(0, 500)}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** @param {string} what @param {unknown} actual @param {unknown} wanted */
function expect(what, actual, wanted) {
  if (!isDeepStrictEqual(actual, wanted)) throw new Error(`${what}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(actual)}`);
}

/** @param {unknown} error @returns {string} */
function explain(error) {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  const detail =
    cause instanceof Error ? explain(cause) : cause instanceof Response ? `status ${cause.status}` : cause ? JSON.stringify(cause) : '';
  return detail ? `${message}: ${detail}` : message;
}

/** @param {number} from */
function milliseconds(from) {
  return `${Math.round(performance.now() - from)} ms`;
}
