// Every type of event: its number in the table (never reused), its aggregate, its English sentence and its personal data.

export interface EventType {
  no: number;
  aggregate: 'user' | 'group' | 'org' | 'project' | 'authorization' | 'application' | 'instance';
  message: string;
  /** Payload members with personal data, blanked some time after a person is removed. */
  personal: readonly string[];
}

const PERSON = ['userName', 'firstName', 'lastName', 'nickName', 'displayName', 'email', 'phone', 'preferredLanguage'] as const;

export const EVENT_TYPES = {
  'user.human.added': { no: 1, aggregate: 'user', message: 'Person added', personal: PERSON },
  'user.human.profile.changed': { no: 2, aggregate: 'user', message: 'Profile of a person changed', personal: PERSON },
  'user.human.email.changed': { no: 3, aggregate: 'user', message: 'E-mail address of a person changed', personal: PERSON },
  'user.human.phone.changed': { no: 4, aggregate: 'user', message: 'Phone number of a person changed', personal: PERSON },
  'user.human.password.changed': { no: 5, aggregate: 'user', message: 'Password of a person changed', personal: [] },
  'user.username.changed': { no: 6, aggregate: 'user', message: 'User name changed', personal: PERSON },
  'user.deactivated': { no: 7, aggregate: 'user', message: 'User deactivated', personal: [] },
  'user.reactivated': { no: 8, aggregate: 'user', message: 'User reactivated', personal: [] },
  'user.removed': { no: 9, aggregate: 'user', message: 'User removed', personal: [] },
  'user.human.password.check.succeeded': { no: 10, aggregate: 'user', message: 'Password of a person verified', personal: ['address'] },
  'user.human.password.check.failed': { no: 11, aggregate: 'user', message: 'Wrong password entered for a person', personal: ['address'] },
  'user.locked': { no: 12, aggregate: 'user', message: 'User locked', personal: [] },
  'user.unlocked': { no: 13, aggregate: 'user', message: 'User unlocked', personal: [] },
  'user.human.password.hash.updated': { no: 14, aggregate: 'user', message: 'Password rehashed', personal: [] },
  'user.human.email.verified': { no: 15, aggregate: 'user', message: 'E-mail address of a person verified', personal: PERSON },
  'user.human.invitation.sent': { no: 16, aggregate: 'user', message: 'Invitation sent to a person', personal: PERSON },
  'user.human.password.change.required': { no: 17, aggregate: 'user', message: 'Password change required', personal: [] },
  'user.machine.added': { no: 20, aggregate: 'user', message: 'Service user added', personal: [] },
  'user.machine.secret.set': { no: 21, aggregate: 'user', message: 'Secret of a service user created', personal: [] },
  'user.pat.added': { no: 22, aggregate: 'user', message: 'Personal access token added', personal: [] },
  'user.machine.key.added': { no: 23, aggregate: 'user', message: 'Key of a service user added', personal: [] },
  'user.machine.key.removed': { no: 24, aggregate: 'user', message: 'Key of a service user removed', personal: [] },
  'user.machine.changed': { no: 25, aggregate: 'user', message: 'Service user changed', personal: [] },
  'user.machine.authentication.failed': {
    no: 45,
    aggregate: 'user',
    message: 'Client authentication of a service user failed',
    personal: [],
  },
  'user.pat.removed': { no: 40, aggregate: 'user', message: 'Personal access token removed', personal: [] },
  'user.pat.rotated': { no: 44, aggregate: 'user', message: 'Personal access tokens rotated', personal: [] },
  'user.machine.secret.changed': { no: 41, aggregate: 'user', message: 'Expiry of a service user secret changed', personal: [] },
  'user.machine.secret.removed': { no: 42, aggregate: 'user', message: 'Secret of a service user removed', personal: [] },
  'user.human.phone.removed': { no: 43, aggregate: 'user', message: 'Phone numbers of a person removed', personal: [] },
  'user.impersonated': { no: 34, aggregate: 'user', message: 'User impersonated', personal: [] },
  'user.impersonation.ended': { no: 131, aggregate: 'user', message: 'User ended that somebody acted for them', personal: [] },
  'user.session.ended': { no: 35, aggregate: 'user', message: 'Browser session of a person ended', personal: [] },
  'user.session.added': { no: 36, aggregate: 'user', message: 'Person signed in to a browser', personal: [] },
  'user.id.reused': { no: 120, aggregate: 'user', message: 'Person added with the id of a removed one', personal: [] },
  'user.metadata.set': { no: 121, aggregate: 'user', message: 'Metadata of a user set', personal: [] },
  'instance.import.started': { no: 122, aggregate: 'instance', message: 'Import started', personal: [] },
  'instance.import.progressed': { no: 123, aggregate: 'instance', message: 'Import progressed', personal: [] },
  'instance.import.ended': { no: 124, aggregate: 'instance', message: 'Import ended', personal: [] },
  'user.consent.granted': { no: 37, aggregate: 'user', message: 'Consent granted to an application', personal: [] },
  'user.consent.revoked': { no: 38, aggregate: 'user', message: 'Consent withdrawn from an application', personal: [] },
  'user.grant.revoked': { no: 180, aggregate: 'user', message: 'Authorization of an application revoked', personal: [] },
  'user.tokens.revoked': { no: 181, aggregate: 'user', message: 'All tokens of a user revoked', personal: [] },
  'user.restored': { no: 182, aggregate: 'user', message: 'Removed user restored', personal: [] },
  'user.erased': { no: 183, aggregate: 'user', message: 'Removed user erased', personal: [] },
  'group.added': { no: 140, aggregate: 'group', message: 'Group added', personal: [] },
  'group.changed': { no: 141, aggregate: 'group', message: 'Group changed', personal: [] },
  'group.removed': { no: 142, aggregate: 'group', message: 'Group removed', personal: [] },
  'group.member.added': { no: 143, aggregate: 'group', message: 'Member added to a group', personal: [] },
  'group.member.removed': { no: 144, aggregate: 'group', message: 'Member removed from a group', personal: [] },
  'org.added': { no: 50, aggregate: 'org', message: 'Organization added', personal: [] },
  'org.changed': { no: 68, aggregate: 'org', message: 'Organization changed', personal: [] },
  'org.member.added': { no: 51, aggregate: 'org', message: 'Member of an organization added', personal: [] },
  'org.deactivated': { no: 52, aggregate: 'org', message: 'Organization deactivated', personal: [] },
  'org.reactivated': { no: 53, aggregate: 'org', message: 'Organization reactivated', personal: [] },
  'org.member.removed': { no: 54, aggregate: 'org', message: 'Member of an organization removed', personal: [] },
  'org.exported': { no: 320, aggregate: 'org', message: 'Export of an organization begun', personal: [] },
  'org.removed': { no: 202, aggregate: 'org', message: 'Organization removed', personal: [] },
  'org.domain.added': { no: 55, aggregate: 'org', message: 'Domain of an organization added', personal: [] },
  'org.domain.challenged': { no: 203, aggregate: 'org', message: 'Proof of a domain asked for', personal: [] },
  'org.domain.verified': { no: 56, aggregate: 'org', message: 'Domain of an organization verified', personal: [] },
  'org.domain.primary.set': { no: 57, aggregate: 'org', message: 'Primary domain of an organization set', personal: [] },
  'org.domain.removed': { no: 58, aggregate: 'org', message: 'Domain of an organization removed', personal: [] },
  'org.connection.added': { no: 59, aggregate: 'org', message: 'Provisioning connection added', personal: [] },
  'org.connection.changed': { no: 100, aggregate: 'org', message: 'Provisioning connection changed', personal: [] },
  'org.connection.removed': { no: 101, aggregate: 'org', message: 'Provisioning connection removed', personal: [] },
  'org.mail.text.set': { no: 343, aggregate: 'org', message: 'Text of a mail set', personal: [] },
  'org.mail.text.reset': { no: 344, aggregate: 'org', message: 'Text of a mail reset', personal: [] },
  'project.added': { no: 60, aggregate: 'project', message: 'Project added', personal: [] },
  'project.deactivated': { no: 61, aggregate: 'project', message: 'Project deactivated', personal: [] },
  'project.reactivated': { no: 62, aggregate: 'project', message: 'Project reactivated', personal: [] },
  'project.member.added': { no: 160, aggregate: 'project', message: 'Member of a project added', personal: [] },
  'project.member.removed': { no: 161, aggregate: 'project', message: 'Member of a project removed', personal: [] },
  'project.removed': { no: 200, aggregate: 'project', message: 'Project removed', personal: [] },
  'project.changed': { no: 162, aggregate: 'project', message: 'Project changed', personal: [] },
  'project.role.added': { no: 163, aggregate: 'project', message: 'Role of a project added', personal: [] },
  'project.role.changed': { no: 164, aggregate: 'project', message: 'Role of a project changed', personal: [] },
  'project.role.removed': { no: 165, aggregate: 'project', message: 'Role of a project removed', personal: [] },
  'project.grant.added': { no: 166, aggregate: 'project', message: 'Project granted to an organization', personal: [] },
  'project.grant.accepted': { no: 177, aggregate: 'project', message: 'Project grant accepted', personal: [] },
  'project.grant.changed': { no: 167, aggregate: 'project', message: 'Roles of a project grant changed', personal: [] },
  'project.grant.removed': { no: 168, aggregate: 'project', message: 'Project grant removed', personal: [] },
  'authorization.added': { no: 169, aggregate: 'authorization', message: 'Roles of a project given', personal: [] },
  'authorization.changed': { no: 170, aggregate: 'authorization', message: 'Roles given in a project changed', personal: [] },
  'authorization.removed': { no: 171, aggregate: 'authorization', message: 'Roles given in a project removed', personal: [] },
  'group.role.added': { no: 172, aggregate: 'group', message: 'Member role given to a group', personal: [] },
  'group.role.removed': { no: 173, aggregate: 'group', message: 'Member role of a group removed', personal: [] },
  'user.metadata.removed': { no: 174, aggregate: 'user', message: 'Metadata of a user removed', personal: [] },
  'org.metadata.set': { no: 175, aggregate: 'org', message: 'Metadata of an organization set', personal: [] },
  'org.metadata.removed': { no: 176, aggregate: 'org', message: 'Metadata of an organization removed', personal: [] },
  'application.added': { no: 70, aggregate: 'application', message: 'Application added', personal: [] },
  'application.key.added': { no: 71, aggregate: 'application', message: 'Key of an application added', personal: [] },
  'application.key.removed': { no: 72, aggregate: 'application', message: 'Key of an application removed', personal: [] },
  'application.deactivated': { no: 76, aggregate: 'application', message: 'Application deactivated', personal: [] },
  'application.reactivated': { no: 77, aggregate: 'application', message: 'Application reactivated', personal: [] },
  'application.config.changed': { no: 78, aggregate: 'application', message: 'Configuration of an application changed', personal: [] },
  'application.removed': { no: 201, aggregate: 'application', message: 'Application removed', personal: [] },
  'application.secret.set': { no: 79, aggregate: 'application', message: 'Secret of an application created', personal: [] },
  'application.secret.changed': { no: 80, aggregate: 'application', message: 'Expiry of an application secret changed', personal: [] },
  'application.logout.failed': { no: 82, aggregate: 'application', message: 'Application not told of a sign-out', personal: [] },
  'application.authentication.failed': {
    no: 83,
    aggregate: 'application',
    message: 'Client authentication of an application failed',
    personal: [],
  },
  'application.secret.removed': { no: 81, aggregate: 'application', message: 'Secret of an application removed', personal: [] },
  'instance.feature.set': { no: 91, aggregate: 'instance', message: 'Feature switched on or off', personal: [] },
  'instance.key.activated': { no: 98, aggregate: 'instance', message: 'Signing key activated', personal: [] },
  'instance.key.removed': { no: 99, aggregate: 'instance', message: 'Key revoked', personal: [] },
  'instance.member.added': { no: 90, aggregate: 'instance', message: 'Member of the service added', personal: [] },
  'instance.policy.set': { no: 95, aggregate: 'instance', message: 'Policy of the service set', personal: [] },
  'instance.policy.reset': { no: 97, aggregate: 'instance', message: 'Policy of the service reset', personal: [] },
  'instance.events.archived': { no: 130, aggregate: 'instance', message: 'Old events archived', personal: [] },
  'instance.job.started': { no: 150, aggregate: 'instance', message: 'Background job started by an administrator', personal: [] },
  'instance.mail.set': { no: 340, aggregate: 'instance', message: 'Mail settings of the service set', personal: [] },
  'instance.mail.reset': { no: 341, aggregate: 'instance', message: 'Mail settings of the service reset', personal: [] },
  'instance.mail.tested': { no: 342, aggregate: 'instance', message: 'Test mail sent', personal: [] },
  'instance.member.removed': { no: 96, aggregate: 'instance', message: 'Member of the service removed', personal: [] },
} as const satisfies Record<string, EventType>;

export type EventTypeName = keyof typeof EVENT_TYPES;

const BY_NO = new Map<number, EventTypeName>(Object.entries(EVENT_TYPES).map(([name, { no }]) => [no, name as EventTypeName]));

/** The name of the type stored as `no`. */
export function eventTypeName(no: number): EventTypeName | undefined {
  return BY_NO.get(no);
}

/** The payload with the personal members of its type set to null. The same object if there are none. */
export function blankPersonalData(type: string, payload: Record<string, unknown>): Record<string, unknown> {
  const personal: readonly string[] = Object.hasOwn(EVENT_TYPES, type) ? EVENT_TYPES[type as EventTypeName].personal : [];
  const open = Object.keys(payload).filter((name) => personal.includes(name) && payload[name] !== null);
  return open.length === 0 ? payload : { ...payload, ...Object.fromEntries(open.map((name) => [name, null])) };
}
