// Who changed a thing last, by the newest event about it.
import { allows, ownAccess } from './access.ts';
import { apiRequest, sendRequest, type ApiRequest } from './client.ts';
import { searchRequest, type Event } from './event-search.ts';
import { queries } from './reading.ts';

interface Subject {
  /** How the routes of its changes begin. */
  route: string;
  /** The types of its changes; `prefix.*` stands for all types that begin with the prefix. */
  types: readonly string[];
  /** The value of the path that is the aggregate of its events; without it these are of the organization or the service as a whole. */
  id?: string;
  /** Members of the payload that say which thing it is, by the value of the path; `kind` of a policy is the last word of its route. */
  same?: Readonly<Record<string, string>>;
}

const ORGANIZATION = '/admin/v1/organizations/{orgId}';
const USER = ['user.deactivated', 'user.reactivated', 'user.locked', 'user.unlocked', 'user.username.changed', 'user.metadata.*'];
const POLICY = { types: ['instance.policy.*'], same: { kind: '' } };
const BRANDING = { types: ['instance.branding.*'] };
const PROVIDER_SAME = { identityProviderId: 'identityProviderId' };

/** The first whose route begins the route of a change. */
const SUBJECTS: readonly Subject[] = [
  {
    route: `${ORGANIZATION}/people/{userId}`,
    id: 'userId',
    types: [
      ...USER,
      'user.removed',
      'user.restored',
      'user.human.added',
      'user.human.profile.changed',
      'user.human.email.*',
      'user.human.phone.*',
      'user.human.password.changed',
      'user.human.password.change.required',
      'user.human.factor.added',
      'user.human.factor.removed',
    ],
  },
  { route: `${ORGANIZATION}/service-users/{userId}`, id: 'userId', types: [...USER, 'user.machine.added', 'user.machine.changed'] },
  { route: `${ORGANIZATION}/groups/{groupId}`, id: 'groupId', types: ['group.*'] },
  {
    route: `${ORGANIZATION}/projects/{projectId}/applications/{applicationId}`,
    id: 'applicationId',
    types: [
      'application.added',
      'application.config.changed',
      'application.deactivated',
      'application.reactivated',
      'application.secret.*',
      'application.key.*',
    ],
  },
  { route: `${ORGANIZATION}/projects/{projectId}`, id: 'projectId', types: ['project.*'] },
  { route: `${ORGANIZATION}/policies/`, ...POLICY },
  { route: `${ORGANIZATION}/branding`, ...BRANDING },
  {
    route: `${ORGANIZATION}/mail-texts/{kind}/{language}`,
    id: 'orgId',
    types: ['org.mail.text.*'],
    same: { kind: 'kind', language: 'language' },
  },
  { route: `${ORGANIZATION}/identity-providers/{identityProviderId}`, id: 'orgId', types: ['org.idp.*'], same: PROVIDER_SAME },
  {
    route: `${ORGANIZATION}/connections/{connectionId}`,
    id: 'orgId',
    types: ['org.connection.*'],
    same: { connectionId: 'connectionId' },
  },
  { route: ORGANIZATION, id: 'orgId', types: ['org.added', 'org.changed', 'org.deactivated', 'org.reactivated'] },
  { route: '/admin/v1/policies/', ...POLICY },
  { route: '/admin/v1/branding', ...BRANDING },
  { route: '/admin/v1/identity-providers/{identityProviderId}', types: ['instance.idp.*'], same: PROVIDER_SAME },
  { route: '/admin/v1/mail', types: ['instance.mail.set', 'instance.mail.reset'] },
  { route: '/admin/v1/features', types: ['instance.feature.set'] },
];

/** Events of whole organizations and of the service have this aggregate. */
const WHOLE = 'instance';
/** Among these newest events is the last one about the thing. */
const LATEST = 50;

/** The newest event about what `request` changes. Undefined if it is unknown, or the person may not read it. */
export async function lastChange(request: ApiRequest<unknown>): Promise<Event | undefined> {
  const subject = SUBJECTS.find(({ route }) => request.route.startsWith(route));
  if (subject === undefined) return undefined;
  const { path = {} } = request.input;
  const events = await eventsOf(subject, path);
  return events.find((event) => isOfType(event, subject) && isAbout(event, subject, request));
}

/** Those of the organization or the service, or of the person alone, by what the signed-in person may read. */
async function eventsOf({ id, types }: Subject, path: Readonly<Record<string, string>>): Promise<readonly Event[]> {
  const { orgId, userId } = path;
  const access = (await queries.ensureQueryData(ownAccess())).data;
  if (allows(access, orgId === undefined ? 'event.read' : 'org.read', { orgId })) {
    const aggregateId = id === undefined ? WHOLE : (path[id] ?? '');
    const search = searchRequest({ orgId, aggregateId, eventTypes: [...types], limit: LATEST });
    return (await sendRequest(search)).data.events;
  }
  if (orgId === undefined || userId === undefined || !allows(access, 'user.read', { orgId })) return [];
  const ofPerson = apiRequest('get', `${ORGANIZATION}/people/{userId}/events`, { path: { orgId, userId }, query: { limit: LATEST } });
  return (await sendRequest(ofPerson)).data.events;
}

function isOfType({ type: { type } }: Event, { types }: Subject): boolean {
  return types.some((one) => (one.endsWith('.*') ? type.startsWith(one.slice(0, -1)) : type === one));
}

function isAbout({ payload, aggregate }: Event, { same = {} }: Subject, { route, input: { path = {} } }: ApiRequest<unknown>): boolean {
  const isOfScope = aggregate.resourceOwner === (path['orgId'] ?? '');
  return (
    isOfScope && Object.entries(same).every(([member, name]) => payload[member] === (name === '' ? route.split('/').at(-1) : path[name]))
  );
}
