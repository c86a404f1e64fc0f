// The guide to token exchange, command by command as it stands there, with the answers it shows.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blocksUnder } from '../support/guide-blocks.js';
import { Reader } from '../support/guide.js';
import { introspect, signIn } from '../support/oauth.js';
import { requirePrograms } from '../support/programs.js';
import { startService, type TestService } from '../support/service.js';
import { PASSWORD } from '../support/world.js';

const GUIDE = readFileSync('docs/exchange-tokens.md', 'utf8');
const SETUP = /^```sh\n([\s\S]*?)^```$/m.exec(GUIDE)?.[1] ?? '';

let service: TestService;
let reader: Reader;
beforeAll(async () => {
  requirePrograms('sh', 'curl');
  service = await startService();
  reader = new Reader({ 'http://localhost:8080': service.url });
  reader.save('data/bootstrap.json', JSON.stringify(service.credentials));
  await reader.type(SETUP);
});
afterAll(async () => {
  await reader.leave();
  await service.close();
});

/** The answer that the guide shows under a title, with the values of here. */
function shown(title: string): object {
  const [answer = ''] = blocksUnder(GUIDE, title, 'json');
  return JSON.parse(answer.replace(/\$([A-Z]+)/g, (_, name: string) => reader.valueOf(name)));
}

/** Types every block under a title. @returns the answer of each */
async function typeAll(title: string, before: (code: string) => Promise<void> = () => Promise.resolve()): Promise<string[]> {
  const answers: string[] = [];
  for (const code of blocksUnder(GUIDE, title, 'sh')) {
    await before(code);
    answers.push(await reader.type(code));
  }
  return answers;
}

const client = (name: string) => {
  const [clientId = '', clientSecret = ''] = reader.valueOf(name).split(':');
  return { clientId, clientSecret };
};

it('an API gets a token for another API, which is valid for that one alone', async () => {
  const title = '## An API calls another API';
  const scim = await service.call('POST', `/scim/v2/${reader.valueOf('ORG')}/Users`, {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'ada.lovelace',
    name: { givenName: 'Ada', familyName: 'Lovelace' },
    emails: [{ value: 'ada.lovelace@example.com', primary: true }],
    password: PASSWORD,
  });
  reader.set('PERSON', scim.body.id);
  // The web application signs Ada in before the block of the exchange, with the scope of the guide.
  const answers = await typeAll(title, async (code) => {
    if (!code.includes('$PERSON_TOKEN')) return;
    const scope = (/`(openid urn:\S+ urn:\S+)`/.exec(GUIDE)?.[1] ?? '').replace(/\$([A-Z]+)/g, (_, name: string) => reader.valueOf(name));
    const { tokens } = await signIn(service, { loginName: 'ada.lovelace@gatehouse.localhost' }, client('WEB'), scope);
    reader.set('PERSON_TOKEN', tokens.access_token);
  });
  const answer = JSON.parse(answers.at(-1) ?? '');
  expect(answer).toMatchObject({ ...shown(title), sub: reader.valueOf('PERSON') });
  expect((await introspect(service, client('TRAVEL_API'), reader.valueOf('PAYMENTS_TOKEN'))).body).toEqual({ active: false });
});

it('the support acts for a person, which the token and an event say', async () => {
  const title = '## Support acts for a person';
  const answers = await typeAll(title);
  expect(JSON.parse(answers.at(-2) ?? '')).toMatchObject(shown(title));
  const { events } = JSON.parse(answers.at(-1) ?? '');
  expect(events).toMatchObject([{ type: { type: 'user.impersonated' }, editor: { userId: reader.valueOf('DESK') } }]);
});

it('tries every command of the guide', () => {
  const tried = ['## An API calls another API', '## Support acts for a person'].flatMap((title) => blocksUnder(GUIDE, title, 'sh'));
  expect(tried.length + 1).toBe([...GUIDE.matchAll(/^```sh$/gm)].length);
});
