// The account of an identity: which addresses find one, by what the provider says about them and whom it speaks for, and what a sign-in changes or creates.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { FederatedAccounts } from '../../src/users/accounts/federation/federated-accounts.service.js';
import type { IdentityProvider } from '../../src/users/authentication/identity-providers/identity-provider.js';
import { isProviderId } from '../../src/oidc/upstream/provider-id.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { IdentityProviders } from '../../src/users/authentication/identity-providers/identity-providers.service.js';
import { ProviderChanges } from '../../src/users/authentication/identity-providers/provider-changes.service.js';
import { People } from '../../src/users/directory/people/people.service.js';
import { Domains } from '../../src/users/organizations/domains.service.js';
import { startService, type TestService } from '../support/service.js';
import { ldapProvider } from '../support/upstream-provider.js';
import { makeWorld, type World } from '../support/world.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

let made = 0;
interface Scene {
  world: World;
  domain: string;
  provider: IdentityProvider;
}

/** An organization that has proven a domain, with a provider that may speak for it. */
async function scene({ isDeclared = true, creation = 'off' as const, isOfService = false }: Partial<Options> = {}): Promise<Scene> {
  const world = await makeWorld(service);
  const domain = `staff-${++made}.example`;
  await service.get(Domains).addDomain(world.organization, domain, 'test');
  await service.get(Domains).verifyDomain(world.organization, domain, 'test');
  const { rules, ...content } = ldapProvider({});
  const decided = { ...rules, linking: 'address', creation, domains: isDeclared && !isOfService ? [domain] : [] } as const;
  const owner = isOfService ? undefined : world.organization;
  const provider = await service.get(ProviderChanges).create(owner, { ...content, rules: decided }, 'The-account-that-searches-7', 'test');
  return { world, domain, provider };
}
interface Options {
  isDeclared: boolean;
  isOfService: boolean;
  creation: 'off' | 'automatic';
}

/** What a sign-in with this address leads to. @param emailVerified undefined: the provider says nothing */
async function find({ world, provider }: Scene, email: string, emailVerified: boolean | undefined) {
  const identity = {
    subject: `s-${++made}`,
    loginName: email,
    email,
    authentication: [],
    ...(emailVerified !== undefined && { emailVerified }),
  };
  return service
    .get(FederatedAccounts)
    .find({ provider, organization: world.organization, identity, answeredUs: service.get(Clock).nowUs(), ip: '192.0.2.1' });
}
const carol = async ({ world, domain }: Scene, address = `carol@${domain}`) => {
  const { no } = await world.addPerson({ userName: `carol-${++made}`, emails: [{ value: address, primary: true, verifiedBy: 'code' }] });
  return no;
};

describe('an address finds the account that has verified it', () => {
  it.each([
    ['that the provider has verified', { isDeclared: false }, true, true],
    ['in a domain that the provider speaks for, if it says nothing', {}, undefined, true],
    ['not if the provider calls it unverified, whatever the domain', {}, false, false],
    ['not in a domain of the organization that the provider does not speak for', { isDeclared: false }, undefined, false],
    ['not if a provider of the service says nothing', { isOfService: true }, undefined, false],
  ])('%s', async (_, options, verified, isFound) => {
    const it = await scene(options);
    const userNo = await carol(it);
    expect(await find(it, `carol@${it.domain}`, verified)).toEqual(isFound ? { kind: 'found', userNo } : { kind: 'unlinked' });
  });

  it('and none that only looks alike: another case is the same, another letter is not', async () => {
    const it = await scene();
    const userNo = await carol(it);
    for (const alike of ['cárol', 'ｃarol', 'carоl', 'carol\u200B', 'car0l', 'carol.'])
      expect(await find(it, `${alike}@${it.domain}`, true), alike).toEqual({ kind: 'unlinked' });
    // Cyrillic in the domain.
    expect(await find(it, `carol@${it.domain.replace('a', 'а')}`, true)).toEqual({ kind: 'unlinked' });
    expect(await find(it, `CAROL@${it.domain}`, undefined)).toEqual({ kind: 'found', userNo });
  });
});

it('the address of a new account counts as verified by the same rule', async () => {
  for (const [verified, isMarked] of [
    [undefined, true],
    [false, false],
  ] as const) {
    const it = await scene({ creation: 'automatic' });
    const outcome = await find(it, `new@${it.domain}`, verified);
    const person = outcome.kind === 'found' ? await service.get(People).findByNo(outcome.userNo) : undefined;
    expect(person?.emails[0]?.verifiedBy !== undefined, String(verified)).toBe(isMarked);
  }
});

