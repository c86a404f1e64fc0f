// Reads an organization of an import: an invalid member rejects it with everybody in it, an unsupported one is a remark.
import { isObject } from '../../../common/primitives/is-object.js';
import type { Organization } from '../../../users/organizations/organizations.service.js';
import { invalid, textAt, unsupported, wordsOf, type Remark } from './entry-members.js';
import { camelCase, LISTS, textOf, UNSUPPORTED, type ImportRecord, type ListName, type Members } from './import-record.js';

/** What an import says about an organization. */
interface ReadOrganization {
  orgId: string;
  /** Absent: what the import does not say. */
  name?: string;
  primaryDomain?: string;
  state?: Organization['state'];
  remarks: Remark[];
}

const STATES: Readonly<Record<string, Organization['state'] | undefined>> = {
  ORG_STATE_UNSPECIFIED: undefined,
  ORG_STATE_ACTIVE: 'active',
  ORG_STATE_INACTIVE: 'inactive',
  '0': undefined,
  '1': 'active',
  '2': 'inactive',
};

/** Members of an organization that are no lists. */
export const ORGANIZATION_MEMBERS: ReadonlySet<string> = new Set(['orgId', 'org', 'orgState']);

/** @throws DomainError `invalid` */
export function readOrganization(value: unknown): ReadOrganization {
  const members: Members = isObject(value) ? value : {};
  const { orgId, org, orgState } = members;
  if (typeof orgId !== 'string' || orgId === '')
    throw invalid('org.missing', 'orgId is required and must be a string. The organization was skipped.', 'orgId');
  const { name, primaryDomain } = ownMembers(org);
  const state = stateOf(orgState);
  const inside = isObject(org) ? Object.keys(org).filter((member) => !OWN_MEMBERS.has(member)) : [];
  const remarks = [...leftOutOf(members), ...inside.map((member) => unsupported('org', `org.${textOf(member)}`))];
  return {
    orgId,
    ...(name === undefined ? {} : { name }),
    ...(primaryDomain === undefined ? {} : { primaryDomain }),
    ...(state ? { state } : {}),
    remarks,
  };
}

/** The organization that an entry speaks of, unless it was refused. */
export function acceptedOrganization({ value, fault }: ImportRecord): string | undefined {
  if (fault) return undefined;
  try {
    return readOrganization(value).orgId;
  } catch {
    return undefined;
  }
}

/** An import adds to an organization that is there, and does not change it. */
export function unchanged({ name, primaryDomain, state }: ReadOrganization, existing: Organization): Remark[] {
  const differs = [
    ...(name !== undefined && name.trim() !== existing.name ? ['org.name'] : []),
    ...(primaryDomain !== undefined && primaryDomain.trim().toLowerCase() !== existing.primaryDomain ? ['org.primaryDomain'] : []),
    ...(state !== undefined && state !== existing.state ? ['orgState'] : []),
  ];
  return differs.map((member) => ({
    type: 'org',
    kind: 'org.unchanged',
    message: `The organization already exists and is not changed: ${member} was ignored.`,
  }));
}

/** Members of its `org`. */
export const OWN_MEMBERS: ReadonlySet<string> = new Set(['name', 'primaryDomain']);

function ownMembers(org: unknown): { name: string | undefined; primaryDomain: string | undefined } {
  if (org === undefined || org === null) return { name: undefined, primaryDomain: undefined };
  if (!isObject(org)) throw invalid('import.type', 'org must be an object. The organization was skipped.', 'org');
  return { name: textAt(org, 'name', 'org', 200), primaryDomain: textAt(org, 'primaryDomain', 'org', 253) };
}

function stateOf(orgState: unknown): Organization['state'] | undefined {
  if (orgState === undefined || orgState === null) return undefined;
  const name = typeof orgState === 'string' || typeof orgState === 'number' ? String(orgState) : '';
  if (Object.hasOwn(STATES, name)) return STATES[name];
  throw invalid('import.state', `orgState must be one of ${wordsOf(STATES)}. The organization was skipped.`, 'orgState');
}

/** An organization's own entry also names the lists and members that were left out of it. */
function leftOutOf(members: Members): Remark[] {
  return Object.keys(members)
    .filter((name) => !ORGANIZATION_MEMBERS.has(name))
    .map((name) => {
      const remark = unsupported(typeOfLeftOut(camelCase(name)), textOf(name));
      return CONVERTIBLE.has(camelCase(name)) ? { ...remark, message: `${remark.message} ${CONVERT}` } : remark;
    });
}

/** Lists that are entries of other lists once the export is converted. */
const CONVERTIBLE: ReadonlySet<string> = new Set(['oidcIdps', 'userLinks']);
const CONVERT = '`gatehouse users convert zitadel` turns the file into one with it.';

function typeOfLeftOut(name: string): string {
  if (Object.hasOwn(UNSUPPORTED, name)) return UNSUPPORTED[name] as string;
  return Object.hasOwn(LISTS, name) ? LISTS[name as ListName].type : 'org';
}
