// What a sign-in with a directory takes: requests to the directory, units of work, and queries for a typed name. Counted, because times differ.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { Browser } from '../support/browser.js';
import { addProvider, connectDirectory, Visitor } from '../support/directory.js';
import { CLIENT_ID, CLIENT_SECRET, startHostileProvider, type HostileProvider } from '../support/hostile-provider.js';
import { authorizeUrl } from '../support/oauth.js';
import { sentReads, sentStatements } from '../support/sent-statements.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, PASSWORD, REDIRECT_URI, type World } from '../support/world.js';

let service: TestService;
let at: TestService;
let played: HostileProvider;
beforeAll(async () => {
  [service, at] = [await startService({ BACKCHANNEL_ALLOW_PRIVATE: 'true' }), await startService()];
  played = await startHostileProvider(() => Math.floor(Date.now() / 1_000));
});
afterAll(async () => {
  await service.close();
  await at.close();
  await played.close();
});

describe('with its documents in the cache, a sign-in asks the directory', () => {
  /** @returns what the second of two sign-ins has requested */
  async function requested(claims: object): Promise<string[]> {
    const world = await makeWorld(service);
    const providerId = await addProvider(service, world.organization, { issuer: played.origin, clientId: CLIENT_ID }, CLIENT_SECRET, {
      creation: 'automatic',
    });
    const { application } = await world.addApplication();
    const person = { sub: world.organization.id, preferred_username: `ada@${world.organization.primaryDomain}`, name: 'Ada Lovelace' };
    played.userinfo = person;
    played.claims = { sub: person.sub, ...claims };
    const signIn = async () => {
      const visitor = new Visitor(service, at);
      const { url } = await visitor.follow(await visitor.open(application.clientId), `/to/${providerId}`);
      played.authorization = new URL(url).searchParams;
      const answer = new URLSearchParams({ code: 'code-1', state: played.authorization.get('state') ?? '' });
      const end = await visitor.here.open(`${played.authorization.get('redirect_uri')}?${answer}`);
      expect(end.url, end.html).toContain(`${REDIRECT_URI}?code=`);
    };
    await signIn();
    played.requested = [];
    await signIn();
    return played.requested;
  }

  it('for a token and the claims that the ID token lacks', async () => {
    expect(await requested({})).toEqual(['/token', '/userinfo']);
  });

  it('for a token alone, if the ID token has all claims', async () => {
    const claims = { preferred_username: 'grace', name: 'Grace', given_name: 'Grace', family_name: 'Hopper', email: 'grace@example.com' };
    expect(await requested(claims)).toEqual(['/token']);
  });
});

it('a sign-in with a directory takes one unit of work more than one with a password', async () => {
  const world = await makeWorld(service);
  const { providerId, there } = await connectDirectory(service, at, world.organization, { creation: 'automatic' });
  const { application } = await world.addApplication();
  const ways: Record<string, () => Promise<string>> = {
    password: async () => {
      const browser = new Browser(service.url);
      const page = await browser.open(authorizeUrl(service.url, application.clientId, 'openid'));
      return (await browser.submit(page, world.loginName, PASSWORD)).url;
    },
    directory: async () => {
      const visitor = new Visitor(service, at);
      const redirect = await visitor.follow(await visitor.open(application.clientId), `/to/${providerId}`);
      return (await visitor.here.open(await visitor.signInThere(redirect, there.loginName))).url;
    },
  };
  const units: Record<string, string[]> = {};
  for (const [way, signIn] of Object.entries(ways)) {
    // The first one creates the account, the second one notes the use of its link, which is done once an hour.
    for (let i = 0; i < 2; i++) await signIn();
    units[way] = await recordUnits(async () => expect(await signIn()).toContain(`${REDIRECT_URI}?code=`));
  }
  const [password = [], directory = []] = [units['password'], units['directory']];
  expect(directory.filter((unit) => !password.includes(unit))).toEqual([
    'begin sign-in at provider',
    'claim answer of provider',
    'note check of identity',
  ]);
  expect(password.filter((unit) => !directory.includes(unit))).toEqual(['count attempt', 'accept password']);
  expect(directory).toHaveLength(password.length + 1);
});

it('a redirect to a directory takes four statements, its limits among them, and the answer three', async () => {
  const world = await makeWorld(service);
  const { providerId, there } = await connectDirectory(service, at, world.organization, { creation: 'automatic' });
  const { application } = await world.addApplication();
  const visitor = new Visitor(service, at);
  const page = await visitor.open(application.clientId);
  const statementsOf = async (act: () => Promise<unknown>) => {
    const sent = (await sentStatements(act)).filter((sql) => /\b(upstream_requests|pending_sign_ins)\b/.test(sql));
    return sent.map((sql) => /^(\w+) .*?\b(upstream_requests|pending_sign_ins)\b/.exec(sql)?.slice(1).join(' '));
  };
  let url = '';
  const redirecting = async () => ({ url } = await visitor.follow(page, `/to/${providerId}`));
  expect(await statementsOf(redirecting)).toEqual([
    'INSERT upstream_requests',
    'INSERT pending_sign_ins',
    'SELECT pending_sign_ins',
    'SELECT pending_sign_ins',
  ]);
  const callback = await visitor.signInThere({ url }, there.loginName);
  const answering = async () => expect((await visitor.here.fetch(callback, {})).status).toBe(200);
  expect(await statementsOf(answering)).toEqual(['SELECT upstream_requests', 'DELETE pending_sign_ins', 'UPDATE upstream_requests']);
});

