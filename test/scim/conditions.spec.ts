// The table of conditions: for each, status, scimType and the id in the ErrorDetail; and what errors say in which language.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERROR_LANGUAGES } from '../../src/scim/error/texts.js';
import { SCIM_CONDITIONS } from '../../src/scim/protocol/wire/scim-error.js';
import de from '../../src/scim/error/texts/de.json' with { type: 'json' };
import en from '../../src/scim/error/texts/en.json' with { type: 'json' };
import fr from '../../src/scim/error/texts/fr.json' with { type: 'json' };
import { createPerson, DETAIL_URN, ERROR_URN, freshName, patchOf, scimUser, usersPath } from '../support/people.js';
import type { CallOptions, TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
let users: string;
let base: string;
let person: { id: string; userName: string };
let foreignDomain: string;
let token: string;
beforeAll(async () => {
  service = await sharedService();
  users = usersPath(service);
  base = users.replace(/\/Users$/, '');
  foreignDomain = `${freshName('foreign')}.test`;
  await service.call('POST', '/admin/v1/organizations', { name: foreignDomain, primaryDomain: foreignDomain });
  const refusing = { name: freshName('refusing'), switches: { omitUnstorable: false } };
  token = (await service.call('POST', `/admin/v1/organizations/${service.credentials.orgId}/connections`, refusing)).body.token;
  person = await createPerson(service, { phoneNumbers: [{ value: '+1 555', type: 'work' }] });
});
afterAll(() => service.close());

type Request = [method: string, path: string, body?: unknown, options?: CallOptions];
const create = (more: Record<string, unknown>): Request => ['POST', users, scimUser(freshName(), more)];
const find = (filter: string): Request => ['GET', `${users}?filter=${encodeURIComponent(filter)}`];
const patch = (...operations: unknown[]): Request => ['PATCH', `${users}/${person.id}`, patchOf(...operations)];
const put = (body: Record<string, unknown>): Request => ['PUT', `${users}/${person.id}`, { ...scimUser(person.userName), ...body }];

/** Sent by a client whose dialect leaves nothing out. */
const refused = ([method, path, body]: Request): Request => [method, path, body, { token }];

const INVALID_VALUE = [400, 'invalidValue'] as const;
const CONDITIONS: ReadonlyArray<[name: string, request: () => Request, status: number, scimType: string | undefined, id: string]> = [
  ['a filter on the schemas', () => ['GET', `${base}/Schemas?filter=id%20pr`], 403, undefined, 'scim.discoveryFilter'],
  ['a filter on the configuration', () => ['GET', `${base}/ServiceProviderConfig?filter=id%20pr`], 403, undefined, 'scim.discoveryFilter'],
  ['a filter on the resource types', () => ['GET', `${base}/ResourceTypes?Filter=id%20pr`], 403, undefined, 'scim.discoveryFilter'],
  ['no e-mail on create', () => create({ emails: undefined }), ...INVALID_VALUE, 'SCIM-VALUE-REQUIRED'],
  ['no e-mail on replace', () => put({ emails: [] }), ...INVALID_VALUE, 'SCIM-VALUE-REQUIRED'],
  ['no e-mail after a patch', () => patch({ op: 'remove', path: 'emails' }), 400, 'mutability', 'SCIM-PATCH-MUTABILITY'],
  [
    'an empty e-mail list after a patch',
    () => patch({ op: 'replace', path: 'emails', value: [] }),
    ...INVALID_VALUE,
    'SCIM-VALUE-REQUIRED',
  ],
  ['a malformed e-mail', () => create({ emails: [{ value: 'nobody' }] }), ...INVALID_VALUE, 'SCIM-VALUE-FORMAT'],
  ['no userName on create', () => create({ userName: undefined }), ...INVALID_VALUE, 'SCIM-VALUE-REQUIRED'],
  ['a blank userName', () => create({ userName: '  ' }), ...INVALID_VALUE, 'SCIM-VALUE-REQUIRED'],
  ['no userName on replace', () => put({ userName: undefined }), ...INVALID_VALUE, 'SCIM-VALUE-REQUIRED'],
  ['no given name', () => create({ name: { familyName: 'F' } }), ...INVALID_VALUE, 'SCIM-VALUE-REQUIRED'],
  ['no family name', () => create({ name: { givenName: 'G' } }), ...INVALID_VALUE, 'SCIM-VALUE-REQUIRED'],
  ['no name on replace', () => put({ name: undefined }), ...INVALID_VALUE, 'SCIM-VALUE-REQUIRED'],
  ['half a name after a patch', () => patch({ op: 'remove', path: 'name.givenName' }), 400, 'mutability', 'SCIM-PATCH-MUTABILITY'],
  ['letters in a phone number', () => refused(create({ phoneNumbers: [{ value: 'call me' }] })), ...INVALID_VALUE, 'SCIM-VALUE-FORMAT'],
  ['a locale that is none', () => refused(create({ locale: 'not a tag' })), ...INVALID_VALUE, 'SCIM-VALUE-FORMAT'],
  ['a time zone that is none', () => refused(create({ timezone: 'Moon/Base' })), ...INVALID_VALUE, 'SCIM-VALUE-FORMAT'],
  ['a profileUrl that is not http', () => refused(create({ profileUrl: 'ftp://x.example' })), ...INVALID_VALUE, 'SCIM-VALUE-FORMAT'],
  ['a photo that is not http', () => refused(create({ photos: [{ value: 'data:x' }] })), ...INVALID_VALUE, 'SCIM-VALUE-FORMAT'],
  ['an active that is no boolean', () => create({ active: 'perhaps' }), ...INVALID_VALUE, 'SCIM-VALUE-TYPE'],
  ['a weak password on create', () => create({ password: 'weak' }), ...INVALID_VALUE, 'password.weak'],
  ['a weak password in a patch', () => patch({ op: 'replace', path: 'password', value: 'weak' }), ...INVALID_VALUE, 'password.weak'],
  ['a userName in use', () => create({ userName: person.userName.toUpperCase() }), 409, 'uniqueness', 'person.userNameTaken'],
  [
    "a userName in another organization's domain",
    () => create({ userName: `x@${foreignDomain.toUpperCase()}` }),
    ...INVALID_VALUE,
    'person.userNameForeign',
  ],
  [
    'a patch to such a userName',
    () => patch({ op: 'replace', path: 'userName', value: `x@${foreignDomain}` }),
    ...INVALID_VALUE,
    'person.userNameForeign',
  ],
  ['an unknown user', () => ['GET', `${users}/nobody`], 404, undefined, 'person.notFound'],
  ['a deletion of an unknown user', () => ['DELETE', `${users}/nobody`], 404, undefined, 'person.notFound'],
  ['an unknown schema', () => ['GET', `${base}/Schemas/urn:none`], 404, undefined, 'scim.unknown'],
  ['an unknown resource type', () => ['GET', `${base}/ResourceTypes/None`], 404, undefined, 'scim.unknown'],
  ['a sortOrder that is none', () => ['GET', `${users}?sortBy=id&sortOrder=up`], ...INVALID_VALUE, 'SCIM-QUERY-VALUE'],
  ['a sortBy that is unknown', () => ['GET', `${users}?sortBy=shoeSize`], ...INVALID_VALUE, 'SCIM-QUERY-VALUE'],
  ['a sortBy that is not sortable', () => ['GET', `${users}?sortBy=active`], ...INVALID_VALUE, 'SCIM-QUERY-VALUE'],
  ['a count that is no number', () => ['GET', `${users}?count=abc`], ...INVALID_VALUE, 'SCIM-QUERY-VALUE'],
  ['a filter over 1000 characters', () => find(`userName eq "${'x'.repeat(1000)}"`), 400, 'invalidFilter', 'SCIM-FILTER-SIZE'],
  ['a filter that cannot be parsed', () => find('userName eq'), 400, 'invalidFilter', 'SCIM-FILTER-SYNTAX'],
  ['a filter on an unknown attribute', () => find('shoeSize eq "x"'), 400, 'invalidFilter', 'SCIM-FILTER-ATTRIBUTE'],
  ['a filter with an unknown URN', () => find('urn:x:userName eq "x"'), 400, 'invalidFilter', 'SCIM-FILTER-ATTRIBUTE'],
  ['a filter whose operator does not fit', () => find('active gt true'), 400, 'invalidFilter', 'SCIM-FILTER-OPERATOR'],
  ['a filter whose value does not fit', () => find('active eq "perhaps"'), 400, 'invalidFilter', 'SCIM-FILTER-VALUE'],
  ['a filter on a time that is none', () => find('meta.created gt "noon"'), 400, 'invalidFilter', 'SCIM-FILTER-VALUE'],
  ['an op that is none', () => patch({ op: 'move', path: 'title', value: 'x' }), ...INVALID_VALUE, 'SCIM-PATCH-OP'],
  ['a path to nothing', () => patch({ op: 'add', path: 'shoeSize', value: 1 }), 400, 'invalidPath', 'SCIM-PATH-ATTRIBUTE'],
  ['a path that cannot be parsed', () => patch({ op: 'add', path: 'na me', value: 1 }), 400, 'invalidPath', 'SCIM-PATH-SYNTAX'],
  ['a remove without a path', () => patch({ op: 'remove' }), 400, 'noTarget', 'SCIM-PATCH-TARGET'],
  [
    'a replace of elements that are not there',
    () => patch({ op: 'replace', path: 'phoneNumbers[type eq "fax"]', value: { value: '+1' } }),
    400,
    'noTarget',
    'SCIM-PATCH-TARGET',
  ],
  ['a patch of a read-only attribute', () => patch({ op: 'replace', path: 'meta', value: {} }), 400, 'mutability', 'SCIM-PATCH-MUTABILITY'],
  ['a patch value of another type', () => refused(patch({ op: 'replace', path: 'title', value: 1 })), ...INVALID_VALUE, 'SCIM-VALUE-TYPE'],
  ['a list for a single value', () => refused(patch({ op: 'replace', path: 'title', value: ['x'] })), ...INVALID_VALUE, 'SCIM-VALUE-TYPE'],
  ['no value', () => patch({ op: 'add', path: 'title' }), ...INVALID_VALUE, 'SCIM-PATCH-VALUE'],
  [
    'two primaries in one operation',
    () => refused(patch({ op: 'add', path: 'emails', value: ['a@b.example', 'c@d.example'].map((value) => ({ value, primary: true })) })),
    ...INVALID_VALUE,
    'SCIM-VALUE-PRIMARY',
  ],
  ['no PatchOp', () => ['PATCH', `${users}/${person.id}`, { Operations: [] }], 400, 'invalidSyntax', 'SCIM-BODY-SCHEMAS'],
  ['no JSON', () => ['POST', users, '{'], 400, 'invalidSyntax', 'body.malformed'],
  ['a body nested too deeply', () => ['POST', users, `${'['.repeat(1000)}${']'.repeat(1000)}`], 400, 'invalidSyntax', 'body.tooDeep'],
  ['no body', () => ['POST', users], 400, 'invalidSyntax', 'SCIM-BODY-SYNTAX'],
  ['a body too large', () => create({ title: 'x'.repeat(1_000_001) }), 413, undefined, 'body.tooLarge'],
  ['another media type', () => ['POST', users, '{}', { type: 'text/plain' }], 415, undefined, 'body.mediaType'],
  [
    'bytes that are no UTF-8',
    () => ['POST', users, new Blob([new Uint8Array([0x7b, 0xe4, 0x7d])]), { type: 'application/json; charset=latin1' }],
    415,
    undefined,
    'body.charset',
  ],
  ['an answer nobody gives', () => ['GET', users, undefined, { headers: { accept: 'text/html' } }], 406, undefined, 'accept.none'],
  ['no token', () => ['GET', users, undefined, { token: null }], 401, undefined, 'access.noToken'],
  ['an unknown organization', () => ['GET', usersPath(service, 'nowhere')], 404, undefined, 'organization.notFound'],
  ['a client that asks for itself', () => ['GET', `${base}/Me`], 501, undefined, 'SCIM-ME'],
];

describe('the condition', () => {
  it.each(CONDITIONS)('%s', async (_, request, status, scimType, id) => {
    const answer = await service.call(...request());
    expect(answer.headers.get('content-type')).toMatch(/^application\/scim\+json/);
    expect([answer.status, answer.body]).toEqual([
      status,
      {
        schemas: [ERROR_URN, DETAIL_URN],
        status: String(status),
        detail: expect.stringMatching(/\w/),
        ...(scimType === undefined ? {} : { scimType }),
        [DETAIL_URN]: { id, message: answer.body.detail },
      },
    ]);
  });
});

describe('the language of an error', () => {
  const ask = (language: string) =>
    service.call('GET', `${users}/nobody`, undefined, { headers: { 'accept-language': language } }).then(({ body }) => body);

  it.each([
    ['de-CH, en;q=0.5', de],
    ['fr', fr],
  ])('is what Accept-Language %s likes best, beside the untranslated message', async (language, texts) => {
    const body = await ask(language);
    expect(body.detail).toBe(texts['person.notFound']);
    expect(body[DETAIL_URN].message).toBe('This user does not exist in this organization.');
  });

  it('is English for others, and when nothing is said', async () => {
    for (const language of ['ja', '', 'en-GB']) expect((await ask(language)).detail).toBe('This user does not exist in this organization.');
  });

  it('is that of the caller also before a handler is reached', async () => {
    const { body } = await service.call('GET', users, undefined, { token: null, headers: { 'accept-language': 'de' } });
    expect(body.detail).toBe(de['access.noToken']);
  });

  it('has the same sentences in every language, and one for every condition of the protocol', () => {
    expect(ERROR_LANGUAGES).toEqual(['en', 'de', 'fr']);
    for (const texts of [de, fr]) expect(Object.keys(texts)).toEqual(Object.keys(en));
    for (const id of Object.keys(SCIM_CONDITIONS)) expect(en, id).toHaveProperty([id]);
  });
});

describe('content negotiation', () => {
  it.each([
    'application/scim+json',
    'application/json, text/plain, */*',
    'application/*;q=0.1',
    '*/*',
    'text/html, application/json;q=0.2',
    'application/scim+json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('takes Accept: %s', async (accept) => {
    const answer = await service.call('GET', users, undefined, { headers: { accept } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^application\/scim\+json/)]);
  });

  it.each(['text/html', 'application/scim+json;q=0, text/*', 'image/png', 'application/json; charset=utf-16'])(
    'refuses Accept: %s',
    async (accept) => {
      expect((await service.call('GET', users, undefined, { headers: { accept } })).status).toBe(406);
    },
  );

  it.each(['application/json', 'application/scim+json; charset=utf-8', 'application/json;charset="UTF-8"'])(
    'takes a body of %s',
    async (type) => {
      expect((await service.call('POST', users, scimUser(freshName()), { type })).status).toBe(201);
    },
  );
});
