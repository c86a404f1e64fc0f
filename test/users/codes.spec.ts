// Mailed codes and what they are for: a reset, a verified address, a first password.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Database } from '../../src/common/database/database.js';
import { Keyring } from '../../src/common/crypto/keyring.service.js';
import { STATEMENTS } from '../../src/common/observation/topics.js';
import { MailOutbox } from '../../src/common/mail/mail-outbox.service.js';
import type { Mail } from '../../src/common/mail/mail-transport.service.js';
import { readCode, newCode } from '../../src/users/accounts/code-text.js';
import { CODE_SECONDS, MailedCodes } from '../../src/users/accounts/mailed-codes.service.js';
import type { CodePurpose } from '../../src/users/authentication/mailed-codes/mailed-codes.repository.js';
import { AccountNotices } from '../../src/users/accounts/mails/account-notices.service.js';
import { PasswordReset } from '../../src/users/accounts/password-reset.service.js';
import { PasswordResetRequest } from '../../src/users/accounts/password-reset-request.service.js';
import { Passwords } from '../../src/users/authentication/passwords/passwords.service.js';
import { EmailVerification } from '../../src/users/accounts/email-verification.service.js';
import { PasswordInvitation } from '../../src/users/accounts/password-invitation.service.js';
import { People } from '../../src/users/directory/people/people.service.js';
import { PersonWriter } from '../../src/users/directory/people/person-writer.service.js';
import { emptyPerson, type PersonValues } from '../../src/users/directory/people/person/person.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { again } from '../../src/users/organizations/attempts/attempts.service.js';
import { createServiceUser } from '../support/service-users.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';
import { addStoredPasskey } from '../support/passkeys.js';
import { eventsOf, freshName, patchOf, scimUser } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

const NEW = 'Brand-new-Horse-9';
const WRONG_CODE = { kind: 'wrongCode' };

let service: TestService;
let world: World;
let mail: string;
let database: Database;
beforeAll(async () => {
  // The queue is what is looked at; nothing leaves it for a server that is not there.
  service = await startService({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'no-reply@example.com' });
  database = service.get(Database);
  service.get(MailOutbox).deliverMail = async () => undefined;
});
beforeEach(async () => {
  world = await makeWorld(service);
  mail = world.loginName;
  await database.write('empty', (tx) => tx.run('DELETE FROM mail_outbox'));
});
afterAll(() => service.close());

const wait = (seconds: number) => service.get(Clock).advance(seconds * 1000);
const wrong = (code: string) => `${code.startsWith('7') ? '8' : '7'}${code.slice(1)}`;
/** The mails that wait to be sent, oldest first, and the codes and links in them. */
async function queued(): Promise<Array<Mail & { code: string; link: URL }>> {
  const rows = await database.query.rows<{ sealed_message: string }>('SELECT sealed_message FROM mail_outbox ORDER BY no');
  return Promise.all(
    rows.map(async ({ sealed_message }) => {
      const content = JSON.parse(String(await service.get(Keyring).open('mail', sealed_message))) as Mail;
      const code = /\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/.exec(content.text)?.[0] ?? '';
      return { ...content, code, link: new URL(/https?:\S+/.exec(content.text)?.[0] ?? 'about:blank') };
    }),
  );
}
const reset = async (name = mail, from = '203.0.113.1') => {
  const handle = await service.get(PasswordResetRequest).requestReset(name, from, world.organization.no);
  await service.get(PasswordResetRequest).settled();
  return { handle, code: (await queued()).at(-1)?.code ?? '' };
};
const finish = (handle: string, code: string, password = NEW) => service.get(PasswordReset).finishReset(handle, code, password);
const fits = (password: string, userNo = world.person.no) => service.get(Passwords).check(userNo, password);
const issue = (purpose: CodePurpose = 'resetPassword') =>
  again(() =>
    database.write('issue', (tx) => service.get(MailedCodes).issueCode(tx, { userNo: world.person.no, purpose, address: mail })),
  ).then((code) => code ?? { id: '', code: '', secret: '' });
