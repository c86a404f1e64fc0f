// Clients of both services, as many scenarios at once as there are lanes. Each scenario works on keys that nobody else has, races on them over
// both services, and notes every operation in the histories.
import { createHash } from 'node:crypto';
import type { Credentials } from '../support/clients.js';
import { human } from '../support/imports.js';
import { clientToken, codeIn, post, redeem, refresh, userinfo } from '../support/oauth.js';
import { scimUser } from '../support/people.js';
import type { Answer, HttpService } from '../support/service.js';
import type { Histories } from './histories.js';
import { Random } from './random.js';
import { authorizePath, groupPatch, signIn, type Scene } from './scene.js';
import { NoAnswerError } from './no-answer.js';

/** Clients of both services. */
const LANES = 4;
const PAUSE_MS = 20;
/** After a request without an answer, so that nothing is asked in a circle. */
const REST_MS = 100;
const RETRIES = 3;
const ROTATIONS = 4;
/** That a lane keeps. */
const CHAINS = 2;
/** A code that comes again sooner is taken for a double submit, later for stolen (src/oidc/grants/double-submit.ts). */
const DOUBLE_SUBMIT_MS = 2_000;
const GROUP_URN = 'urn:ietf:params:scim:schemas:core:2.0:Group';

interface Chain {
  key: string;
  client: Credentials;
  token: string;
  /** How the history calls a token. */
  label(token: string): string;
}

/** One redemption of a code. */
interface Use {
  from: number;
  until: number;
  answer: 'done' | 'no' | undefined;
}

const digest = (secret: string) => createHash('sha256').update(secret).digest('hex').slice(0, 8);
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export class Load {
  private readonly lanes: readonly Lane[];
  private running: Array<Promise<void>> = [];

  /** @param seed each lane has its own chance, so that none depends on who was faster */
  constructor(sides: readonly [HttpService, HttpService], scene: Scene, histories: Histories, seed: number) {
    const [one, two] = sides;
    // Those who know one service only are not held up by the other one.
    const known = [...Array.from({ length: LANES }, () => sides), [one, one], [two, two]] as const;
    this.lanes = known.map((those, at) => new Lane(`lane-${at}`, those, scene, histories, new Random(seed + at)));
  }

  start(): void {
    this.running = this.lanes.map((lane) => lane.run());
    // Whoever stops the load is told.
    for (const lane of this.running) lane.catch(() => undefined);
  }

  /** Waits until all that was begun has ended. @returns how many sign-ins ended for their client */
  async stop(): Promise<number> {
    for (const lane of this.lanes) lane.leave();
    await Promise.all(this.running);
    return this.lanes.map((lane) => lane.forget()).reduce((sum, ended) => sum + ended, 0);
  }
}

/** One client after the other. */
class Lane {
  private endedSignIns = 0;
  private isRunning = false;
  private chains: Chain[] = [];
  private count = 0;
  private readonly scenarios: ReadonlyArray<() => Promise<void>>;

  constructor(
    private readonly id: string,
    private readonly sides: readonly [HttpService, HttpService],
    private readonly scene: Scene,
    private readonly histories: Histories,
    private readonly random: Random,
  ) {
    const weighted: Array<[number, () => Promise<void>]> = [
      [4, () => this.createPeople()],
      [3, () => this.changeGroup()],
      [4, () => this.redeemCode()],
      [4, () => this.rotate()],
      [1, () => this.endChain()],
      [3, () => this.revoke()],
      [2, () => this.importPeople()],
      [1, () => this.signIn()],
    ];
    this.scenarios = weighted.flatMap(([weight, scenario]) => Array.from({ length: weight }, () => scenario));
  }

  async run(): Promise<void> {
    this.isRunning = true;
    while (this.isRunning) {
      try {
        await this.random.one(this.scenarios)();
        await pause(PAUSE_MS);
      } catch (error) {
        this.histories.explain(error, this.id);
        await pause(REST_MS);
      }
    }
  }

  leave(): void {
    this.isRunning = false;
  }

  /** What is kept for later belongs to histories that are judged now. @returns how many sign-ins ended for their client */
  forget(): number {
    const { endedSignIns } = this;
    [this.chains, this.endedSignIns] = [[], 0];
    return endedSignIns;
  }

  private side = (): HttpService => this.random.one(this.sides);

  private name = (kind: string): string => `${kind}-${this.id}-${++this.count}`;

  /** Everywhere at once. */
  private race<T>(times: number, work: (side: HttpService) => Promise<T>): Promise<T[]> {
    const first = this.random.below(2);
    return Promise.all(Array.from({ length: times }, (_, i) => work(this.sides[(first + i) % 2] as HttpService)));
  }

  /** One after the other, when all is well again. */
  private onBoth = (work: (side: HttpService) => Promise<unknown>) => async () => {
    for (const side of this.sides) await work(side);
  };

