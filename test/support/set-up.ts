// A set-up of an organization as infrastructure tools describe it: what shall be there, compared with what is, and the difference made, by the
// admin API alone.
import type { Answer, HttpService } from './service.js';

/** One thing that shall be there. `{key}` in its place and its body stands for the id of the resource of that key. */
export interface Resource {
  key: string;
  kind: keyof typeof KINDS;
  /** The address its kind is below, such as `/organizations/{acme}`. */
  within?: string;
  body: Readonly<Record<string, unknown>>;
}

/** Parents stand before what is in them. */
export type SetUp = readonly Resource[];

/** What a tool remembers between two runs. */
export interface State {
  /** Part of every idempotency key, so that a run that was cut off can be repeated. */
  run: string;
  resources: Record<string, { id: string; address: string; kind: keyof typeof KINDS; answer: Answer['body'] }>;
}

export interface Step {
  does: 'create' | 'change' | 'act' | 'delete';
  key: string;
  /** Does it, in the state that the steps before it left. @throws Error when the service refuses */
  carryOut(): Promise<void>;
}

interface Kind {
  collection: string;
  /** The member of an answer that has the id. Without one there is a single resource, which is set rather than created. */
  id?: string;
  change?: 'PATCH' | 'PUT';
  /** Whether a change compares If-Match. */
  guarded?: boolean;
  /** The list that shows it, where it has no address to read it at. */
  listed?: string;
  /** Members of the body that no answer shows. */
  unseen?: readonly string[];
  /** Members that an action makes true. */
  actions?: Readonly<Record<string, string>>;
  /** The query of a deletion. */
  deletion?: (answer: Answer['body']) => string;
}

const KINDS = {
  organization: {
    collection: '/organizations',
    id: 'orgId',
    change: 'PATCH',
    guarded: true,
    deletion: ({ name }) => `?${new URLSearchParams({ confirmName: name }).toString()}`,
  },
  domain: { collection: '/domains', id: 'domain', listed: 'domains', actions: { verified: '_verify' } },
  passwordPolicy: { collection: '/policies/password', change: 'PUT', guarded: true },
  assurancePolicy: { collection: '/policies/assurance', change: 'PUT', guarded: true },
  lockoutPolicy: { collection: '/policies/lockout', change: 'PUT', guarded: true },
  project: { collection: '/projects', id: 'projectId', change: 'PATCH', guarded: true },
  role: { collection: '/roles', id: 'key', change: 'PATCH', guarded: true },
  application: { collection: '/applications', id: 'applicationId', change: 'PATCH', guarded: true },
  serviceUser: { collection: '/service-users', id: 'userId', change: 'PATCH', guarded: true },
  key: { collection: '/keys', id: 'keyId', unseen: ['publicKeyPem'] },
  group: { collection: '/groups', id: 'groupId', change: 'PATCH', guarded: true, unseen: ['memberIds'] },
  authorization: { collection: '/authorizations', id: 'authorizationId', change: 'PUT', guarded: true, unseen: ['holderId'] },
  connection: { collection: '/connections', id: 'connectionId', change: 'PATCH' },
} as const satisfies Record<string, Kind>;

const kindOf = (name: keyof typeof KINDS): Kind => KINDS[name];

/** What differs between a set-up and the service, in the order in which it is to be made. */
export async function plan(service: HttpService, setUp: SetUp, state: State): Promise<Step[]> {
  const kept = new Set(setUp.map(({ key }) => key));
  const gone = Object.keys(state.resources).filter((key) => !kept.has(key));
  const wanted: Step[] = [];
  for (const resource of setUp) wanted.push(...(await stepsOf(service, resource, state)));
  return [...wanted, ...(await Promise.all(gone.toReversed().map((key) => deletionOf(service, key, state))))];
}

/** Makes a set-up come true. @returns what was done */
export async function apply(service: HttpService, setUp: SetUp, state: State): Promise<string[]> {
  return carryOut(await plan(service, setUp, state));
}

/** Removes everything, last made first. @returns what was done */
export async function destroy(service: HttpService, state: State): Promise<string[]> {
  return apply(service, [], state);
}

export async function carryOut(steps: readonly Step[]): Promise<string[]> {
  for (const step of steps) await step.carryOut();
  return steps.map(({ does, key }) => `${does} ${key}`);
}

async function stepsOf(service: HttpService, resource: Resource, state: State): Promise<Step[]> {
  const { key, body } = resource;
  const kind = kindOf(resource.kind);
  const known = state.resources[key];
  const found = known && (await read(service, kind, known));
  if (!found) return [{ does: 'create', key, carryOut: () => create(service, resource, state) }];
  const shown = { ...found.body, ...found.body.config };
  const actions = Object.entries(kind.actions ?? {}).filter(([member]) => body[member] === true && shown[member] !== true);
  const different = Object.entries(settled(body, kind)).filter(([member, value]) => !includes(shown[member], resolve(value, state)));
  return [
    ...(different.length === 0 ? [] : [changeOf(service, resource, known.address, found, Object.fromEntries(different), state)]),
    ...actions.map(([, action]) => actionOf(service, key, `${known.address}/${action}`)),
  ];
}