const verify = (id: string, code: string, purpose: CodePurpose = 'resetPassword') => service.get(MailedCodes).verifyCode(id, purpose, code);
const scim = (userId: string) => `/scim/v2/${world.organization.id}/Users/${userId}`;
const people = (userId: string, action: string) => `/admin/v1/organizations/${world.organization.id}/people/${userId}/${action}`;
const addWithoutPassword = (values: Partial<PersonValues> = {}) =>
  service
    .get(People)
    .create(
      world.organization,
      { ...emptyPerson(), userName: freshName(), emails: [{ value: 'New.Person@example.com', primary: true }], ...values },
      undefined,
      'test',
    );
const typesOf = async (id: string) => (await eventsOf(service, id)).map(({ type }) => type);

describe('a code', () => {
  it('has fifty random bits and is read however it is typed', () => {
    const codes = new Set(Array.from({ length: 1_000 }, newCode));
    expect(codes.size).toBe(1_000);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(new Set(['0O1IL-ABCDE', ' 00111abcde', '0o1i l – abc de', '００１１１ＡＢＣＤＥ'].map(readCode))).toEqual(
      new Set(['00111ABCDE']),
    );
  });

  it('is stored as a digest that needs a key to be made', async () => {
    const { code } = await issue();
    expect(JSON.stringify(await database.query.rows('SELECT * FROM mailed_codes'))).not.toMatch(new RegExp(`${code}|${readCode(code)}`));
  });

  it('is compared at most five times, right or wrong, and a right one is not a guess', async () => {
    const { id, code } = await issue();
    for (let i = 0; i < 8; i++) expect(await verify(id, code)).toMatchObject({ userNo: world.person.no, address: mail });
    for (let i = 0; i < 5; i++) expect(await verify(id, wrong(code))).toBeUndefined();
    expect(await verify(id, code)).toBeUndefined();
  });

  it('asks who gave it only where an administrator does: for links to factors and invitations', async () => {
    const asked = async (purpose: CodePurpose) => {
      const { id, code } = await issue(purpose);
      let count = 0;
      const end = STATEMENTS.listen(({ sql }) => (count += Number(sql.includes('given_by FROM mailed_codes'))));
      const proven = await verify(id, code, purpose);
      await database.write('redeem', async (tx) => {
        if (proven) expect(await service.get(MailedCodes).redeem(tx, proven)).toBe(true);
      });
      end();
      return count;
    };
    const counts = new Map<string, number>();
    for (const purpose of Object.keys(CODE_SECONDS) as CodePurpose[])
      if (purpose !== 'registration') counts.set(purpose, await asked(purpose));
    expect(Object.fromEntries([...counts].filter(([, count]) => count > 0))).toEqual({ factorLink: 2, invitation: 2 });
  });

  it('under fifty wrong guesses at once is compared five times', async () => {
    const { id, code } = await issue();
    await Promise.all(Array.from({ length: 50 }, () => verify(id, wrong(code))));
    const row = await database.query.row<{ tries: number }>('SELECT tries FROM mailed_codes WHERE id = ?', [id]);
    expect(row?.tries).toBe(5);
    expect(await verify(id, code)).toBeUndefined();
  });

  it.each(Object.entries(CODE_SECONDS) as Array<[CodePurpose, number]>)('for %s is good for %d seconds', async (purpose, seconds) => {
    const { id, code } = await issue(purpose);
    wait(seconds - 5);
    expect(await verify(id, code, purpose)).toBeDefined();
    wait(6);
    expect(await verify(id, code, purpose)).toBeUndefined();
  });

  it('is good for its purpose and its handle only', async () => {
    const [one, other] = [await issue('resetPassword'), await issue('verifyEmail')];
    expect(await verify(one.id, one.code, 'verifyEmail')).toBeUndefined();
    expect(await verify(one.id, other.code)).toBeUndefined();
    expect(await verify(other.id, one.code, 'verifyEmail')).toBeUndefined();
    expect(await verify('made-up', one.code)).toBeUndefined();
    expect(await verify(one.id, one.code)).toBeDefined();
  });

  it('ends with the next one, and there are five an hour', async () => {
    const codes = [];
    for (let i = 0; i < 5; i++) codes.push(await issue('verifyEmail'));
    expect(await verify(codes[3]?.id ?? '', codes[3]?.code ?? '', 'verifyEmail')).toBeUndefined();
    expect((await issue('verifyEmail')).id).toBe('');
    expect(await verify(codes[4]?.id ?? '', codes[4]?.code ?? '', 'verifyEmail')).toBeDefined();
    expect((await issue('invitation')).id).not.toBe('');
    wait(3_601);
    expect((await issue('verifyEmail')).id).not.toBe('');
  });

  it.each([
    ['the primary address', patchOf({ op: 'replace', path: 'emails', value: [{ value: 'other@example.com', primary: true }] })],
    ['a further address', patchOf({ op: 'add', path: 'emails', value: [{ value: 'further@example.com' }] })],
    ['the password', patchOf({ op: 'replace', path: 'password', value: NEW })],
    ['the activity', patchOf({ op: 'replace', path: 'active', value: false })],
  ])('ends when %s changes', async (what, change) => {
    const [forReset, forMail] = [await issue('resetPassword'), await issue('verifyEmail')];
    const [byMail, byText] = [await issue('secondFactor'), await issue('smsFactor')];
    expect((await service.call('PATCH', scim(world.person.id), change)).status).toBe(204);
    if (what === 'the activity')
      await service.call('PATCH', scim(world.person.id), patchOf({ op: 'replace', path: 'active', value: true }));
    expect(await verify(forReset.id, forReset.code)).toBeUndefined();
    expect((await verify(forMail.id, forMail.code, 'verifyEmail')) !== undefined).toBe(what === 'the password');
    expect((await verify(byMail.id, byMail.code, 'secondFactor')) !== undefined).toBe(what === 'the password');
    // A message to a phone has nothing to do with addresses.
    expect((await verify(byText.id, byText.code, 'smsFactor')) !== undefined).toBe(what !== 'the activity');
  });

  it('ends with a lock, whatever it is for', async () => {
    const purposes = (Object.keys(CODE_SECONDS) as CodePurpose[]).filter((purpose) => purpose !== 'registration');
    const codes = [];
    for (const purpose of purposes) codes.push({ purpose, ...(await issue(purpose)) });
    for (const action of ['_lock', '_unlock'])
      expect((await service.call('POST', people(world.person.id, action))).status).toBeLessThan(300);
    for (const { purpose, id, code } of codes) expect([purpose, await verify(id, code, purpose)]).toEqual([purpose, undefined]);
  });

  it('goes with its person', async () => {
    const { id } = await issue();
    await service.call('DELETE', scim(world.person.id));
    expect(await database.query.row('SELECT id FROM mailed_codes WHERE id = ?', [id])).toBeUndefined();
  });
});

