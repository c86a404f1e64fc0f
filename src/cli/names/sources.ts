// Where the things are listed that arguments and options name. A person may be named by id, user name, login name or e-mail address.

/** One list of the API, and which of its entries a name means. */
export interface Source {
  /** What an entry is, for questions. */
  kind: string;
  /** Its path, with the ids of what it belongs to: `{orgId}`. */
  path: string;
  /** The member of the answer with the entries, and that of an entry with its id. */
  list: string;
  id: string;
  /** Query parameters that find a name; the answers are compared with it again. */
  filters(name: string): ReadonlyArray<Readonly<Record<string, string>>>;
  /** The members of an entry that are names of it. */
  names: readonly string[];
  /** The members of an entry that a reader recognizes it by; several are one text, as those of a name. */
  shown: readonly string[];
  /** Without a route for one entry. */
  isSearch?: true;
}

const ORGANIZATION = '/admin/v1/organizations/{orgId}';
const byName = (name: string) => [{ name }];

const PERSON = {
  kind: 'person',
  list: 'people',
  id: 'userId',
  names: ['userName', 'loginName', 'emails'],
  shown: ['givenName familyName', 'loginName'],
} as const;

const PEOPLE: Source = {
  ...PERSON,
  path: `${ORGANIZATION}/people`,
  // A login name is a user name with a domain of the organization behind it.
  filters: (name): Array<Record<string, string>> => [
    { userName: name },
    { email: name },
    ...(name.includes('@') ? [{ userName: beforeDomain(name) }] : []),
  ],
};
/** People of all organizations, for callers who may search there. */
const ANYBODY: Source = {
  ...PERSON,
  path: '/admin/v1/people',
  isSearch: true,
  filters: PEOPLE.filters,
  shown: [...PERSON.shown, 'orgId'],
};
const SERVICE_USERS: Source = {
  kind: 'service user',
  path: `${ORGANIZATION}/service-users`,
  list: 'serviceUsers',
  id: 'userId',
  filters: (name) => [{ q: name }],
  names: ['userName', 'clientId', 'name'],
  shown: ['userName', 'name'],
};
const GROUPS: Source = {
  kind: 'group',
  path: `${ORGANIZATION}/groups`,
  list: 'groups',
  id: 'groupId',
  filters: byName,
  names: ['displayName'],
  shown: ['displayName'],
};
const ORGANIZATIONS: Source = {
  kind: 'organization',
  path: '/admin/v1/organizations',
  list: 'organizations',
  id: 'orgId',
  filters: (name) => [{ q: name }],
  names: ['name', 'primaryDomain'],
  shown: ['name', 'primaryDomain'],
};
const PROJECTS: Source = {
  kind: 'project',
  path: `${ORGANIZATION}/projects`,
  list: 'projects',
  id: 'projectId',
  filters: byName,
  names: ['name'],
  shown: ['name'],
};
const APPLICATIONS: Source = {
  kind: 'application',
  path: `${ORGANIZATION}/projects/{projectId}/applications`,
  list: 'applications',
  id: 'applicationId',
  filters: (name): Array<Record<string, string>> => [{ name }, { clientId: name }],
  names: ['name', 'clientId'],
  shown: ['name', 'clientId'],
};
const CONNECTIONS: Source = {
  kind: 'connection',
  path: `${ORGANIZATION}/connections`,
  list: 'connections',
  id: 'connectionId',
  filters: byName,
  names: ['name'],
  shown: ['name', 'preset'],
};
const PROVIDER = {
  kind: 'identity provider',
  list: 'identityProviders',
  id: 'identityProviderId',
  filters: byName,
  names: ['name'],
  shown: ['name', 'kind'],
} as const;
const PROVIDERS: Source = { ...PROVIDER, path: `${ORGANIZATION}/identity-providers` };
const SERVICE_PROVIDERS: Source = { ...PROVIDER, path: '/admin/v1/identity-providers' };
const GRANTED_PROJECTS: Source = {
  kind: 'granted project',
  path: `${ORGANIZATION}/granted-projects`,
  list: 'grants',
  id: 'grantId',
  filters: byName,
  names: ['projectName'],
  shown: ['projectName', 'orgId'],
};
/** What applications hold of a person. */
const HELD_BY: Source = {
  kind: 'application',
  path: `${ORGANIZATION}/people/{userId}/grants`,
  list: 'grants',
  id: 'clientId',
  filters: (name) => [{ q: name }],
  names: ['application'],
  shown: ['application'],
};

