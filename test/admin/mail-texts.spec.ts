// What an organization has its mails say, read as a person reads them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/oidc/pages/texts/texts.js';
import { MAIL_KINDS } from '../../src/users/accounts/account-mails.js';
import { createOrganization, createPerson, eventsOf } from '../support/people.js';
import { lettersTo, letterTo, startMailedService, type MailedService } from '../support/mailed-service.js';
import { createServiceUser } from '../support/service-users.js';

let service: MailedService;
let orgId: string;
let texts: string;
beforeAll(async () => {
  service = await startMailedService();
  orgId = await createOrganization(service);
  texts = `/admin/v1/organizations/${orgId}/mail-texts`;
});
afterAll(() => service.close());

const INVITATION = { subject: 'Come to {{organization}}', body: '{{greeting}}\n\nenter {{code}} or open {{link}}\nsoon.' };
const put = (path: string, body: unknown, headers = {}) => service.call('PUT', `${texts}/${path}`, body, { headers });
const get = async (path: string) => (await service.call('GET', `${texts}/${path}`)).body;
const invite = async (preferredLanguage: string, org = orgId) => {
  const { id, userName } = await createPerson(service, { preferredLanguage }, org);
  const path = `/admin/v1/organizations/${org}/people/${id}`;
  const { body } = await service.call('GET', path);
  const to = body.emails[0].value as string;
  expect((await service.call('POST', `${path}/_invite`)).status, userName).toBe(204);
  return to;
};

describe('a text of a mail', () => {
  it('is own, inherited and effective; without one of its own an organization says what the service says', async () => {
    const before = await get('invitation/en');
    expect(before).toEqual({
      kind: 'invitation',
      language: 'en',
      own: null,
      inherited: {
        subject: 'Your account at {{organization}}',
        body: expect.stringContaining('{{greeting}}\n\nan account has been created'),
      },
      effective: before.inherited,
      placeholders: {
        subject: ['organization'],
        body: ['greeting', 'organization', 'code', 'link'],
        required: ['code', 'link'],
      },
    });
    const { status, body } = await put('invitation/en', INVITATION);
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, own: INVITATION, effective: INVITATION });
    expect(await get('invitation/en')).toEqual(body);
    expect((await get('invitation/de')).own).toBeNull();
    const { body: listed } = await service.call('GET', `${texts}?total=true`);
    expect(listed.total).toBe(Object.keys(MAIL_KINDS).length * LANGUAGES.length);
    expect(listed.mailTexts.filter(({ isOwn }: { isOwn: boolean }) => isOwn)).toEqual([
      { kind: 'invitation', language: 'en', isOwn: true },
    ]);
    expect((await service.call('DELETE', `${texts}/invitation/en`)).body).toEqual(before);
    expect(
      (await eventsOf(service, orgId)).filter(({ type }) => type.startsWith('org.mail.')).map(({ type, payload }) => [type, payload]),
    ).toEqual([
      ['org.mail.text.set', { kind: 'invitation', language: 'en' }],
      ['org.mail.text.reset', { kind: 'invitation', language: 'en' }],
    ]);
  });

  it('is what the next mail says in its language, of this organization only', async () => {
    await put('invitation/en', INVITATION);
    const { body: organization } = await service.call('GET', `/admin/v1/organizations/${orgId}`);
    const own = await letterTo(service, await invite('en-GB'));
    expect(own.subject).toBe(`Come to ${organization.name}`);
    expect(own.text.replaceAll('\r\n', '\n')).toMatch(/^Hello [^\n]+,\n\nenter [0-9A-Z]{5}-[0-9A-Z]{5} or open http:\S+\nsoon\.\n\n-- \n/);
    expect(own.html).toContain(`href="${own.link.replaceAll('&', '&amp;')}"`);
    for (const to of [await invite('de'), await invite('en', await createOrganization(service))])
      expect((await lettersTo(service, to))[0]?.subject).not.toContain('Come to');
    expect((await fetch(own.link)).status).toBe(200);
  });

  it.each([
    [{ body: 'no values' }, [['/body', 'mailText.placeholderMissing']]],
    [{ body: '{{code}} {{link}} {{password}}' }, [['/body', 'mailText.placeholderUnknown']]],
    [{ body: '{{code}} {{link}} {{ greeting }}' }, [['/body', 'mailText.placeholderUnknown']]],
    [{ body: '{{code}} {{link}} {{greeting' }, [['/body', 'mailText.placeholderUnknown']]],
    [{ body: '{{code}} {{link}} \u0000' }, [['/body', 'mailText.characters']]],
    [{ body: `{{code}} {{link}}${'x'.repeat(10_000)}` }, [['/body', 'body.invalid']]],
    [{ subject: 'Your {{code}}' }, [['/subject', 'mailText.placeholderUnknown']]],
    [{ subject: 'Hello\r\nBcc: eve@example.com' }, [['/subject', 'body.invalid']]],
    [{ subject: 'Hello\u2028Bcc: eve@example.com' }, [['/subject', 'body.invalid']]],
    [{ subject: '' }, [['/subject', 'body.invalid']]],
  ])('that would not do is refused with its faults, by PUT and by a preview: %j', async (fault, faults) => {
    const missing = faults[0]?.[1] === 'mailText.placeholderMissing' ? [...faults, ...faults] : faults;
    for (const [method, path] of [
      ['PUT', 'resetPassword/en'],
      ['POST', 'resetPassword/en/_preview'],
    ] as const) {
      const { status, body } = await service.call(method, `${texts}/${path}`, { ...INVITATION, ...fault });
      expect(status, method).toBe(400);
      expect(body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code])).toEqual(missing);
    }
    expect((await get('resetPassword/en')).own).toBeNull();
  });

  it.each(['nothing/en', 'invitation/tlh', 'toString/en'])('there is not, is not found: %s', async (path) => {
    const found = await service.call('GET', `${texts}/${path}`);
    expect(found.status).toBe(404);
  });

  it('is changed with the tag that was read, by owners, and is unknown to other organizations', async () => {
    const { headers } = await service.call('GET', `${texts}/locked/fr`);
    const tag = { 'if-match': headers.get('etag') ?? '' };
    expect((await put('locked/fr', { subject: 'Non', body: 'Non.' }, tag)).status).toBe(200);
    expect((await put('locked/fr', { subject: 'Oui', body: 'Oui.' }, tag)).status).toBe(412);
    const viewer = await createServiceUser(service, orgId, 'ORG_OWNER_VIEWER');
    const stranger = await createServiceUser(service, await createOrganization(service), 'ORG_OWNER');
    for (const [{ token }, status] of [
      [viewer, 403],
      [stranger, 404],
    ] as const)
      expect((await service.call('PUT', `${texts}/locked/fr`, { subject: 'Oui', body: 'Oui.' }, { token })).status).toBe(status);
  });
});

