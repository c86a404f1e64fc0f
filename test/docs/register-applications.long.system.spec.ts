// The guide to registration: its commands, by the command line; and a client in another language that registers with the token of the first
// one, by Python with Authlib. A person signs in to it. Authlib has no client for registration, so the program sends that request itself.
// Needs the built command line, and Python with the packages `authlib` and `requests`.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser } from '../support/browser.js';
import { commandLine, type CommandLine } from '../support/command-line.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

const GUIDE = readFileSync('docs/register-applications.md', 'utf8');
const wordsOf = ([, command = '']: RegExpMatchArray) =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
const COMMANDS = [...GUIDE.replaceAll(/ \\\n */g, ' ').matchAll(/^gatehouse (.+)$/gm)].map(wordsOf);
const IN_SENTENCES = [...GUIDE.matchAll(/`gatehouse ([^`]+)`/g)].map(wordsOf);
const REDIRECT_URI = 'https://app.example.com/callback';
const PROGRAM = String.raw`
import os, secrets
import requests
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, jwt

issuer, redirect_uri = os.environ["ISSUER"], os.environ["REDIRECT_URI"]
discovery = requests.get(issuer + "/.well-known/openid-configuration").json()
bearer = lambda token: {"Authorization": "Bearer " + token}
client = requests.post(
    discovery["registration_endpoint"],
    headers=bearer(os.environ["REGISTRATION_TOKEN"]),
    json={"client_name": "Time sheet", "redirect_uris": [redirect_uri], "scope": "openid email"},
).json()

session = OAuth2Session(client["client_id"], client["client_secret"], scope=client["scope"], redirect_uri=redirect_uri, code_challenge_method="S256")
verifier = secrets.token_urlsafe(48)
address, state = session.create_authorization_url(discovery["authorization_endpoint"], code_verifier=verifier)
print(address, flush=True)

tokens = session.fetch_token(discovery["token_endpoint"], authorization_response=input(), state=state, code_verifier=verifier)
keys = JsonWebKey.import_key_set(requests.get(discovery["jwks_uri"]).json())
claims = jwt.decode(tokens["id_token"], keys, claims_options={
    "iss": {"essential": True, "value": issuer}, "aud": {"essential": True, "value": client["client_id"]}, "exp": {"essential": True}})
claims.validate()
person = session.get(discovery["userinfo_endpoint"]).json()
removed = requests.delete(client["registration_client_uri"], headers=bearer(client["registration_access_token"]))
print(claims["sub"], person["sub"], person["email"], removed.status_code, flush=True)
`;

// A system's package may be there for the system's own Python only.
const PYTHON = ['python3', '/usr/bin/python3'].find((python) => spawnSync(python, ['-c', 'import authlib, requests']).status === 0);
let service: TestService;
let world: World;
let cli: CommandLine;
/** What each command of the guide has printed. */
let answers: Array<Record<string, unknown>>;
beforeAll(async () => {
  service = await startService();
  world = await makeWorld(service);
  cli = commandLine(service.credentials);
  for (const id of ['intranet', 'agents']) await cli.json('projects', 'create', '--name', id, '--id', id);
  answers = [];
  for (const words of COMMANDS) answers.push(await cli.json(...words));
});
afterAll(async () => {
  cli.remove();
  await service.close();
});

const register = (query: string, redirectUri: string, token?: string) =>
  fetch(`${service.url}/oauth/v2/register${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ redirect_uris: [redirectUri] }),
  });

it('has commands that add a registration token, which allows what its options say, and open registration', async () => {
  const [portal, policy, open] = answers;
  expect(portal).toMatchObject({
    token: expect.stringMatching(/^gireg_/),
    maxApplications: 5,
    expiresAt: expect.stringMatching(/^2030-01-01T00:00:00/),
  });
  expect((await register('', REDIRECT_URI, String(portal?.['token']))).status).toBe(201);
  expect((await register('', 'https://other.example.com/callback', String(portal?.['token']))).status).toBe(400);
  expect(policy).toMatchObject({ effective: { open: true } });
  expect(open).toMatchObject({ open: true, maxApplications: 200, policy: { unusedDays: 30, loopbackRedirects: true } });
  expect((await register(`?organization=${service.credentials.orgId}`, 'http://127.0.0.1/callback')).status).toBe(201);
});

it('has commands that list and remove the applications of a token', async () => {
  const [token] = answers;
  const [list, remove] = IN_SENTENCES.map((words) => words.map((word) => word.replace('TOKEN_ID', String(token?.['tokenId']))));
  const listed = async () => (await cli.json(...(list ?? []))).applications;
  expect((await register('', REDIRECT_URI, String(token?.['token']))).status).toBe(201);
  expect(await listed()).toContainEqual(expect.objectContaining({ name: 'app.example.com' }));
  await cli.json(...(remove ?? []));
  expect(await listed()).toEqual([]);
});

it.skipIf(PYTHON === undefined)('lets a client in Python register, sign a person in, and remove itself', async () => {
  const env = {
    ...process.env,
    ISSUER: service.url,
    REDIRECT_URI,
    REGISTRATION_TOKEN: String(answers[0]?.['token']),
    // The service has no certificate here, and the address of the browser has none either.
    AUTHLIB_INSECURE_TRANSPORT: '1',
  };
  const program = spawn(PYTHON ?? '', ['-c', PROGRAM], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  const browser = new Browser(service.url);
  const page = await browser.submit(await browser.open(String((await lines.next()).value)), world.loginName, PASSWORD);
  expect(page.html).toContain('Time sheet');
  const end = await browser.submitButton(page, 'Allow');
  program.stdin.end(`${end.url}\n`);
  const { id } = world.person;
  expect((await lines.next()).value).toBe(`${id} ${id} ${world.person.emails[0]?.value} 204`);
});