/** A place of a route in which a name may stand: where its kind is told by the path before it. */
interface Place {
  member: string;
  /** What the route contains. */
  in?: string;
  sources: readonly Source[];
}

/** The first that fits counts. */
const PLACES: readonly Place[] = [
  { member: 'orgId', sources: [ORGANIZATIONS] },
  { member: 'grantedOrgId', sources: [ORGANIZATIONS] },
  { member: 'resourceOwner', sources: [ORGANIZATIONS] },
  { member: 'userId', in: '/people/', sources: [PEOPLE] },
  { member: 'userId', in: '/service-users/', sources: [SERVICE_USERS] },
  { member: 'userId', sources: [PEOPLE, SERVICE_USERS, ANYBODY] },
  { member: 'editorUserId', sources: [PEOPLE, SERVICE_USERS, ANYBODY] },
  { member: 'callerId', sources: [SERVICE_USERS, PEOPLE] },
  { member: 'holderId', sources: [PEOPLE, SERVICE_USERS, GROUPS] },
  { member: 'memberId', sources: [PEOPLE, SERVICE_USERS, GROUPS] },
  { member: 'memberIds', sources: [PEOPLE, SERVICE_USERS, GROUPS] },
  { member: 'aggregateId', sources: [PEOPLE, SERVICE_USERS, GROUPS, PROJECTS, ORGANIZATIONS] },
  { member: 'groupId', sources: [GROUPS] },
  { member: 'projectId', sources: [PROJECTS] },
  { member: 'applicationId', sources: [APPLICATIONS] },
  { member: 'connectionId', sources: [CONNECTIONS] },
  { member: 'identityProviderId', in: '/organizations/', sources: [PROVIDERS, SERVICE_PROVIDERS] },
  { member: 'identityProviderId', sources: [SERVICE_PROVIDERS] },
  { member: 'grantId', in: '/granted-projects/', sources: [GRANTED_PROJECTS] },
  { member: 'clientId', in: '/people/', sources: [HELD_BY] },
];

/** Members that name a new thing instead of an existing one. */
const CREATED: ReadonlySet<string> = new Set([
  'POST /admin/v1/organizations orgId',
  'POST /admin/v1/organizations/{orgId}/groups groupId',
  'POST /admin/v1/organizations/{orgId}/projects projectId',
  'POST /admin/v1/organizations/{orgId}/projects/{projectId}/applications applicationId',
  'POST /admin/v1/organizations/{orgId}/service-users userId',
]);

/** Where the value of a member of a route is looked for; empty if it isn't a name. */
export function sourcesOf(route: string, member: string): readonly Source[] {
  if (CREATED.has(`${route} ${member}`)) return [];
  return PLACES.find((place) => place.member === member && (place.in === undefined || route.includes(place.in)))?.sources ?? [];
}

/** What may be typed for a member, for the help; undefined if it isn't a name. */
export function wordingOf(route: string, member: string): string | undefined {
  const sources = sourcesOf(route, member);
  if (sources.length === 0) return undefined;
  const isPerson = sources.some(({ list }) => list === 'people');
  return isPerson ? 'id, user name, login name or e-mail address' : sources.includes(APPLICATIONS) ? 'id, name or client ID' : 'id or name';
}

/** `ada` of `ada@example.com`. */
function beforeDomain(name: string): string {
  return name.slice(0, name.lastIndexOf('@'));
}