  private async createPeople(): Promise<void> {
    const { histories } = this;
    const userName = this.name('raced');
    const users = `/scim/v2/${this.scene.orgId}/Users`;
    const query = new URLSearchParams({ filter: `userName eq "${userName}"`, attributes: 'userName' });
    const create = (side: HttpService) =>
      histories.record('person', userName, { does: 'create' }, () => side.call('POST', users, scimUser(userName)), createdOf);
    const find = (side: HttpService) =>
      histories.record('person', userName, { does: 'find' }, () => side.call('GET', `${users}?${query.toString()}`), foundOf);
    const remove = (id: string) => (side: HttpService) =>
      histories.record('person', userName, { does: 'remove', id }, () => side.call('DELETE', `${users}/${id}`), removedOf);
    histories.open('person', userName, this.onBoth(find));
    const id = (await this.race(2 + this.random.below(2), create)).find((answer) => answer !== undefined && answer !== 'no');
    await find(this.side());
    if (id === undefined || this.random.below(3) > 0) return;
    await this.race(2, remove(id));
    await this.race(2, create);
  }

  private async changeGroup(): Promise<void> {
    const { histories, random } = this;
    const groups = `/scim/v2/${this.scene.orgId}/Groups`;
    const body = { schemas: [GROUP_URN], displayName: this.name('group') };
    const { id } = (await this.side().call('POST', groups, body)).body as { id: string };
    const members = random.shuffled(this.scene.memberIds).slice(0, 4);
    const key = (member: string) => `${id} ${member}`;
    const look = (member: string) => (side: HttpService) =>
      histories.record('member', key(member), { does: 'look' }, () => side.call('GET', `${groups}/${id}`), memberOf(member));
    for (const member of members) histories.open('member', key(member), this.onBoth(look(member)));
    for (let round = 0; round < 3; round++) {
      await this.race(members.length, async (side) => {
        // Mostly different members, sometimes the same one.
        const member = random.one(members);
        const does = random.below(3) > 0 ? 'put' : 'drop';
        const change = groupPatch(does === 'put' ? 'add' : 'remove', member);
        await histories.record('member', key(member), { does }, () => side.call('PATCH', `${groups}/${id}`, change), changedOf);
      });
    }
  }

  private async redeemCode(): Promise<void> {
    const { histories } = this;
    const client = this.random.one(this.scene.clients);
    const headers = { cookie: this.scene.cookies };
    const sent = await this.side().call('GET', authorizePath(client.clientId), undefined, { token: null, headers });
    const code = sent.status === 303 ? codeIn(sent.headers.get('location') ?? '') : '';
    if (code === '') return histories.surprise(`a session that was there is gone: ${sent.status} ${sent.headers.get('location')}`);
    let token: string | undefined;
    const record = (side: HttpService) =>
      histories.record(
        'code',
        digest(code),
        { does: 'redeem' },
        () => redeem(side, client, code),
        (answer) => {
          if (answer.status === 200) token = answer.body.refresh_token;
          return grantedOf(answer);
        },
      );
    const use = async (side: HttpService): Promise<Use> => {
      const from = performance.now();
      return { from, answer: await record(side), until: performance.now() };
    };
    histories.open('code', digest(code), () => Promise.resolve());
    const uses = await this.race(2, use);
    if (uses.every(({ answer }) => answer === undefined)) uses.push(await use(this.side()));
    if (token !== undefined && this.chains.length < CHAINS) this.keep(client, token, hasLateReplay(uses));
  }

  private keep(client: Credentials, first: string, mayBeOver: boolean): void {
    const label = (token: string) => (token === first ? 'first' : digest(token));
    const chain: Chain = { key: digest(first), client, token: first, label };
    this.histories.open('chain', chain.key, () => this.rotateOnce(chain, this.side(), chain.token));
    if (mayBeOver) this.histories.suppose('chain', chain.key, { does: 'replay' });
    this.chains.push(chain);
  }

  private async rotate(): Promise<void> {
    const chain = this.chains.shift();
    if (!chain) return;
    for (let rotation = 0; rotation < ROTATIONS; rotation++) {
      if (!(await this.rotateSurely(chain))) return;
    }
    this.chains.push(chain);
  }

  /** As a client does it: asks again until there is an answer. @returns whether the chain goes on */
  private async rotateSurely(chain: Chain): Promise<boolean> {
    const { token } = chain;
    const isRaced = this.random.below(3) === 0;
    for (let attempt = 0; attempt < RETRIES; attempt++) {
      const answers = await this.race(isRaced && attempt === 0 ? 2 : 1, (side) => this.rotateOnce(chain, side, token));
      if (chain.token !== token) return true;
      if (answers.includes('no')) {
        this.endedSignIns++;
        return false;
      }
      await pause(REST_MS);
    }
    return false;
  }

  private rotateOnce(chain: Chain, side: HttpService, token: string): Promise<string | undefined> {
    const { key, client, label } = chain;
    return this.histories.record(
      'chain',
      key,
      { does: 'refresh', token: label(token) },
      () => refresh(side, client, token),
      (answer) => {
        if (answer.status !== 200) return grantedOf(answer);
        chain.token = answer.body.refresh_token as string;
        return label(chain.token);
      },
    );
  }

