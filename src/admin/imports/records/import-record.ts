// What an import consists of: which lists an organization may have, what their entries are called in a report, and in which order they are worked off.
import type { ErrorCode } from '../../../common/primitives/error-codes.js';
import { isObject } from '../../../common/primitives/is-object.js';

/** Bounds of a body; each is met before anything of that size is kept in memory. */
export const LIMITS = {
  recordBytes: 2 ** 20,
  depth: 20,
  /** Unpacked bytes for each packed one; a list of people packs to a tenth at most. */
  ratio: 200,
  organizations: 100_000,
  /** After this many failed entries the rest of the file is useless as well. */
  failed: 1_000_000,
  nameBytes: 200,
} as const;

export type ListName =
  | 'humanUsers'
  | 'machineUsers'
  | 'projects'
  | 'userMetadata'
  | 'oidcApps'
  | 'apiApps'
  | 'machineKeys'
  | 'appKeys'
  | 'appLogos'
  | 'branding'
  | 'brandingImages'
  | 'orgMembers'
  | 'groups'
  | 'groupMembers'
  | 'domains'
  | 'identityProviders'
  | 'identityProviderLogos';

/** `type` names an entry in a report. Entries of an earlier `phase` are written first, over all organizations, so that later ones can refer to them. */
interface ListFacts {
  type: string;
  phase: number;
  idOf(value: Members, orgId: string): string;
}

/** Members of a JSON object. */
export type Members = Readonly<Record<string, unknown>>;

const by =
  (...names: string[]) =>
  (value: Members) =>
    names.map((name) => textOf(value[name])).join('_');

export const LISTS: Readonly<Record<ListName, ListFacts>> = {
  machineUsers: { type: 'machine_user', phase: 1, idOf: by('userId') },
  projects: { type: 'project', phase: 1, idOf: by('projectId') },
  domains: { type: 'domain', phase: 1, idOf: (value, orgId) => `${orgId}_${textOf(value['domainName'])}` },
  branding: { type: 'branding', phase: 1, idOf: (_, orgId) => orgId },
  brandingImages: { type: 'branding_image', phase: 1, idOf: by('slot') },
  // Providers answer for domains, and people are linked to providers.
  identityProviders: { type: 'identity_provider', phase: 2, idOf: by('identityProviderId') },
  identityProviderLogos: { type: 'identity_provider_logo', phase: 3, idOf: by('identityProviderId') },
  humanUsers: { type: 'human_user', phase: 3, idOf: by('userId') },
  groups: { type: 'group', phase: 4, idOf: (value) => textOf(value['groupId']) || nameOfGroup(value) },
  userMetadata: { type: 'user_metadata', phase: 4, idOf: by('id', 'key') },
  oidcApps: { type: 'oidc_app', phase: 4, idOf: by('appId') },
  apiApps: { type: 'api_app', phase: 4, idOf: by('appId') },
  machineKeys: { type: 'machine_user_key', phase: 4, idOf: by('keyId') },
  // Groups refer to each other.
  groupMembers: { type: 'group_member', phase: 5, idOf: nameOfMembersGroup },
  appKeys: { type: 'app_key', phase: 5, idOf: by('id') },
  appLogos: { type: 'app_logo', phase: 5, idOf: by('appId') },
  orgMembers: { type: 'org_member', phase: 5, idOf: (value, orgId) => `${orgId}_${textOf(value['userId'])}` },
};

function nameOfGroup({ group }: Members): string {
  return isObject(group) ? textOf(group['displayName']) : '';
}

function nameOfMembersGroup(value: Members): string {
  return textOf(value['groupId']) || textOf(value['groupDisplayName']) || textOf(value['groupExternalId']);
}

/** The organization itself comes before everything in it. */
export const ORGANIZATION_PHASE = 0;
export const PHASES = 6;

/** Lists and members that other services export and this one has no place for, with the type of their entry. */
export const UNSUPPORTED: Readonly<Record<string, string>> = {
  domainPolicy: 'domain_policy',
  iamPolicy: 'domain_policy',
  labelPolicy: 'label_policy',
  lockoutPolicy: 'lockout_policy',
  loginPolicy: 'login_policy',
  passwordComplexityPolicy: 'password_complexity_policy',
  privacyPolicy: 'privacy_policy',
  projectRoles: 'project_role',
  triggerActions: 'trigger_action',
  actions: 'action',
  projectGrants: 'project_grant',
  userGrants: 'user_grant',
  projectMembers: 'project_member',
  projectGrantMembers: 'project_grant_member',
  loginTexts: 'login_texts',
  initMessages: 'init_message',
  passwordResetMessages: 'password_reset_message',
  verifyEmailMessages: 'verify_email_message',
  verifyPhoneMessages: 'verify_phone_message',
  domainClaimedMessages: 'domain_claimed_message',
  passwordlessRegistrationMessages: 'passwordless_registration_message',
  verifySmsOtpMessages: 'verify_sms_otp_message',
  verifyEmailOtpMessages: 'verify_email_otp_message',
  inviteUserMessages: 'invite_user_messages',
  oidcIdps: 'oidc_idp',
  jwtIdps: 'jwt_idp',
  userLinks: 'user_link',
};

/** One entry of an import. `organization` is its place among the organizations, `line` where it stood: the line, or which entry of the body it was. */
export interface ImportRecord {
  list: ListName | 'org';
  organization: number;
  line: number;
  /** As it was sent; of one with a `fault` no more than its id. */
  value: unknown;
  /** Why it cannot be read. */
  fault?: RecordFault;
  /** Set when it has some of an entry's members of a group: where they stood, and whether an earlier record of the entry adds the group. */
  part?: { positions: number[]; continues: boolean };
}

export interface RecordFault {
  kind: ErrorCode;
  message: string;
}

export const FAULTS = {
  tooLarge: { kind: 'record.tooLarge', message: `The entry is larger than ${LIMITS.recordBytes} bytes.` },
  tooDeep: { kind: 'record.tooDeep', message: `The entry is nested deeper than ${LIMITS.depth} levels.` },
  twice: { kind: 'record.memberTwice', message: 'A member appears twice in one object.' },
  notUtf8: { kind: 'record.notUtf8', message: 'The entry is not UTF-8.' },
  malformed: { kind: 'record.malformed', message: 'The line is not valid JSON.' },
} as const satisfies Record<string, RecordFault>;

export function phaseOf({ list }: ImportRecord): number {
  return list === 'org' ? ORGANIZATION_PHASE : LISTS[list].phase;
}

/** A text for a report: whatever was sent, bounded. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, LIMITS.nameBytes);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

const SNAKE_CASE = /^[a-zA-Z0-9]+(?:_[a-zA-Z0-9]+)+$/;

/** `snake_case` and `camelCase` are the same name; every other name, as `__proto__`, stays as it was sent. */
export function camelCase(name: string): string {
  return name.includes('_') && SNAKE_CASE.test(name) ? name.replace(/_([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase()) : name;
}
