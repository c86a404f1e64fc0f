// The kinds of policies with their fields, by the API document, and the routes of both scopes.
import { apiRequest, type ApiRequest } from '../../api/client.ts';
import type { components, paths } from '../../api/document.d.ts';
import { reading } from '../../api/reading.ts';
import FIELDS from './fields.json';

export type Kind = keyof typeof FIELDS;
export type Value = boolean | number | string | readonly string[];
export type PolicySource = components['schemas']['PolicySource'];

export interface PolicyField {
  type: 'boolean' | 'integer' | 'word' | 'text' | 'list';
  minimum?: number;
  maximum?: number;
  words?: readonly string[];
  maxItems?: number;
}

/** One kind, whichever it is. */
export interface Policy {
  own: Readonly<Record<string, Value | undefined>>;
  inherited: Readonly<Record<string, Value>>;
  effective: Readonly<Record<string, Value>>;
  sources: Readonly<Record<string, PolicySource>>;
  /** Of a dry run. */
  effects?: readonly Effect[];
}

export type Effect = components['schemas']['PolicyEffect'];

/** Where policies are decided: in an organization, or without `orgId` for the whole service. */
export interface Scope {
  orgId?: string | undefined;
}

const ORGANIZATION_POLICIES = '/admin/v1/organizations/{orgId}/policies';
const SERVICE_POLICIES = '/admin/v1/policies';
export const PERMISSIONS = { organization: 'org.write', service: 'policy.write' } as const;

export const isKind = (name: string): name is Kind => name in FIELDS;
export const fieldsOf = (kind: Kind): ReadonlyArray<[name: string, field: PolicyField]> =>
  Object.entries(FIELDS[kind].fields as Readonly<Record<string, PolicyField>>);
export const kindsOf = ({ orgId }: Scope): Kind[] =>
  (Object.keys(FIELDS) as Kind[]).filter((kind) => orgId === undefined || FIELDS[kind].isOfOrganizations);

/** All kinds of a scope. Both lists have the same shape. */
export function readingPolicies({ orgId }: Scope) {
  const query = { limit: 100 };
  const ofOrganization = reading(ORGANIZATION_POLICIES, { path: { orgId: orgId ?? '' }, query });
  return orgId === undefined ? (reading(SERVICE_POLICIES, { query }) as unknown as typeof ofOrganization) : ofOrganization;
}

// Every kind has the same shape under its own route: the types of one of them stand for all.
const kindRoute = ({ orgId }: Scope, kind: Kind) =>
  `${orgId === undefined ? SERVICE_POLICIES : ORGANIZATION_POLICIES}/${kind}` as '/admin/v1/organizations/{orgId}/policies/lockout';

export const readingPolicy = (scope: Scope, kind: Kind) => reading(kindRoute(scope, kind), { path: { orgId: scope.orgId ?? '' } });

export const policyChange = (scope: Scope, kind: Kind, body: Readonly<Record<string, Value | null>>) =>
  apiRequest('patch', kindRoute(scope, kind), { path: pathOf(scope), body: body as object }) as unknown as ApiRequest<Policy>;

/** Whether a dry run says what a change would do to people. */
export const hasEffects = ({ orgId }: Scope, kind: Kind): boolean => kind === 'assurance' && orgId !== undefined;

/** Kinds whose changes take effect later than one may think, or for more than can be counted. */
const NOTED = ['password', 'lockout', 'assurance', 'removedPeople', 'domain'] as const;

/** The end of the key of what a form says about changes of a kind. */
export function noteOf({ orgId }: Scope, kind: Kind): (typeof NOTED)[number] | 'assurance.service' | undefined {
  return kind === 'assurance' && orgId === undefined ? 'assurance.service' : NOTED.find((one) => one === kind);
}

export const asDryRun = ({ input, ...request }: ApiRequest<Policy>): ApiRequest<Policy> => ({
  ...request,
  input: { ...input, query: { dryRun: true } },
});

export const policyReset = (scope: Scope, kind: Kind) => apiRequest('delete', kindRoute(scope, kind), { path: pathOf(scope) });

/** A path without `orgId` for the service, so that the copied command has none. */
const pathOf = ({ orgId }: Scope) => (orgId === undefined ? {} : { orgId }) as { orgId: string };

export const staleRoutes: ReadonlyArray<keyof paths> = [ORGANIZATION_POLICIES, SERVICE_POLICIES];
