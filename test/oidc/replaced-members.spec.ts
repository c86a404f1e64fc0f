// The table of replaced members says the truth: nothing else of the library is replaced, and each has its spec.
import { existsSync } from 'node:fs';
import { Provider } from 'oidc-provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REPLACED_MEMBERS } from '../../src/oidc/provider/replaced-members.js';
import { ProviderHost } from '../../src/oidc/provider/provider-host.js';
import { startService, type TestService } from '../support/service.js';

const MAX_REPLACED = 20;
const CLASSES = [
  'AccessToken',
  'AuthorizationCode',
  'Client',
  'ClientCredentials',
  'Grant',
  'IdToken',
  'Interaction',
  'OIDCContext',
  'RefreshToken',
  'ReplayDetection',
  'Session',
] as const;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Bag = Record<string, unknown>;

/** What a class says of itself, as text: two providers of the same library say the same. */
function describeMembers(of: object): Map<string, string> {
  const members = new Map<string, string>();
  for (
    let level: object | null = of;
    level && level !== Function.prototype && level !== Object.prototype;
    level = Object.getPrototypeOf(level) as object | null
  )
    for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(level)) as Array<[string, PropertyDescriptor]>)
      if (!members.has(name)) members.set(name, textOf(descriptor));
  members.delete('prototype');
  members.delete('constructor');
  return members;
}

function textOf({ value, get }: PropertyDescriptor): string {
  const member = (value ?? get) as unknown;
  return typeof member === 'function' ? Function.prototype.toString.call(member) : JSON.stringify(member);
}

function differences(ours: object, plain: object, prefix: string): string[] {
  const [a, b] = [describeMembers(ours), describeMembers(plain)];
  return [...a].filter(([name, text]) => b.get(name) !== text).map(([name]) => prefix + name);
}

it('names every replaced member and no other, at most twenty', async () => {
  const { provider } = await service.get(ProviderHost).currentProvider();
  const plain = new Provider('http://plain.example', {});
  const found = CLASSES.flatMap((name) => {
    const [ours, theirs] = [provider, plain].map(
      (one) => (one as unknown as Bag)[name] as { prototype: object; Schema?: { prototype: object } },
    );
    if (!ours || !theirs) throw new Error(`The library has no class ${name} any more.`);
    return [
      ...differences(ours, theirs, `${name}#`).filter((member) => member !== `${name}#Schema`),
      ...differences(ours.prototype, theirs.prototype, `${name}.`),
      ...(ours.Schema && theirs.Schema ? differences(ours.Schema.prototype, theirs.Schema.prototype, `${name}#Schema.`) : []),
    ];
  });
  expect(found.toSorted()).toEqual(REPLACED_MEMBERS.map(({ member }) => member).toSorted());
  expect(REPLACED_MEMBERS.length).toBeLessThanOrEqual(MAX_REPLACED);
});

it.each(REPLACED_MEMBERS.map(({ member, test }) => [member, test]))('%s has its spec %s', (_, test) => {
  expect(existsSync(new URL(`../${test}`, import.meta.url))).toBe(true);
});
