// What an organization has its mails say, read as a person reads them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { LANGUAGES } from '../../src/oidc/pages/texts/texts.js';
import { MAIL_KINDS } from '../../src/users/accounts/mails/account-mails.js';
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

const INVITATION = { subject: 'Come to {{organization}}', body: '{{greeting}}\n\nenter\n{{code}}\nor open\n{{link}}\nsoon.' };
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
        body: ['greeting', 'organization', 'code', 'link', 'message', 'loginName'],
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
    expect(own.text.replaceAll('\r\n', '\n')).toMatch(
      /^Hello [^\n]+,\n\nenter\n[0-9A-Z]{5}-[0-9A-Z]{5}\nor open\nhttp:\S+\nsoon\.\n\n-- \n/,
    );
    expect(own.html).toContain(`href="${own.link.replaceAll('&', '&amp;')}"`);
    for (const to of [await invite('de'), await invite('en', await createOrganization(service))])
      expect((await lettersTo(service, to))[0]?.subject).not.toContain('Come to');
    expect((await fetch(own.link)).status).toBe(200);
  });

  it.each([
    [{ body: 'no values' }, [['/body', 'mailText.placeholderMissing']]],
    [{ body: '{{code}}\n{{link}}\n{{password}}' }, [['/body', 'mailText.placeholderUnknown']]],
    [{ body: '{{code}}\n{{link}}\n{{ greeting }}' }, [['/body', 'mailText.placeholderUnknown']]],
    [{ body: '{{code}}\n{{link}}\n{{greeting' }, [['/body', 'mailText.placeholderUnknown']]],
    [{ body: '{{code}}\n{{link}}\n\u0000' }, [['/body', 'mailText.characters']]],
    [{ body: `{{code}}\n{{link}}\n${'x'.repeat(10_000)}` }, [['/body', 'body.invalid']]],
    ...[
      'https://evil.example/r?u={{link}}',
      'https://evil.example/r?u= {{link}}',
      'https://evil.example/r?u=\u2028{{link}}',
      '{{link}}@evil.example',
      '<{{link}}>',
      '{{greeting}}{{link}}',
      '\u2060{{link}}',
      '{{link}} ',
    ].map((line): [object, string[][]] => [{ body: `{{code}}\n${line}` }, [['/body', 'mailText.placeholderJoined']]]),
    [{ body: 'https://evil.example/{{code}}\n{{link}}' }, [['/body', 'mailText.placeholderJoined']]],
    [{ body: '{{code}}\n<https://evil.example/r?u=\n{{link}}\n>' }, [['/body', 'mailText.bracketOpen']]],
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

  it('brings no code or link to somebody with roles beyond the organization, whom its owners do not cover', async () => {
    await put('verifyEmail/en', { subject: 'Ours', body: 'Ours:\n{{code}}\n{{link}}' });
    const person = await createPerson(service, { preferredLanguage: 'en' }, orgId);
    const path = `/admin/v1/organizations/${orgId}/people/${person.id}`;
    const to = (await service.call('GET', path)).body.emails[0].value as string;
    const subject = async (count: number) => {
      expect((await service.call('POST', `${path}/_send-verification`)).status).toBeLessThan(300);
      return (await letterTo(service, to, count)).subject;
    };
    expect(await subject(1)).toBe('Ours');
    expect((await service.call('POST', '/admin/v1/members', { userId: person.id, role: 'IAM_OWNER_VIEWER' })).status).toBeLessThan(300);
    expect(await subject(2)).toContain('Confirm your email address for');
  });

  it('that was stored before secrets stood alone is shown, and mails say what the service says', async () => {
    const other = await createOrganization(service);
    const path = `/admin/v1/organizations/${other}/mail-texts/invitation/en`;
    await service.call('PUT', path, INVITATION);
    await service
      .get(Database)
      .write('store an old text', (tx) =>
        tx.run('UPDATE mail_texts SET body = ? WHERE org_no = (SELECT no FROM organizations WHERE id = ?)', [
          JSON.stringify({ ...INVITATION, body: 'https://evil.example/r?u={{link}}\n{{code}}' }),
          other,
        ]),
      );
    const { body } = await service.call('GET', path);
    expect(body.own.body).toContain('evil.example');
    expect(body.effective).toEqual(body.inherited);
    const { text } = await letterTo(service, await invite('en', other));
    expect(text).not.toContain('evil.example');
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
    const hostile = { subject: 'A <b>', body: '<img src=x onerror="alert(1)">\r\n{{code}}\r\n&\n{{link}}\n\n\n\n{{greeting}}' };
    const { status, body } = await service.call('POST', `${texts}/resetPassword/de/_preview`, hostile);
    expect(status).toBe(200);
    expect(body.subject).toBe('A <b>');
    expect(body.text).toMatch(/^<img src=x onerror="alert\(1\)">\n7KQ2M-XW94D\n&\nhttp:\S+\/password\/reset\?id=sample&code=sample\n/);
    expect(body.html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;<br>');
    expect(body.html).toContain('<title>A &lt;b&gt;</title>');
    expect(body.html).not.toContain('<img');
    expect(body.text).toContain('Guten Tag Ada Lovelace,');
    expect((await get('resetPassword/de')).own).toBeNull();
    expect(service.mailServer.received).toHaveLength(count);
  });

  it('is in the look of the organization, as the mail will be', async () => {
    const text = { subject: 'A', body: '{{code}}\n{{link}}' };
    const preview = async () => (await service.call('POST', `${texts}/resetPassword/en/_preview`, text)).body.html;
    expect(await preview()).not.toContain('#8a1c4a');
    await service.call('PUT', texts.replace('mail-texts', 'policies/look'), { accent: '8a1c4a' });
    expect(await preview()).toContain('background:#8a1c4a');
  });
});