/** Whether what is shown is what is wanted; of an object, the members that are wanted. */
function includes(shown: unknown, wanted: unknown): boolean {
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject(wanted) || !isObject(shown)) return JSON.stringify(shown) === JSON.stringify(wanted);
  return Object.entries(wanted).every(([member, value]) => includes(shown[member], value));
}

/** The members that are written by a create or change, and read again. */
function settled(body: Resource['body'], { unseen = [], actions = {} }: Kind): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([member]) => !unseen.includes(member) && !(member in actions)));
}

async function create(service: HttpService, { key, kind: name, within = '', body }: Resource, state: State): Promise<void> {
  const kind = kindOf(name);
  const collection = `/admin/v1${resolve(within, state) as string}${kind.collection}`;
  const sent = Object.fromEntries(Object.entries(body).filter(([member]) => !(member in (kind.actions ?? {}))));
  const [method, headers] = kind.id === undefined ? ['PUT', {}] : ['POST', { 'idempotency-key': `${state.run}.${key}` }];
  const answer = done(await service.call(method, collection, resolve(sent, state), { headers }), `${method} ${collection}`);
  const id = kind.id === undefined ? '' : String(answer.body[kind.id]);
  const address = kind.id === undefined ? collection : `${collection}/${encodeURIComponent(id)}`;
  state.resources[key] = { id, address, kind: name, answer: answer.body };
  for (const [member, action] of Object.entries(kind.actions ?? {}))
    if (body[member] === true) await actionOf(service, key, `${address}/${action}`).carryOut();
}

function changeOf(
  service: HttpService,
  { key, kind: name, body }: Resource,
  address: string,
  found: Answer,
  different: Record<string, unknown>,
  state: State,
): Step {
  const { change, guarded } = kindOf(name);
  if (!change) throw new Error(`A ${name} cannot be changed: ${key} wants ${JSON.stringify(different)}`);
  const sent = change === 'PATCH' ? different : settled(body, kindOf(name));
  const headers: Record<string, string> = guarded ? { 'if-match': found.headers.get('etag') ?? '' } : {};
  const carry = async () => void done(await service.call(change, address, resolve(sent, state), { headers }), `${change} ${address}`);
  return { does: 'change', key, carryOut: carry };
}

function actionOf(service: HttpService, key: string, address: string): Step {
  return { does: 'act', key, carryOut: async () => void done(await service.call('POST', address), `POST ${address}`) };
}

async function deletionOf(service: HttpService, key: string, state: State): Promise<Step> {
  const { address, kind: name } = state.resources[key] as State['resources'][string];
  const { guarded, deletion, ...kind } = kindOf(name);
  const found = await read(service, kind, state.resources[key] as State['resources'][string]);
  const query = found && deletion ? deletion(found.body) : '';
  const carry = async () => {
    // What is in it has been removed meanwhile, so the tag is that of now.
    const now = found && guarded ? await service.call('GET', address) : undefined;
    const headers: Record<string, string> = now ? { 'if-match': now.headers.get('etag') ?? '' } : {};
    if (found) done(await service.call('DELETE', address + query, undefined, { headers }), `DELETE ${address}`);
    delete state.resources[key];
  };
  return { does: 'delete', key, carryOut: carry };
}

/** What is there; undefined when nothing is. */
async function read(service: HttpService, kind: Kind, { id, address }: { id: string; address: string }): Promise<Answer | undefined> {
  const { listed } = kind;
  const answer = await service.call('GET', listed === undefined ? address : address.slice(0, address.lastIndexOf('/')));
  if (answer.status === 404) return undefined;
  done(answer, `GET ${address}`);
  if (listed === undefined) return answer;
  const entry = answer.body[listed].find((one: Record<string, unknown>) => one[kind.id ?? ''] === id);
  return entry && { ...answer, body: entry };
}

/** Puts ids in the place of `{key}`. */
function resolve(value: unknown, { resources }: State): unknown {
  const text = JSON.stringify(value).replace(/\{([\w-]+)\}/g, (whole, key: string) => resources[key]?.id ?? whole);
  return JSON.parse(text);
}

/** @throws Error with the problem of an answer that is none of success */
function done(answer: Answer, request: string): Answer {
  if (answer.status < 300) return answer;
  throw new Error(`${request}: ${answer.status} ${answer.text}`);
}