it('a sign-in with a directory reads people and factors no more often than one with a password, and the config version about once a request', async () => {
  const world = await makeWorld(service);
  const { providerId, there } = await connectDirectory(service, at, world.organization, { creation: 'automatic' });
  const { application } = await world.addApplication();
  const counted = async (act: () => Promise<unknown>) => {
    const reads = await sentReads(service, act);
    return ['FROM users', 'FROM factor_states'].map((table) => reads.filter(({ sql }) => sql.includes(table)).length);
  };
  const byPassword = async () => {
    const browser = new Browser(service.url);
    const page = await browser.open(authorizeUrl(service.url, application.clientId, 'openid'));
    expect((await browser.submit(page, world.loginName, PASSWORD)).url).toContain(`${REDIRECT_URI}?code=`);
  };
  const byDirectory = async () => {
    const visitor = new Visitor(service, at);
    const redirect = await visitor.follow(await visitor.open(application.clientId), `/to/${providerId}`);
    expect((await visitor.here.open(await visitor.signInThere(redirect, there.loginName))).url).toContain(`${REDIRECT_URI}?code=`);
  };
  for (const act of [byPassword, byDirectory, byDirectory]) await act();
  const reads = await sentReads(service, byDirectory, 'row');
  // Six requests, of which the last resumes the library. It is 13, and up to 25 where each request takes a second, because the keys are looked for then. Reading it for each value took 42.
  expect(reads.filter(({ sql }) => sql.includes('FROM config_version')).length).toBeLessThan(30);
  expect([await counted(byPassword), await counted(byDirectory)]).toEqual([
    [4, 2],
    [3, 2],
  ]);
});

/** Of jobs in the background, which may run meanwhile. */
const OF_JOBS = /^(take lease|end a run of|hold lease of) /;

/** @returns the names of the units of work, and of the statements that are one by themselves */
async function recordUnits(act: () => Promise<unknown>): Promise<string[]> {
  const database = service.get(Database);
  const [{ write, insert, change }, names] = [database, [] as string[]];
  const noted = (name: string, label = name) => void (OF_JOBS.test(name) || names.push(label));
  database.write = (name: string, ...more: never[]) => {
    noted(name);
    return write.call(database, name, ...(more as unknown as [never])) as never;
  };
  database.insert = (name, statement) => {
    noted(name, `alone: ${name}`);
    return insert.call(database, name, statement);
  };
  database.change = (name, ...more) => {
    noted(name, `alone: ${name}`);
    return change.call(database, name, ...more);
  };
  try {
    await act();
  } finally {
    Object.assign(database, { write, insert, change });
  }
  return names;
}

describe('the way of a typed name', () => {
  const COMPANIES = 100;
  let world: World;
  let clientId: string;
  const companies: Array<{ domain: string; directory: string }> = [];
  const addCompany = async () => {
    const { organization } = await makeWorld(service);
    const domains = [organization.primaryDomain];
    const connection = { issuer: played.origin, clientId: CLIENT_ID };
    companies.push({
      domain: domains[0] ?? '',
      directory: await addProvider(service, organization, connection, CLIENT_SECRET, { domains }),
    });
  };
  beforeAll(async () => {
    world = await makeWorld(service);
    clientId = (await world.addApplication()).application.clientId;
    await addCompany();
  });

  /** @returns the queries about providers and domains that find the way of a name in the domain, first with empty caches, then with full ones */
  async function queriesFor(domain: string, expected: string): Promise<{ cold: string[]; warm: string[] }> {
    const browser = new Browser(service.url);
    const page = await browser.open(authorizeUrl(service.url, clientId, 'openid'));
    const type = async () => {
      const response = await browser.fetch(page.url, { method: 'POST', body: new URLSearchParams({ loginName: `ada@${domain}` }) });
      expect(await response.text()).toContain(expected);
    };
    const recorded = async () => {
      const all = (await sentReads(service, type, 'row')).map(({ sql }) => sql);
      expect(all.filter((sql) => /\b(FROM|JOIN) (users|user_values|identity_links)\b/.test(sql))).toEqual([]);
      return all.filter((sql) => /\b(identity_providers|organization_domains)\b/.test(sql));
    };
    // Every change of settings empties the caches.
    await world.addApplication();
    const cold = await recorded();
    return { cold, warm: await recorded() };
  }

  it('takes no query once it is known, else the same few among one and a hundred providers, and none for people', async () => {
    const measured = async () => {
      const { domain = '', directory = '' } = companies.at(-1) ?? {};
      return [await queriesFor(domain, `/to/${directory}`), await queriesFor('nobody.example', 'name="password"')];
    };
    const few = await measured();
    expect(few.map(({ cold, warm }) => [cold.length, warm.length])).toEqual([
      [3, 0],
      [3, 0],
    ]);
    while (companies.length < COMPANIES) await addCompany();
    expect(await measured()).toEqual(few);
  });
});
