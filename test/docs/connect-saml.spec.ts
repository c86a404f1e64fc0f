// The guide to SAML says what the code does: addresses, attributes and the words of errors.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { consumerUrl, logoutUrl, serviceEntityId } from '../../src/oidc/upstream/saml/service-provider.js';
import { connectionFaults } from '../../src/users/authentication/identity-providers/connection-faults.js';
import {
  MAX_CERTIFICATES,
  MAX_CLOCK_SKEW_SECONDS,
  SAML_ATTRIBUTES,
  SAML_DEFAULTS,
  type SamlConnection,
} from '../../src/users/authentication/identity-providers/saml-connection.js';
import { samlKey } from '../support/saml-identity-provider.js';

const GUIDE = readFileSync('docs/connect-saml.md', 'utf8');
const CODE = readdirSync('src/oidc/upstream/saml')
  .map((file) => readFileSync(`src/oidc/upstream/saml/${file}`, 'utf8'))
  .join('\n');

/** The cells of the rows between two headings. */
const rowsOf = (heading: string): string[][] =>
  (GUIDE.split(`\n## ${heading}\n`)[1] ?? '')
    .split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    ) ?? [];

describe('the guide to SAML', () => {
  it('has the attributes of each field in their order', () => {
    const rows = Object.entries(SAML_ATTRIBUTES).map(([field, names]) => [`\`${field}\``, names.map((name) => `\`${name}\``).join(', ')]);
    expect(rowsOf('Attributes')).toEqual(rows);
  });

  it('has the addresses of this service', () => {
    for (const address of [serviceEntityId, consumerUrl, logoutUrl]) expect(GUIDE).toContain(`\`${address({ id: 'PROVIDER' }, 'BASE')}\``);
  });

  it('has the defaults and limits of settings', () => {
    const settings = Object.fromEntries(rowsOf('Values to paste'));
    expect(settings['`clockSkewSeconds`']).toContain(`${SAML_DEFAULTS.clockSkewSeconds}, at most ${MAX_CLOCK_SKEW_SECONDS}`);
    expect(settings['`certificates`']).toContain(`at most ${MAX_CERTIFICATES}`);
  });

  it('has a body that is accepted', async () => {
    const { kind, name, ...members } = JSON.parse(/```json\n(.*?)```/s.exec(GUIDE)?.[1] ?? '') as SamlConnection & {
      kind: string;
      name: string;
    };
    const { certificate } = await samlKey();
    expect([kind, name]).toEqual(['saml', 'Example Corp']);
    expect(connectionFaults({ kind: 'saml', connection: { ...SAML_DEFAULTS, ...members, certificates: [certificate] } })).toEqual([]);
  });

  it('explains errors in the words that they have', () => {
    const words = rowsOf('When it fails').map(([message = '']) => message.slice(1, -1));
    expect(words.length).toBeGreaterThan(10);
    expect(words.filter((message) => !CODE.includes(message))).toEqual([]);
  });
});
