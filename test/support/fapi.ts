// A client of FAPI 2.0: it pushes its requests, signed if its profile asks for that, redeems codes with proofs, and reads signed responses.
import { createRemoteJWKSet, jwtVerify, type JWTPayload } from 'jose';
import { Clock } from '../../src/common/primitives/clock.js';
import type { NewApplication, Profile } from '../../src/oidc/clients/application.js';
import { answerOf, Browser, type Page } from './browser.js';
import { addClient, addKey, assertionOf, ASSERTION_TYPE, type Client, type Signer } from './clients.js';
import { callWithProof, postWithProof, proofMaker, type ProofMaker, type ProofWish } from './dpop.js';
import { CHALLENGE, VERIFIER } from './oauth.js';
import type { Answer, TestService } from './service.js';
import { PASSWORD, REDIRECT_URI, type World } from './world.js';

export const TOKEN = '/oauth/v2/token';
export const PAR = '/oauth/v2/par';
export const USERINFO = '/oidc/v1/userinfo';

type Parameters = Record<string, string | undefined>;
type Form = Record<string, string>;

/** What one request does otherwise than a client that works. */
export interface Deviation {
  /** Claims and headers of the client assertion; undefined leaves one out. */
  assertion?: JWTPayload & Record<string, unknown>;
  assertionHeader?: Record<string, unknown>;
  /** Signs the client assertion in place of the client's key. */
  assertedBy?: Signer;
  /** Claims and headers of the request object. */
  object?: Record<string, unknown>;
  objectHeader?: Record<string, unknown>;
  objectBy?: Signer;
  /** In place of the request object. */
  rawObject?: string;
  /** Sends the parameters as they are, although the profile asks for an object. */
  unsigned?: boolean;
  /** Names the client without an assertion. */
  anonymous?: boolean;
  /** Further members of the form. */
  form?: Form;
  /** The key of the proof; null sends none. At the PAR endpoint none is sent unless there is one here. */
  proofBy?: ProofMaker | null;
  proof?: ProofWish;
}

let persons = 0;

export class FapiClient {
  readonly browser: Browser;

  private constructor(
    private readonly service: TestService,
    readonly client: Client,
    readonly signer: Signer,
    readonly userId: string,
    readonly loginName: string,
    readonly key: ProofMaker,
  ) {
    this.browser = new Browser(service.url);
  }

  static async start(service: TestService, world: World, profile: Profile, input: Partial<NewApplication> = {}, alg = 'ES256') {
    const client = await addClient(world, { type: 'web', profile, ...input });
    const userName = `fapi${persons++}`;
    const domain = world.loginName.split('@')[1] ?? '';
    const person = await world.addPerson({ userName, givenName: 'Barbara', emails: [{ value: `${userName}@${domain}`, primary: true }] });
    const signer = await addKey(service, client.application, alg);
    return new FapiClient(service, client, signer, person.id, `${userName}@${domain}`, proofMaker());
  }

  get clientId(): string {
    return this.client.clientId;
  }

  private get isSigned(): boolean {
    return this.client.application.config.profile === 'fapi2MessageSigning';
  }

  private get now(): number {
    return this.service.get(Clock).nowSeconds();
  }

  parameters(more: Parameters = {}): Form {
    const all = {
      response_type: 'code',
      redirect_uri: REDIRECT_URI,
      scope: 'openid email offline_access',
      state: 's-1',
      nonce: 'n-1',
      ...CHALLENGE,
      ...more,
    };
    return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
  }

  /** A request object with these parameters. */
  object(parameters: Form, { object, objectHeader, objectBy = this.signer }: Deviation = {}): Promise<string> {
    // The library reads the time of the machine, which a test that moves the clock of the service leaves alone.
    const begin = Math.floor(Date.now() / 1_000);
    const claims = { sub: undefined, jti: undefined, client_id: this.clientId, iat: begin, nbf: begin, ...parameters, ...object };
    return assertionOf(this.service, objectBy, this.clientId, claims as JWTPayload, objectHeader);
  }

  async authenticated(form: Form, { assertion, assertionHeader, assertedBy = this.signer, anonymous }: Deviation = {}): Promise<Form> {
    if (anonymous) return { ...form, client_id: this.clientId };
    const client_assertion = await assertionOf(this.service, assertedBy, this.clientId, assertion, assertionHeader);
    return { ...form, client_assertion, client_assertion_type: ASSERTION_TYPE };
  }

