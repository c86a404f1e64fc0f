// Identities of people at other identity providers, as an import takes them. The export has names of its own for the providers.
import { joinedSubject, MAX_LOGIN_NAME, MAX_SUBJECT } from '../../users/authentication/identity-providers/upstream-identity.js';
import { CommandError } from '../terminal/command-error.js';
import type { Remarks } from './remarks.js';

/** Where an identity of an import is: at a provider here, by its id or its issuer. */
export interface ConvertedIdentity {
  identityProviderId?: string;
  issuer?: string;
  subject: string;
  loginName?: string;
}

/** An identity as another system has it; `names` are those that the provider has there: its own, then those of its kind. */
export interface KnownIdentity {
  names: readonly [string, ...string[]];
  subject: unknown;
  loginName?: unknown;
}

/** `tenant` is the first part of each subject, at Microsoft Entra. */
export interface Target {
  member: 'identityProviderId' | 'issuer';
  value: string;
  tenant?: string;
}

/** The providers here, by the names of those in the export. */
export class ProviderMapping {
  /** The provider in the export that each name stands for. */
  private readonly owners = new Map<string, string>();

  constructor(private readonly targets: ReadonlyMap<string, Target>) {}

  /** Whether a provider with this name in the export is here. */
  has(name: string): boolean {
    return this.targets.has(name);
  }

  /** The same with further names. */
  with(further: ReadonlyMap<string, Target>): ProviderMapping {
    return new ProviderMapping(new Map([...this.targets, ...further]));
  }

  /** The provider here that a name of the export has. */
  targetOf(name: string): Target | undefined {
    return this.targets.get(name);
  }

  /**
   * The first of the names that is mapped, and its provider here. A name stands for one provider of the export: at each company's, other people have
   * the same subjects.
   * @throws CommandError if it has stood for another one
   */
  find(names: KnownIdentity['names']): { name: string; target: Target } | undefined {
    const name = names.find((one) => this.targets.has(one));
    const target = name === undefined ? undefined : this.targets.get(name);
    if (name === undefined || target === undefined) return undefined;
    const [own] = names;
    const owner = this.owners.get(name) ?? own;
    if (owner !== own)
      throw new CommandError(
        `${name} is the name of several connections, ${owner} and ${own}, whose people would be taken for each other. Name each connection: --identity-provider ${owner}=ID --identity-provider ${own}=ID.`,
      );
    this.owners.set(name, own);
    return { name, target };
  }
}

/** @param texts `NAME=ID`, `NAME=ID/TENANT` for Microsoft Entra, or `NAME=ISSUER` @throws CommandError */
export function readProviderMapping(texts: readonly string[]): ProviderMapping {
  return new ProviderMapping(new Map(texts.map(readTarget)));
}

function readTarget(text: string): [name: string, target: Target] {
  const at = text.indexOf('=');
  const [name, target] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || target === '') throw new CommandError('--identity-provider must be NAME=ID, NAME=ID/TENANT or NAME=ISSUER.');
  if (target.includes('://')) return [name, { member: 'issuer', value: target }];
  const [id = '', tenant] = target.split('/');
  return [name, { member: 'identityProviderId', value: id, ...(tenant !== undefined && { tenant }) }];
}

/**
 * The identities whose provider is mapped, one a provider; of each other one the person is told to lose it.
 * @throws CommandError for a name of several providers
 */
export function convertIdentities(
  identities: readonly KnownIdentity[],
  mapping: ProviderMapping,
  who: string,
  remark: Remarks,
): ConvertedIdentity[] {
  const met = new Set<string>();
  return identities.flatMap(({ names, subject, loginName }) => {
    const found = mapping.find(names);
    const id = typeof subject === 'number' ? String(subject) : subject;
    if (found === undefined) {
      remark('identity', who, `loses the identity at ${names.join(' or ')}; map it with --identity-provider ${names[0]}=ID`);
      return [];
    }
    const { name, target } = found;
    const whole =
      typeof id === 'string' && id.trim() !== '' ? joinedSubject([...(target.tenant === undefined ? [] : [target.tenant]), id]) : '';
    if (whole === '' || whole.length > MAX_SUBJECT) {
      remark('identity', who, `loses the identity at ${name}, which has no usable id`);
      return [];
    }
    const key = `${target.member} ${target.value}`;
    if (met.has(key)) {
      remark('identity', who, `loses the further identity ${whole} at ${name}: a person has one at an identity provider`);
      return [];
    }
    met.add(key);
    const shown = typeof loginName === 'string' && loginName.trim() !== '' ? { loginName: loginName.slice(0, MAX_LOGIN_NAME) } : {};
    return [{ [target.member]: target.value, subject: whole, ...shown }];
  });
}
