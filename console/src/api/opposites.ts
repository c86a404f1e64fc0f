// What undoes a change: the operation of the API that does the opposite. A change without a row can't be undone.
import { apiRequest, sendRequest, type ApiRequest } from './client.ts';
import type { Input, Method, PathOf, PlainInput } from './operations.ts';

const ORGANIZATION = '/admin/v1/organizations/{orgId}';
const PERSON = `${ORGANIZATION}/people/{userId}`;
const SERVICE_USER = `${ORGANIZATION}/service-users/{userId}`;
const PROJECT = `${ORGANIZATION}/projects/{projectId}`;
const APPLICATION = `${PROJECT}/applications/{applicationId}`;
const GROUP = `${ORGANIZATION}/groups/{groupId}`;

type Operation = { [M in Method]: `${M} ${PathOf<M>}` }[Method];

interface Opposite {
  operation: Operation;
  /** Its input by that of the change; without it the input is the same. */
  inputOf?(input: PlainInput): PlainInput;
  /** Whether the opposite is possible now; without it, it is. */
  isPossible?(input: PlainInput): Promise<boolean>;
}

/** A role that was taken away, as it is given: its user, its name and its project or grant are in the body. */
const givenRole = ({ path: { userId, role, ...path } = {}, query }: PlainInput): PlainInput => ({
  path,
  body: { ...(userId !== undefined && { userId }), role, ...query },
});

const OPPOSITES: Partial<Record<Operation, Opposite>> = {
  [`post ${PERSON}/_deactivate`]: { operation: `post ${PERSON}/_reactivate` },
  [`post ${PERSON}/_reactivate`]: { operation: `post ${PERSON}/_deactivate` },
  [`post ${PERSON}/_lock`]: { operation: `post ${PERSON}/_unlock` },
  [`delete ${PERSON}`]: { operation: `post ${PERSON}/_restore`, isPossible: isKept },
  [`post ${SERVICE_USER}/_deactivate`]: { operation: `post ${SERVICE_USER}/_reactivate` },
  [`post ${SERVICE_USER}/_reactivate`]: { operation: `post ${SERVICE_USER}/_deactivate` },
  [`post ${PROJECT}/_deactivate`]: { operation: `post ${PROJECT}/_reactivate` },
  [`post ${PROJECT}/_reactivate`]: { operation: `post ${PROJECT}/_deactivate` },
  [`post ${APPLICATION}/_deactivate`]: { operation: `post ${APPLICATION}/_reactivate` },
  [`post ${APPLICATION}/_reactivate`]: { operation: `post ${APPLICATION}/_deactivate` },
  [`post ${ORGANIZATION}/_deactivate`]: { operation: `post ${ORGANIZATION}/_reactivate` },
  [`post ${ORGANIZATION}/_reactivate`]: { operation: `post ${ORGANIZATION}/_deactivate` },
  [`post ${GROUP}/members/_remove`]: { operation: `post ${GROUP}/members` },
  [`delete ${GROUP}/roles/{role}`]: { operation: `post ${GROUP}/roles`, inputOf: givenRole },
  [`delete ${ORGANIZATION}/members/{userId}/{role}`]: { operation: `post ${ORGANIZATION}/members`, inputOf: givenRole },
  [`delete ${PROJECT}/members/{userId}/{role}`]: { operation: `post ${PROJECT}/members`, inputOf: givenRole },
  'delete /admin/v1/members/{userId}/{role}': { operation: 'post /admin/v1/members', inputOf: givenRole },
};

/** The request that undoes another one. Undefined if there is none, or it would be refused. */
export async function oppositeOf({ method, route, input }: ApiRequest<unknown>): Promise<ApiRequest<unknown> | undefined> {
  const opposite = OPPOSITES[`${method} ${route}` as Operation];
  if (opposite === undefined || (await opposite.isPossible?.(input).catch(() => false)) === false) return undefined;
  const [otherMethod = '', otherRoute = ''] = opposite.operation.split(' ');
  const { inputOf = (same) => same } = opposite;
  return apiRequest(otherMethod as 'post', otherRoute as PathOf<'post'>, inputOf(input) as unknown as Input<'post', PathOf<'post'>>);
}

/** Whether the organization keeps deleted people: only then can the person come back. */
async function isKept({ path = {} }: PlainInput): Promise<boolean> {
  const { orgId = '', userId = '' } = path;
  const deleted = apiRequest('get', `${ORGANIZATION}/people/_removed`, { path: { orgId }, query: { limit: 50 } });
  return (await sendRequest(deleted)).data.people.some((person) => person.userId === userId);
}