describe('a first password, where there is a passkey', () => {
  const address = 'New.Person@example.com';
  const allow = (firstPasswordByMail: boolean) =>
    service.get(Policies).set(world.organization.no, 'assurance', { firstPasswordByMail }, 'test');
  const hasPassword = (userNo: number) => service.get(Passwords).isSet(userNo);

  it('is not for who reads the mail: it says how to sign in, and the page answers as to a stranger', async () => {
    const person = await addWithoutPassword();
    await addStoredPasskey(service, person.no);
    const known = await reset(person.userName);
    const [letter] = await queued();
    expect([letter?.to, letter?.subject, letter?.code]).toEqual([address, 'How to sign in to Example', '']);
    expect(letter?.text).toContain('sign in with your passkey. If you no longer have it, ask your administrator.');
    const stranger = await reset('nobody-of-that-name');
    expect(known.handle).toMatch(/^[\w-]+$/);
    expect(stranger.handle).toHaveLength(known.handle.length);
    for (const { handle } of [known, stranger]) expect(await finish(handle, 'ABCDE-ABCDE')).toEqual(WRONG_CODE);
    expect(await hasPassword(person.no)).toBe(false);
    // As often in an hour, from one network, as codes are mailed.
    for (let i = 0; i < 6; i++) await reset(person.userName);
    expect(await queued()).toHaveLength(5);
  });

  it('is refused for a code from before there was one, by a reset and by an invitation', async () => {
    for (const [purpose, finishes] of [
      ['resetPassword', finish],
      ['invitation', (id: string, code: string) => service.get(PasswordInvitation).finish(id, code, NEW)],
    ] as const) {
      const person = await addWithoutPassword();
      const { id, code } = (await again(() =>
        database.write('issue', (tx) => service.get(MailedCodes).issueCode(tx, { userNo: person.no, purpose, address })),
      )) ?? { id: '', code: '' };
      await addStoredPasskey(service, person.no);
      expect(await finishes(id, code)).toEqual(WRONG_CODE);
      expect(await hasPassword(person.no)).toBe(false);
    }
  });

  it('is chosen by a mailed code where the policy says so, and where the key is a second factor only', async () => {
    const [allowed, secondOnly] = [await addWithoutPassword(), await addWithoutPassword()];
    await addStoredPasskey(service, allowed.no);
    await addStoredPasskey(service, secondOnly.no, false);
    const other = await reset(secondOnly.userName);
    expect(await finish(other.handle, other.code)).toMatchObject({ kind: 'done', userNo: secondOnly.no });
    await allow(true);
    const { handle, code } = await reset(allowed.userName);
    expect(await finish(handle, code)).toMatchObject({ kind: 'done', userNo: allowed.no });
  });

  it('is no hindrance to who has a password and a passkey', async () => {
    await addStoredPasskey(service, world.person.no);
    const { handle, code } = await reset();
    expect(await finish(handle, code)).toMatchObject({ kind: 'done' });
    expect(await fits(NEW)).toBe(true);
  });
});

