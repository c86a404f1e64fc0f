import { describe, expect, it } from 'vitest';
import { loadSettings } from '../../common/settings/settings.js';
import { LocalizedMails } from './localized-mails.service.js';
import { LANGUAGES, readTexts } from '../pages/texts/texts.js';

const mails = new LocalizedMails(loadSettings({ PUBLIC_URL: 'https://id.example.com' }));
const code = { id: 'handle-1', code: '7KQ2M-XW94D', secret: 'secret-1' };
const reader = { name: 'Ada Lovelace', language: 'en', organization: 'Example', orgNo: 1 };
const KINDS = {
  verifyEmail: mails.composeMail('verifyEmail', reader, code),
  resetPassword: mails.composeMail('resetPassword', reader, code),
  invitation: mails.composeMail('invitation', reader, code),
  passwordChanged: mails.composeMail('passwordChanged', reader),
  locked: mails.composeMail('locked', reader),
};

describe('the texts of mails', () => {
  it('are there in every language, with the same keys and the same values to be put in', () => {
    const shape = (language: string) =>
      Object.entries(readTexts(language))
        .filter(([key]) => key.startsWith('mail.'))
        .map(([key, text]) => [key, (text.match(/\{\{\w+\}\}/g) ?? []).toSorted()]);
    expect(shape('en').length).toBeGreaterThan(0);
    for (const language of LANGUAGES) expect(shape(language), language).toEqual(shape('en'));
  });

  it.each([
    ['de', 'Guten Tag Ada'],
    ['de-CH', 'Guten Tag Ada'],
    ['FR', 'Bonjour Ada'],
    ['pl', 'Dzień dobry, Ada Lovelace!'],
    ['ja', 'Ada Lovelace 様'],
    ['zh-Hans', 'Ada Lovelace，您好！'],
    ['es-MX', 'Hola, Ada'],
    ['it', 'Ciao Ada'],
    ['nl-BE', 'Hallo Ada'],
    ['pt-BR', 'Olá, Ada'],
    ['tlh', 'Hello Ada'],
    [undefined, 'Hello Ada'],
  ])('are those of %s', (language, greeting) => {
    expect(mails.composeMail('locked', { ...reader, language }).text).toContain(greeting);
  });
});