describe('a preview', () => {
  it('shows the mail with values made up, escapes what is no value, and sends and changes nothing', async () => {
    const count = service.mailServer.received.length;
    const hostile = { subject: 'A <b>', body: '<img src=x onerror="alert(1)">\r\n{{code}} & {{link}}\n\n\n\n{{greeting}}' };
    const { status, body } = await service.call('POST', `${texts}/resetPassword/de/_preview`, hostile);
    expect(status).toBe(200);
    expect(body.subject).toBe('A <b>');
    expect(body.text).toMatch(/^<img src=x onerror="alert\(1\)">\n7KQ2M-XW94D & http:\S+\/password\/reset\?id=sample&code=sample\n/);
    expect(body.html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;<br>');
    expect(body.html).toContain('<title>A &lt;b&gt;</title>');
    expect(body.html).not.toContain('<img');
    expect(body.text).toContain('Guten Tag Ada Lovelace,');
    expect((await get('resetPassword/de')).own).toBeNull();
    expect(service.mailServer.received).toHaveLength(count);
  });

  it('is in the look of the organization, as the mail will be', async () => {
    const text = { subject: 'A', body: '{{code}} {{link}}' };
    const preview = async () => (await service.call('POST', `${texts}/resetPassword/en/_preview`, text)).body.html;
    expect(await preview()).not.toContain('#8a1c4a');
    await service.call('PUT', texts.replace('mail-texts', 'policies/look'), { accent: '8a1c4a' });
    expect(await preview()).toContain('background:#8a1c4a');
  });
});