describe('a forgotten password', () => {
  it('is replaced by who reads the mail: sessions end, the lock ends, the address is verified, the person is told', async () => {
    const { handle, code } = await reset();
    const before = await service.get(People).findByNo(world.person.no);
    expect((await queued())[0]).toMatchObject({ to: mail, subject: 'Reset your password for Example' });
    expect(await finish(handle, code.toLowerCase())).toEqual({
      kind: 'done',
      userNo: world.person.no,
      userId: world.person.id,
      orgNo: world.organization.no,
    });
    expect([await fits(PASSWORD), await fits(NEW)]).toEqual([false, true]);
    const after = await service.get(People).findByNo(world.person.no);
    expect(after?.tokenGeneration).toBe((before?.tokenGeneration ?? 0) + 1);
    expect(after?.emails).toEqual([{ value: mail, primary: true, verifiedBy: 'code' }]);
    expect((await typesOf(world.person.id)).slice(1)).toEqual(['user.human.email.verified', 'user.human.password.changed']);
    expect((await queued()).at(-1)).toMatchObject({ to: mail, subject: 'Your password for Example was changed' });
    expect(await finish(handle, code, 'Another-one-10')).toEqual(WRONG_CODE);
  });

  it('by one of fifty at once', async () => {
    const { handle, code } = await reset();
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => finish(handle, code).catch(() => ({ kind: 'busy' }))));
    expect(outcomes.filter(({ kind }) => kind === 'done')).toHaveLength(1);
    expect((await typesOf(world.person.id)).filter((type) => type === 'user.human.password.changed')).toHaveLength(1);
  });

  it('stays when the new one breaks the rules; the code is good for the next try', async () => {
    const { handle, code } = await reset();
    for (let i = 0; i < 6; i++)
      await expect(finish(handle, code, 'short')).rejects.toMatchObject({ kind: 'invalid', code: 'password.weak' });
    expect(await finish(handle, code)).toMatchObject({ kind: 'done' });
  });

  it('is mailed to the stored address, not to a typed one that folds alike', async () => {
    const person = await world.addPerson({ userName: 'umlaut', emails: [{ value: 'mike@example.org', primary: true }] });
    await reset('ｍike@example.org');
    expect((await queued()).map(({ to }) => to)).toEqual(['mike@example.org']);
    expect(person.userName).toBe('umlaut');
  });

  it('is mailed to a verified address, or else to the only one', async () => {
    const two = [{ value: 'one@example.org', primary: true }, { value: 'two@example.org' }];
    await world.addPerson({ userName: 'two-addresses', emails: two });
    await reset('two-addresses');
    expect(await queued()).toEqual([]);
    const person = await service
      .get(People)
      .create(world.organization, { ...emptyPerson(), userName: 'proven', emails: two }, PASSWORD, 'test');
    await database.write('verify', async (tx) => {
      const locked = await service.get(PersonWriter).lock(tx, world.organization.no, person.id);
      if (locked) await service.get(PersonWriter).verifyEmail(tx, locked, 'two@example.org', 'code', 'test');
    });
    await reset('proven');
    expect((await queued()).map(({ to }) => to)).toEqual(['two@example.org']);
  });

  it.each(['nobody@example.net', '', 'x'.repeat(5_000)])(
    'of nobody (name %#) is answered like any other, and sends nothing',
    async (name) => {
      const { handle } = await reset(name);
      expect(handle).toMatch(/^[\w-]{22}$/);
      expect(await queued()).toEqual([]);
      for (let i = 0; i < 7; i++) expect(await finish(handle, newCode())).toEqual(WRONG_CODE);
    },
  );

  it('of somebody who was provisioned without one is the first password', async () => {
    const person = await addWithoutPassword({ userName: 'no-password' });
    const { handle, code } = await reset('no-password');
    expect(await finish(handle, code)).toMatchObject({ kind: 'done', userNo: person.no });
    expect(await fits(NEW, person.no)).toBe(true);
  });

  it('cannot be denied by guesses: the link of a mail works whatever was typed at its handle, and so does the code at another handle', async () => {
    const { handle } = await reset(mail, '203.0.113.66');
    const [first] = await queued();
    for (let i = 0; i < 6; i++) expect(await finish(handle, newCode())).toEqual(WRONG_CODE);
    expect(await finish(handle, first?.code ?? '')).toEqual(WRONG_CODE);
    const own = await reset();
    expect(await verify(own.handle, first?.code ?? '')).toMatchObject({ userNo: world.person.no });
    expect(await finish(handle, first?.link.searchParams.get('code') ?? '')).toMatchObject({ kind: 'done' });
    expect(await finish(own.handle, own.code)).toEqual(WRONG_CODE);
  });

  it("cannot be denied by requests: those of a stranger use up the stranger's own limit, and end no code", async () => {
    const own = await reset();
    for (let i = 0; i < 8; i++) await reset(mail, '203.0.113.67');
    expect(await queued()).toHaveLength(6);
    expect(await verify(own.handle, own.code)).toMatchObject({ userNo: world.person.no });
    const again = await reset();
    expect(await queued()).toHaveLength(7);
    expect(await finish(again.handle, again.code)).toMatchObject({ kind: 'done' });
  });

  it('asked for from many addresses fills no mailbox, and what was mailed before is good at every handle', async () => {
    for (let i = 0; i < 30; i++) await reset(mail, `198.51.100.${i}`);
    const mails = await queued();
    expect(mails).toHaveLength(20);
    const { handle } = await reset();
    expect(await queued()).toHaveLength(20);
    expect(await finish(handle, mails[0]?.code ?? '')).toMatchObject({ kind: 'done' });
  });

  it('has links that another handle, purpose or person does not open', async () => {
    await reset();
    const secret = (await queued())[0]?.link.searchParams.get('code') ?? '';
    const other = await issue('verifyEmail');
    expect(secret).toMatch(/^[\w-]{43}$/);
    for (const [id, purpose] of [
      ['made-up', 'resetPassword'],
      [other.id, 'verifyEmail'],
      [other.id, 'resetPassword'],
    ] as const)
      expect(await verify(id, secret, purpose)).toBeUndefined();
  });

  it('costs as many statements for nobody as for somebody, before the answer and with a wrong code', async () => {
    const statements: string[] = [];
    const { query, write } = { query: database.query.row, write: database.write.bind(database) };
    database.write = ((name: string, work: (tx: object) => Promise<unknown>) =>
      write(name, (tx) =>
        work({
          ...tx,
          no: tx.no,
          run: (sql: string, values: never) => (statements.push(sql), tx.run(sql, values)),
          row: (sql: string, values: never) => (statements.push(sql), tx.row(sql, values)),
        }),
      )) as never;
    const measure = async (work: () => Promise<unknown>) => {
      statements.length = 0;
      await work();
      // Jobs in the background take their leases and send mails meanwhile.
      return statements.filter((sql) => !/\bleases\b|mail_outbox SET tries/.test(sql));
    };
    try {
      const request = (name: string) => measure(() => service.get(PasswordResetRequest).requestReset(name, `203.0.113.${name.length}`));
      // What the one leaves to be done after its answer is not the other's.
      const somebody = await request(mail);
      await service.get(PasswordResetRequest).settled();
      const nobody = await request('nobody-here');
      await service.get(PasswordResetRequest).settled();
      expect(somebody).toEqual(nobody);
      const [known, unknown] = [await reset(mail), await reset('nobody-here')];
      const guess = (handle: string) => measure(() => finish(handle, newCode()));
      expect(await guess(known.handle)).toEqual(await guess(unknown.handle));
      expect(await guess('made-up')).toEqual(await guess(unknown.handle));
    } finally {
      database.write = write;
      database.query.row = query;
    }
  });

  it('may be asked for thirty times an hour from one address', async () => {
    for (let i = 0; i < 31; i++) await service.get(PasswordResetRequest).requestReset(`name-${i}`, '203.0.113.200');
    await service.get(PasswordResetRequest).settled();
    const { handle } = await reset(mail, '203.0.113.200');
    expect(handle).toMatch(/^[\w-]{22}$/);
    expect(await queued()).toEqual([]);
  });

  it('has a link that no header of a request can bend', async () => {
    await reset();
    const [{ link, code } = { link: new URL('about:blank'), code: '' }] = await queued();
    expect(link.origin).toBe(service.settings.publicUrl);
    expect(link.href).not.toContain(code);
    expect(await finish(link.searchParams.get('id') ?? '', link.searchParams.get('code') ?? '')).toMatchObject({ kind: 'done' });
  });
});