it('a value of the provider that cannot be stored changes nothing, and keeps nobody out', async () => {
  const it = await scene({ creation: 'automatic' });
  const { world } = it;
  await service
    .get(ProviderChanges)
    .change(
      world.organization,
      it.provider.id,
      (before) => ({ ...before, rules: { ...before.rules, updates: ['name', 'language'] } }),
      undefined,
      'test',
    );
  const provider = await service.get(IdentityProviders).require(world.organization, it.provider.id);
  const identity = { subject: `s-${++made}`, loginName: `ada@${it.domain}`, givenName: 'Ada', authentication: [] };
  const signIn = (more: object) =>
    service.get(FederatedAccounts).find({
      provider,
      organization: world.organization,
      identity: { ...identity, ...more },
      answeredUs: service.get(Clock).nowUs(),
      ip: '192.0.2.1',
    });
  const first = await signIn({});
  expect(first.kind).toBe('found');
  expect(await signIn({ givenName: 'Augusta', language: 'no language' })).toEqual(first);
  const person = first.kind === 'found' ? await service.get(People).findByNo(first.userNo) : undefined;
  expect([person?.givenName, person?.preferredLanguage]).toEqual(['Ada', undefined]);
  expect(await signIn({ givenName: 'Augusta' })).toEqual(first);
  expect(first.kind === 'found' && (await service.get(People).findByNo(first.userNo))?.givenName).toBe('Augusta');
});

it('personal data is taken only from a provider whose rules name it, at the first sign-in and at later ones', async () => {
  const it = await scene({ creation: 'automatic' });
  const identity = { subject: `s-${++made}`, loginName: `ada@${it.domain}`, givenName: 'Ada', authentication: [] };
  const said = { website: 'https://ada.example', birthdate: '1815-12-10', gender: 'female' };
  const allow = (updates: Array<'name' | 'personalData'>) =>
    service
      .get(ProviderChanges)
      .change(it.world.organization, it.provider.id, (before) => ({ ...before, rules: { ...before.rules, updates } }), undefined, 'test');
  const signIn = async (more: object) => {
    const outcome = await service.get(FederatedAccounts).find({
      provider: await service.get(IdentityProviders).require(it.world.organization, it.provider.id),
      organization: it.world.organization,
      identity: { ...identity, ...more },
      answeredUs: service.get(Clock).nowUs(),
      ip: '192.0.2.1',
    });
    const person = outcome.kind === 'found' ? await service.get(People).findByNo(outcome.userNo) : undefined;
    return [person?.website, person?.birthdate, person?.gender];
  };
  await allow(['name']);
  expect(await signIn(said)).toEqual([undefined, undefined, undefined]);
  await allow(['personalData']);
  expect(await signIn(said)).toEqual(['https://ada.example', '1815-12-10', 'female']);
  expect(await signIn({ birthdate: '1815' })).toEqual(['https://ada.example', '1815', 'female']);
  expect(await signIn({ ...said, subject: `s-${++made}`, loginName: `eva@${it.domain}` })).toEqual(Object.values(said));
});

it('a provider of the service creates accounts only where people may register, and few from one address', async () => {
  const it = await scene({ creation: 'automatic', isOfService: true });
  const ip = '192.0.2.99';
  const signIn = () => {
    const identity = { subject: `s-${++made}`, loginName: `n${made}@${it.domain}`, authentication: [] };
    return service
      .get(FederatedAccounts)
      .find({ provider: it.provider, organization: it.world.organization, identity, answeredUs: service.get(Clock).nowUs(), ip });
  };
  expect(await signIn()).toEqual({ kind: 'unlinked' });
  await service.get(Policies).set(it.world.organization.no, 'registration', { enabled: true }, 'test');
  const kinds: string[] = [];
  for (let at = 0; at < 200 && kinds.at(-1) !== 'refused'; at++) kinds.push((await signIn()).kind);
  expect(kinds[0]).toBe('found');
  expect(kinds.at(-1)).toBe('refused');
  expect(await signIn()).toMatchObject({ reason: 'incomplete', detail: 'Too many accounts from one address.' });
});

it('only what can be the id of a provider is looked up and remembered', () => {
  for (const id of ['01890a5d-ac96-774b-bcce-b302099a8057', 'idp-1', 'a'.repeat(36)]) expect(isProviderId(id), id).toBe(true);
  for (const text of ['', '../x', 'a b', 'a'.repeat(37), `${'a'.repeat(35)}\n`]) expect(isProviderId(text), text).toBe(false);
});