  private send(path: string, form: Form, maker: ProofMaker | undefined, { claims, ...wish }: ProofWish = {}): Promise<Answer> {
    return postWithProof(this.service, maker, path, form, undefined, { ...wish, claims: { iat: this.now, ...claims } });
  }

  async push(more: Parameters = {}, deviation: Deviation = {}): Promise<Answer> {
    const parameters = this.parameters(more);
    const { rawObject, unsigned, form, proofBy, proof } = deviation;
    const isObject = rawObject !== undefined || (this.isSigned && !unsigned);
    const sent = isObject ? { request: rawObject ?? (await this.object(parameters, deviation)) } : parameters;
    return this.send(PAR, await this.authenticated({ ...sent, ...form }, deviation), proofBy ?? undefined, proof);
  }

  async pushed(more: Parameters = {}, deviation: Deviation = {}): Promise<string> {
    const { status, body } = await this.push(more, deviation);
    if (status !== 201) throw new Error(`The request was not taken: ${JSON.stringify(body)}`);
    return body.request_uri as string;
  }

  open(requestUri: string, beside: Form = {}, clientId = this.clientId): Promise<Page> {
    const query = new URLSearchParams({ client_id: clientId, request_uri: requestUri, ...beside });
    return this.browser.open(`${this.service.url}/oauth/v2/authorize?${query.toString()}`);
  }

  signIn(page: Page, browser = this.browser): Promise<Page> {
    return browser.submit(page, this.loginName, PASSWORD);
  }

  /** The members of a response. A signed one is verified, and has nothing beside it. */
  async membersOf(page: Page): Promise<Record<string, unknown>> {
    const { members, address } = answerOf(page);
    if (address !== REDIRECT_URI) throw new Error(`The browser is at ${address}.`);
    if (members['response'] === undefined) return members;
    if (Object.keys(members).length !== 1) throw new Error(`Members stand beside a signed response: ${Object.keys(members).join(', ')}`);
    const { payload } = await this.verified(members['response']);
    return payload;
  }

  verified(jwt: string, audience = this.clientId) {
    const keys = createRemoteJWKSet(new URL(`${this.service.url}/oauth/v2/keys`));
    return jwtVerify(jwt, keys, { issuer: this.service.url, audience, currentDate: new Date(this.now * 1_000) });
  }

  /** Signs in and returns the members of the response. */
  async authorized(more: Parameters = {}, deviation: Deviation = {}, beside: Form = {}): Promise<Record<string, unknown>> {
    const page = await this.open(await this.pushed(more, deviation), beside);
    return this.membersOf(page.html?.includes('name="password"') ? await this.signIn(page) : page);
  }

  async redeem(code: unknown, deviation: Deviation = {}): Promise<Answer> {
    const { proofBy = this.key, proof, form } = deviation;
    const own = { grant_type: 'authorization_code', code: String(code), redirect_uri: REDIRECT_URI, code_verifier: VERIFIER, ...form };
    return this.send(TOKEN, await this.authenticated(own, deviation), proofBy ?? undefined, proof);
  }

  async refresh(refreshToken: string, deviation: Deviation = {}): Promise<Answer> {
    const { proofBy = this.key, proof, form } = deviation;
    const own = { grant_type: 'refresh_token', refresh_token: refreshToken, ...form };
    return this.send(TOKEN, await this.authenticated(own, deviation), proofBy ?? undefined, proof);
  }

  userinfo(token: string, { proofBy, proof: { claims, ...wish } = {} }: Deviation = {}, scheme = 'DPoP'): Promise<Answer> {
    return callWithProof(this.service, proofBy ?? this.key, 'GET', USERINFO, {
      token,
      scheme,
      ...wish,
      claims: { iat: this.now, ...claims },
    });
  }

  /** A whole sign-in: what every module of the suite checks. */
  async complete(more: Parameters = {}, deviation: Deviation = {}, beside: Form = {}): Promise<Completed> {
    const members = await this.authorized(more, deviation, beside);
    const { status, body } = await this.redeem(members['code'], deviation);
    if (status !== 200) throw new Error(`The code was not redeemed: ${JSON.stringify(body)}`);
    const { payload } = await this.verified(body.id_token);
    const { body: person } = await this.userinfo(body.access_token, deviation);
    return { members, tokens: body, idToken: payload, person };
  }
}

export interface Completed {
  members: Record<string, unknown>;
  tokens: Answer['body'];
  idToken: JWTPayload;
  person: Answer['body'];
}