describe('an address', () => {
  it('is verified by the code that was mailed there', async () => {
    expect((await service.call('POST', people(world.person.id, '_send-verification'), {})).status).toBe(204);
    const [{ to, code, link } = { to: '', code: '', link: new URL('about:blank') }] = await queued();
    expect(to).toBe(mail);
    expect(await service.get(EmailVerification).finishVerification(link.searchParams.get('id') ?? '', wrong(code))).toEqual(WRONG_CODE);
    expect(await service.get(EmailVerification).finishVerification(link.searchParams.get('id') ?? '', code)).toMatchObject({
      kind: 'done',
    });
    expect((await service.get(People).findByNo(world.person.no))?.emails).toEqual([{ value: mail, primary: true, verifiedBy: 'code' }]);
    expect(await eventsOf(service, world.person.id)).toContainEqual(
      expect.objectContaining({ type: 'user.human.email.verified', payload: { email: mail, verifiedBy: 'code' }, sequence: '2' }),
    );
    expect(await service.call('POST', people(world.person.id, '_send-verification'), {})).toMatchObject({
      status: 409,
      body: { code: 'person.emailVerified' },
    });
  });

  it('that is there no more is not verified by an old code', async () => {
    const handle = await service.get(EmailVerification).requestVerification(world.organization, world.person.id);
    const code = (await queued()).at(-1)?.code ?? '';
    await database.write('change past the service', (tx) =>
      tx.run('UPDATE users SET lists = ? WHERE no = ?', ['{"emails":[{"value":"new@example.com"}]}', world.person.no]),
    );
    expect(await service.get(EmailVerification).finishVerification(handle, code)).toEqual(WRONG_CODE);
  });
});