  /** Revokes a refresh token while it is used at the other service; neither it nor a successor is good afterwards. */
  private async endChain(): Promise<void> {
    const chain = this.chains.shift();
    if (!chain) return;
    const { key, client, token, label } = chain;
    const end = (side: HttpService) =>
      this.histories.record(
        'chain',
        key,
        { does: 'revoke', token: label(token) },
        () => post(side, '/oauth/v2/revoke', { token }, client),
        revokedOf,
      );
    const at = this.random.below(2);
    await Promise.all([end(this.sides[at] as HttpService), this.rotateOnce(chain, this.sides[1 - at] as HttpService, token)]);
    await this.race(2, (side) => this.rotateOnce(chain, side, chain.token));
  }

  private async revoke(): Promise<void> {
    const { histories } = this;
    const { robot } = this.scene;
    const token = await clientToken(this.side(), robot);
    const use = (side: HttpService) => histories.record('token', digest(token), { does: 'use' }, () => userinfo(side, token), usedOf);
    const end = (side: HttpService) =>
      histories.record('token', digest(token), { does: 'revoke' }, () => post(side, '/oauth/v2/revoke', { token }, robot), revokedOf);
    histories.open('token', digest(token), this.onBoth(use));
    await this.race(2, use);
    const at = this.random.below(2);
    await Promise.all([end(this.sides[at] as HttpService), use(this.sides[1 - at] as HttpService)]);
    await this.race(2, use);
  }

  private async importPeople(): Promise<void> {
    const { histories } = this;
    const { orgId } = this.scene;
    const ids = [this.name('imported'), this.name('imported'), this.name('imported')];
    const find = (id: string) => (side: HttpService) =>
      histories.record(
        'person',
        id,
        { does: 'find' },
        () => side.call('GET', `/scim/v2/${orgId}/Users/${id}`),
        ({ status }) => (status === 200 ? id : status === 404 ? 'no' : undefined),
      );
    for (const id of ids) histories.open('person', id, this.onBoth(find(id)));
    const body = { dataOrgs: { orgs: [{ orgId, humanUsers: ids.map((id) => human(id)) }] } };
    await this.race(2, async (side) => {
      const sent = side.call('POST', '/admin/v1/import', body);
      await Promise.all(ids.map((id) => histories.record('person', id, { does: 'create' }, () => sent, importedOf(id))));
    });
  }

  private async signIn(): Promise<void> {
    const { end } = await signIn(this.side(), this.random.one(this.scene.clients).clientId, this.scene.loginName);
    if (!end.includes('code=')) this.histories.surprise(`the right password led to ${end}`);
  }
}

/** Whether the code may have come again too late: a service that stood still, or that never answered, saw it at an unknown time. */
function hasLateReplay(uses: readonly Use[]): boolean {
  const winner = uses.find(({ answer }) => answer === 'done');
  return uses.some((use) => use !== winner && (use.answer === undefined || use.until - (winner?.from ?? 0) > DOUBLE_SUBMIT_MS));
}

const createdOf = ({ status, body }: Answer): string | undefined => (status === 201 ? String(body.id) : status === 409 ? 'no' : undefined);

const foundOf = ({ status, body }: Answer): string | undefined => (status === 200 ? String(body.Resources?.[0]?.id ?? 'no') : undefined);

const removedOf = ({ status }: Answer): 'done' | 'no' | undefined => (status === 204 ? 'done' : status === 404 ? 'no' : undefined);

const changedOf = ({ status }: Answer): 'done' | undefined => (status === 204 || status === 200 ? 'done' : undefined);

const grantedOf = ({ status, body }: Answer): 'done' | 'no' | undefined =>
  status === 200 ? 'done' : body?.error === 'invalid_grant' ? 'no' : undefined;

const revokedOf = ({ status }: Answer): 'done' | undefined => (status === 200 ? 'done' : undefined);

const usedOf = ({ status }: Answer): 'done' | 'no' | undefined => (status === 200 ? 'done' : status === 401 ? 'no' : undefined);

const memberOf =
  (id: string) =>
  ({ status, body }: Answer): 'in' | 'out' | undefined => {
    if (status !== 200) return undefined;
    const members = (body.members ?? []) as Array<{ value: string }>;
    return members.some(({ value }) => value === id) ? 'in' : 'out';
  };

const importedOf =
  (id: string) =>
  ({ status, body }: Answer): string | undefined => {
    if (status !== 200) return undefined;
    if (body.success.orgs[0]?.humanUserIds?.includes(id)) return id;
    // The service kept what it could not do, as a job that somebody may resume.
    if (body.jobId !== undefined) throw new NoAnswerError('unknown', String(body.jobId));
    const fault = (body.errors as Array<{ id: string; message: string }>).find((one) => one.id === id);
    return fault && /exists|taken|already/i.test(fault.message) ? 'no' : undefined;
  };
