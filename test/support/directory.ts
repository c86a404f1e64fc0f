// A second service as the directory of a company: people of the first one sign in with it.
import type {
  IdentityProvider,
  ProviderContent,
  ProviderRules,
} from '../../src/users/authentication/identity-providers/identity-provider.js';
import { ProviderChanges } from '../../src/users/authentication/identity-providers/provider-changes.service.js';
import type { OidcConnection } from '../../src/users/authentication/identity-providers/oidc-connection.js';
import type { Organization } from '../../src/users/organizations/organizations.service.js';
import { answerOf, Browser, type Page } from './browser.js';
import { authorizeUrl } from './oauth.js';
import type { TestService } from './service.js';
import { makeWorld, PASSWORD, REDIRECT_URI, type World } from './world.js';

/** A provider of the first service, and its application at the second. */
export interface Directory {
  providerId: string;
  callbackUrl: string;
  /** The application there that stands for the first service, and its address in the admin API. */
  clientId: string;
  applicationPath: string;
  /** The organization of the directory, whose people sign in. */
  there: World;
  /** `sub` of a person of the directory. */
  subject: string;
}

const RULES: ProviderRules = {
  buttonShown: true,
  buttonOrder: 0,
  domains: [],
  creation: 'off',
  linking: 'proof',
  updates: [],
  secondFactorValues: [],
  phishingResistantValues: [],
  groups: [],
};

/** An organization of a second service, with the application that stands for the first one. */
export interface SecondService {
  world: World;
  clientId: string;
  clientSecret: string;
  /** Of the application at the admin API. */
  applicationPath: string;
  /** Allows the address to which it sends people back. */
  setCallback(url: string): Promise<void>;
}

/** Adds what an administrator of a directory makes there: a client, whose callback is allowed later. */
export async function addSecondService(at: TestService): Promise<SecondService> {
  const world = await makeWorld(at);
  const { application, clientSecret = '' } = await world.addApplication({ authMethod: 'client_secret_basic' });
  const applicationPath = `/admin/v1/organizations/${world.organization.id}/projects/${world.projectId}/applications/${application.id}`;
  return {
    world,
    clientId: application.clientId,
    clientSecret,
    applicationPath,
    async setCallback(url) {
      const changed = await at.call('PATCH', applicationPath, { redirectUris: [url] });
      if (changed.status !== 200) throw new Error(`The application was not changed: ${JSON.stringify(changed.body)}`);
    },
  };
}

/** What a test decides about a provider. */
export type Decided = Partial<ProviderRules> & { enabled?: boolean };

/** Adds an OpenID Connect provider; what isn't given is usual. @returns its id */
export async function addProvider(
  here: TestService,
  owner: Organization | undefined,
  given: Pick<OidcConnection, 'issuer' | 'clientId'>,
  clientSecret: string,
  rules: Partial<ProviderRules> = {},
): Promise<string> {
  const connection: OidcConnection = {
    clientAuthentication: 'client_secret_basic',
    scopes: ['openid', 'profile', 'email'],
    tenants: [],
    hostedDomains: [],
    externalIdClaim: 'sub',
    subjectClaims: ['sub'],
    ...given,
  };
  const content = {
    kind: 'oidc',
    template: 'generic',
    name: 'Corporate',
    enabled: true,
    connection,
    rules: { ...RULES, ...rules },
  } as const;
  return (await here.get(ProviderChanges).create(owner, content, clientSecret, 'test')).id;
}

/** Connects an organization of `here`, or the whole service, to an organization of its own at `at`. */
export async function connectDirectory(
  here: TestService,
  at: TestService,
  owner: Organization | undefined,
  rules: Partial<ProviderRules> = {},
): Promise<Directory> {
  const { world: there, clientId, clientSecret, applicationPath, setCallback } = await addSecondService(at);
  const id = await addProvider(here, owner, { issuer: at.url, clientId }, clientSecret, rules);
  const callbackUrl = `${here.url}/sign-in/providers/${id}/callback`;
  await setCallback(callbackUrl);
  return { providerId: id, callbackUrl, clientId, applicationPath, there, subject: there.person.id };
}

/** Changes a provider. */
export async function decideProvider(here: TestService, owner: Organization | undefined, id: string, decided: Decided): Promise<void> {
  const { enabled, ...rules } = decided;
  const change = (before: IdentityProvider): ProviderContent => ({
    ...before,
    rules: { ...before.rules, ...rules },
    ...(enabled !== undefined && { enabled }),
  });
  await here.get(ProviderChanges).change(owner, id, change, undefined, 'test');
}

/** A person with a browser, which opens pages of both services. */
export class Visitor {
  readonly here: Browser;
  readonly there: Browser;

  /** @param headers sent with every request to the first service */
  constructor(
    private readonly service: TestService,
    directory: TestService,
    headers: Record<string, string> = {},
  ) {
    this.here = new Browser(service.url, headers);
    this.there = new Browser(directory.url);
  }

  /** Opens an application of the first service. */
  open(clientId: string, more: Record<string, string> = {}, scope = 'openid email profile'): Promise<Page> {
    return this.here.open(authorizeUrl(this.service.url, clientId, scope, { redirect_uri: REDIRECT_URI, ...more }));
  }

  /** Follows the link of a page whose address contains `part`. */
  follow(page: Page, part: string): Promise<Page> {
    const links = [...(page.html ?? '').matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
    const href = links.find((link) => link.includes(part));
    if (href === undefined) throw new Error(`There is no link with "${part}" on ${page.url}: ${page.html}`);
    return this.here.open(new URL(href, page.url).href);
  }

  /** Signs in at the directory. @param page whose `url` is the redirect to it @returns the callback's address, not yet opened */
  async signInThere({ url }: Page, loginName: string): Promise<string> {
    const login = await this.there.open(url);
    if (login.html === undefined) return login.url;
    return (await this.there.submit(login, loginName, PASSWORD)).url;
  }
}

/** An organization of the first service with a directory and an application, and a person with an empty browser. */
export interface DirectoryScene extends Directory {
  world: World;
  client: { clientId: string; clientSecret: string };
  /** The application in the admin API. */
  clientPath: string;
  visitor: Visitor;
  /** A further browser. */
  another(): Visitor;
  decide(decided: Decided): Promise<void>;
  /** The button of the page, the sign-in there, and the way back. @param by a further browser */
  signIn(loginName?: string, by?: Visitor): Promise<Page>;
}

export async function directoryScene(here: TestService, at: TestService, rules: Partial<ProviderRules> = {}): Promise<DirectoryScene> {
  const world = await makeWorld(here);
  const directory = await connectDirectory(here, at, world.organization, rules);
  const { application, clientSecret = '' } = await world.addApplication();
  const client = { clientId: application.clientId, clientSecret };
  const visitor = new Visitor(here, at);
  return {
    ...directory,
    world,
    client,
    clientPath: `/admin/v1/organizations/${world.organization.id}/projects/${world.projectId}/applications/${application.id}`,
    visitor,
    another: () => new Visitor(here, at),
    decide: (decided) => decideProvider(here, world.organization, directory.providerId, decided),
    async signIn(loginName = directory.there.loginName, by = visitor) {
      const redirect = await by.follow(await by.open(client.clientId), `/to/${directory.providerId}`);
      return by.here.open(await by.signInThere(redirect, loginName));
    },
  };
}

/** The code that the application gets; empty for a page. */
export function codeOf(page: Page): string {
  return page.url.startsWith(REDIRECT_URI) ? (answerOf(page).members.code ?? '') : '';
}