describe('an invitation', () => {
  const handleOf = async () => (await queued()).at(-1)?.link.searchParams.get('id') ?? '';

  it('lets a person without a password choose one', async () => {
    const person = await addWithoutPassword({ preferredLanguage: 'de-CH' });
    expect((await service.call('POST', people(person.id, '_invite'), {})).status).toBe(204);
    expect(await queued()).toMatchObject([{ to: 'New.Person@example.com', subject: 'Ihr Konto bei Example' }]);
    const code = (await queued())[0]?.code ?? '';
    expect(await service.get(PasswordInvitation).finish(await handleOf(), code, NEW)).toMatchObject({ kind: 'done', userNo: person.no });
    expect(await fits(NEW, person.no)).toBe(true);
    expect(await typesOf(person.id)).toEqual([
      'user.human.added',
      'user.human.invitation.sent',
      'user.human.email.verified',
      'user.human.password.changed',
    ]);
    expect(await service.call('POST', people(person.id, '_invite'), {})).toMatchObject({
      status: 409,
      body: { code: 'person.hasPassword' },
    });
  });

  it('is refused for somebody inactive or without an address', async () => {
    const cases: Array<[Partial<PersonValues>, string]> = [
      [{ emails: [] }, 'person.noEmail'],
      [{ active: false }, 'person.inactive'],
    ];
    for (const [values, code] of cases) {
      const { id } = await addWithoutPassword(values);
      expect(await service.call('POST', people(id, '_invite'), {})).toMatchObject({ status: 409, body: { code } });
    }
    expect(await queued()).toEqual([]);
  });

  it('goes to who is provisioned without a password where the organization wants it, in the same unit of work', async () => {
    const users = `/scim/v2/${world.organization.id}/Users`;
    await service.call('POST', users, scimUser(freshName()));
    expect(await queued()).toEqual([]);
    await service.get(Policies).set(world.organization.no, 'signIn', { inviteProvisioned: true }, 'test');
    const invited = freshName();
    expect((await service.call('POST', users, scimUser(invited))).status).toBe(201);
    expect((await service.call('POST', users, scimUser(freshName(), { password: PASSWORD }))).status).toBe(201);
    expect((await service.call('POST', users, scimUser(freshName(), { active: false }))).status).toBe(201);
    expect((await service.call('POST', users, scimUser(invited))).status).toBe(409);
    expect((await queued()).map(({ to }) => to)).toEqual([`${invited}@example.com`]);
  });

  it('and a verification are sent at most five times an hour, without saying so', async () => {
    const person = await addWithoutPassword();
    for (const action of ['_invite', '_send-verification'])
      for (let i = 0; i < 7; i++) expect((await service.call('POST', people(person.id, action), {})).status).toBe(204);
    expect(await queued()).toHaveLength(10);
  });

  it('is a matter of the own organization', async () => {
    const other = await makeWorld(service);
    const { token } = await createServiceUser(service, other.organization.id, 'ORG_USER_MANAGER');
    const { id } = await addWithoutPassword();
    for (const action of ['_invite', '_send-verification', '_unlock']) {
      expect((await service.call('POST', people(id, action), {}, { token })).status).toBe(404);
      const path = `/admin/v1/organizations/${other.organization.id}/people/${id}/${action}`;
      expect((await service.call('POST', path, {}, { token })).status).toBe(404);
    }
    expect(await queued()).toEqual([]);
  });
});

describe('a locked person', () => {
  it('is told once a day', async () => {
    for (let i = 0; i < 3; i++) service.get(AccountNotices).locked({ userNo: world.person.no });
    await service.get(AccountNotices).settled();
    expect(await queued()).toMatchObject([{ to: mail, subject: 'Your account at Example is temporarily locked' }]);
  });
});