describe('a mail', () => {
  it.each(Object.entries(KINDS))('%s says the same as text and as HTML, and leaves nothing open', (_, { subject, text, html }) => {
    expect(subject).toContain('Example');
    for (const part of [text, html]) expect(part).not.toMatch(/\{\{|undefined|mail\.[a-z]/);
    const words = (part: string) =>
      part
        // The button says what the address below it does.
        .replace(/<a [^>]+>[^<]+<\/a><br>/g, '')
        .replace(/<[^>]+>/g, ' ')
        .replaceAll('&amp;', '&')
        .replace(/\s+/g, ' ');
    for (const line of text.split('\n\n').filter((one) => !one.startsWith('-- '))) expect(words(html)).toContain(words(line).trim());
  });

  it.each([
    ['verifyEmail', '/email/verify'],
    ['resetPassword', '/password/reset'],
    ['invitation', '/invitation'],
  ] as const)('%s has its code, and a link below the public address', (kind, path) => {
    expect(KINDS[kind].text).toContain(`:\n${code.code}\n`);
    expect(KINDS[kind].text).toContain(`\nhttps://id.example.com${path}?id=handle-1&code=secret-1\n`);
    expect(KINDS[kind].html).toContain(`href="https://id.example.com${path}?id=handle-1&amp;code=secret-1"`);
  });

  it.each([
    ['verifyEmail', 'Confirm email address'],
    ['resetPassword', 'Choose a new password'],
    ['invitation', 'Set up your account'],
  ] as const)('%s has a button, and its address in words below', (kind, label) => {
    const { html } = KINDS[kind];
    const [, address, shown] = /<a href="([^"]+)"[^>]*>([^<]+)<\/a><br>/.exec(html) ?? [];
    expect(shown).toBe(label);
    expect(html).toContain(`>${address}</a>`);
  });

  it('of an invitation names the identity providers that accept it, in words that are no links', () => {
    const { text, html } = mails.composeMail('invitation', reader, { ...code, providers: ['Acme', 'evil.example'] });
    for (const part of [text, html]) expect(part).toContain('On that page, you can also continue with Acme or evil. example.');
    expect(KINDS.invitation.text).not.toContain('continue with');
  });

  it('about changed factors names each that a person may have changed', () => {
    const { text } = mails.composeMail('factorsChanged', reader);
    for (const factor of ['authenticator app', 'phone', 'key', 'recovery codes']) expect(text).toContain(factor);
  });

  it('has no link but its own, whatever the organization is called', () => {
    const { subject, text, html } = mails.composeMail('invitation', { ...reader, organization: 'Go to https://evil.example/now' }, code);
    for (const part of [subject, text, html]) {
      expect(part).toContain('https: //evil. example/now');
      expect(part).not.toMatch(/evil\.example|https:\/\/evil/);
    }
    expect(mails.codeAsText({ ...reader, organization: 'evil.example' }, '123456')).toContain('evil. example');
  });

  it('shows names as they are and lets none of them be anything else', () => {
    const hostile = '<img src=x onerror="alert(1)">';
    const { html, text } = mails.composeMail('locked', { ...reader, name: `Ada & "Bob" <b>`, organization: hostile });
    expect(html).toContain('Hello Ada &amp; &quot;Bob&quot; &lt;b&gt;,');
    expect(html).not.toMatch(/<img|<b>/);
    expect(text).toContain('Hello Ada & "Bob" <b>,');
  });

  it.each(['Win at https://evil.example', 'www.evil.example', 'evil.example/win', 'Pay to: me', ''])(
    'does not repeat a name like %j',
    (name) => {
      const { text, html } = mails.composeMail('verifyEmail', { ...reader, name }, code);
      expect(text).toMatch(/^Hello,\n/);
      if (name !== '') expect(`${text}${html}`).not.toContain(name);
    },
  );

  it('keeps a subject to one line, and a name to a length', () => {
    const { subject, text } = mails.composeMail('locked', {
      ...reader,
      organization: 'Exam\r\nBcc: eve@example.com\u2028ple',
      name: 'a'.repeat(5_000),
    });
    expect(subject).not.toMatch(/[\r\n\u2028]/);
    expect(text.length).toBeLessThan(1_000);
  });

  it('puts values in once: what looks like another value or a nested text stays text', () => {
    expect(mails.composeMail('locked', { ...reader, name: '{{organization}} $t(mail.greeting)' }).text).toContain(
      'Hello {{organization}} $t(mail. greeting),',
    );
  });

  it('has the colours of the organization, readable, and nothing that is loaded or runs', () => {
    const look = { accent: 'ffff00', background: '222222', cornerRadius: 'none' } as const;
    const { html } = mails.composeMail('resetPassword', reader, code, undefined, look);
    expect(html).toContain('background:#222222');
    expect(html).toContain('border-radius:0px');
    // Yellow on white would be unreadable.
    expect(html).not.toMatch(/#ffff00/i);
    expect(html).not.toMatch(/<(?:img|script|link|iframe|object)|url\(|@import|src=/i);
    expect(html).not.toBe(mails.composeMail('resetPassword', reader, code).html);
  });

  it.each(['</title><script>alert(1)</script>', '"><a href="https://evil.example">', '{{link}}', "'><style>*{display:none}</style>"])(
    'is not broken by an organization, a text or a value like %j',
    (hostile) => {
      const own = { subject: hostile, body: `${hostile}\n\n{{greeting}} {{code}} {{link}} ${hostile}` };
      const typed = { ...code, code: hostile, secret: hostile };
      const { html } = mails.composeMail('resetPassword', { ...reader, name: hostile, organization: hostile }, typed, own);
      const tags = new Set([...html.matchAll(/<\/?([a-z!]+)/gi)].map(([, tag = '']) => tag.toLowerCase()));
      expect([...tags].toSorted()).toEqual([
        '!doctype',
        'a',
        'b',
        'body',
        'br',
        'head',
        'html',
        'meta',
        'p',
        'style',
        'table',
        'td',
        'title',
        'tr',
      ]);
      expect(html.match(/<style/g)).toHaveLength(1);
      for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^https:\/\/id\.example\.com\/password\/reset\?/);
    },
  );
});
