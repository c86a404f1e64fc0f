import { describe, expect, it, vi } from 'vitest';
import { PROVIDER_STEPS } from '../../common/observation/topics.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import type { DirectoryEntryAttempts } from '../../users/accounts/federation/directory-entry-attempts.service.js';
import type { IdentityProvider, ProviderKind } from '../../users/authentication/identity-providers/identity-provider.js';
import type { IdentityProviders } from '../../users/authentication/identity-providers/identity-providers.service.js';
import type { ProviderHealth } from '../../users/authentication/identity-providers/provider-health.service.js';
import type { SignOutHints } from './sign-out-hints.service.js';
import { UpstreamError, type OpenedProvider, type RedirectProtocol } from './upstream.js';
import { Upstreams } from './upstreams.service.js';

const provider = (kind: ProviderKind) => ({ kind, id: 'p1' }) as IdentityProvider;
const protocol = (probe: RedirectProtocol['probe']) => ({ probe }) as RedirectProtocol;

/** @param open as {@link IdentityProviders.open} */
function upstreams(open: (one: IdentityProvider) => Promise<OpenedProvider>, probe: RedirectProtocol['probe']): Upstreams {
  const protocols = { redirects: { oidc: protocol(probe) }, passwords: {}, signOuts: {} };
  const [providers, health, attempts] = [{ open } as unknown as IdentityProviders, {} as ProviderHealth, {} as DirectoryEntryAttempts];
  return new Upstreams(protocols, providers, health, attempts, {} as SignOutHints, { publicUrl: 'https://id.example' });
}

describe('a probe', () => {
  const opened = (one: IdentityProvider) => Promise.resolve({ ...one, secret: 'shh' });

  it('is that of the protocol, which gets the secret', async () => {
    const made = upstreams(opened, ({ secret }) => Promise.resolve([{ step: 'discovery', ok: secret === 'shh', detail: 'found' }]));
    expect(await made.probe(provider('oidc'))).toEqual([{ step: 'discovery', ok: true, detail: 'found' }]);
  });

  it('says in a step what went wrong', async () => {
    const failing = upstreams(opened, () => Promise.reject(new UpstreamError('unreachable', 'no answer')));
    expect(await failing.probe(provider('oidc'))).toEqual([{ step: 'connection', ok: false, detail: 'no answer' }]);
    expect(await failing.probe(provider('saml'))).toMatchObject([{ step: 'protocol', ok: false }]);
    const lost = upstreams(
      () => Promise.reject(new DomainError('precondition', 'identityProvider.secretLost', 'Set it again.')),
      () => Promise.reject(new Error('unexpected')),
    );
    expect(await lost.probe(provider('oidc'))).toEqual([{ step: 'secret', ok: false, detail: 'Set it again.' }]);
  });
});

it('each provider has a callback of its own', () => {
  const made = upstreams(
    () => Promise.reject(new Error('unexpected')),
    () => Promise.resolve([]),
  );
  expect(made.callbackUrl('p1')).toBe('https://id.example/sign-in/providers/p1/callback');
});

it('each step of a sign-in is counted by its result, with the fault of one that failed', async () => {
  const told: object[] = [];
  const end = PROVIDER_STEPS.listen((step) => told.push(step));
  const begin = vi
    .fn()
    .mockResolvedValueOnce({ url: 'https://idp.example', kept: {} })
    .mockRejectedValueOnce(new UpstreamError('unreachable', 'no answer'));
  const protocols = { redirects: { oidc: { begin } as unknown as RedirectProtocol }, passwords: {}, signOuts: {} };
  const providers = { open: (one: IdentityProvider) => Promise.resolve(one) } as unknown as IdentityProviders;
  const health = { noteFailure: () => Promise.resolve() } as unknown as ProviderHealth;
  const made = new Upstreams(protocols, providers, health, {} as DirectoryEntryAttempts, {} as SignOutHints, {
    publicUrl: 'https://id.example',
  });
  await made.begin(provider('oidc'), { handle: 'h', forceLogin: false });
  await expect(made.begin(provider('oidc'), { handle: 'h', forceLogin: false })).rejects.toThrow('no answer');
  end();
  expect(told).toEqual([
    { kind: 'oidc', result: 'done' },
    { kind: 'oidc', result: 'unreachable' },
  ]);
});

describe('a step of a sign-in', () => {
  const providers = { open: (one: IdentityProvider) => Promise.resolve(one) } as unknown as IdentityProviders;
  const health = { noteFailure: () => Promise.resolve() } as unknown as ProviderHealth;
  const request = { handle: 'h', forceLogin: false };
  /** The provider `silent` never answers. */
  const made = () => {
    const begin = ({ id }: OpenedProvider) =>
      id === 'silent' ? new Promise<never>(() => undefined) : Promise.resolve({ url: 'https://idp.example', kept: {} });
    const redirects = { oidc: { begin } as unknown as RedirectProtocol };
    return new Upstreams({ redirects, passwords: {}, signOuts: {} }, providers, health, {} as DirectoryEntryAttempts, {} as SignOutHints, {
      publicUrl: 'https://id.example',
    });
  };
  const oidc = (id: string) => ({ kind: 'oidc', id }) as IdentityProvider;

  it('has one time limit, whatever it consists of', async () => {
    const upstream = made();
    expect(upstream.limits).toEqual({ totalMs: 5_000, concurrency: 100 });
    upstream.limits.totalMs = 20;
    await expect(upstream.begin(oidc('silent'), request)).rejects.toMatchObject({
      fault: 'unreachable',
      message: expect.stringContaining('within 20 ms') as string,
    });
  });

  it('of a provider that does not answer leaves those of others alone', async () => {
    const upstream = made();
    upstream.limits.concurrency = 3;
    const waiting = [1, 2, 3].map(() => upstream.begin(oidc('silent'), request).catch(() => 'late'));
    await new Promise((done) => setImmediate(done));
    await expect(upstream.begin(oidc('silent'), request)).rejects.toMatchObject({
      fault: 'unreachable',
      message: expect.stringContaining('More people sign in') as string,
    });
    const others = Array.from({ length: 3 }, () => upstream.begin(oidc('other'), request));
    expect(await Promise.all(others)).toHaveLength(3);
    expect(await Promise.race([...waiting, Promise.resolve('still waiting')])).toBe('still waiting');
  });
});
