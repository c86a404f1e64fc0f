// Users as tokens and sign-ins use them: people and service users with their login name, state and generations.
import { Injectable } from '@nestjs/common';
import { ConfigVersion } from '../../../common/database/config-version.js';
import type { RoleBasis } from '../../../users/roles/authorizations/role-basis.repository.js';
import { Organizations } from '../../../users/organizations/organizations.service.js';
import { LoginNames } from '../../../users/organizations/login-names.service.js';
import { People } from '../../../users/directory/people/people.service.js';
import { maySignIn, type Person } from '../../../users/directory/people/person/person.js';
import { ServiceUsers } from '../../../users/directory/service-users/service-users.service.js';
import type { Subject } from '../../protocol/claims.js';

/** A user who is active, not locked, and in an active organization. */
export type LiveSubject = Subject & {
  userNo: number;
  userId: string;
  orgNo: number;
  orgId: string;
  orgName: string;
  primaryDomain: string;
  generation: number;
  organizationGeneration: number;
};

/** Versions read since the request arrived, so that current cached values need not be read again. */
export interface Versions {
  config: number;
  /** The version of the user in question. */
  user?: number;
  /** The basis of that user's roles, if the roles were expected to be returned. */
  roles?: RoleBasis;
}

/** The user signed in to a browser session. Stored with the session, so that the session ends with the generation it was begun in. */
export interface SessionHolder {
  userNo: number;
  generation: number;
  organizationGeneration: number;
}

@Injectable()
export class Subjects {
  /**
   * Keyed by the user object as it was read, which is read again after any change to it. The rest is derived from the configuration. An
   * entry lives only as long as the user object is cached.
   */
  private readonly completed = new WeakMap<object, { configVersion: number; subject: LiveSubject }>();

  constructor(
    private readonly people: People,
    private readonly serviceUsers: ServiceUsers,
    private readonly organizations: Organizations,
    private readonly loginNames: LoginNames,
    private readonly config: ConfigVersion,
  ) {}

  findUser({ kind, userNo }: { kind: 'person' | 'service'; userNo: number }, versions?: Versions): Promise<LiveSubject | undefined> {
    return kind === 'person' ? this.person(userNo, versions) : this.serviceUser(userNo, versions?.config);
  }

  async person(userNo: number, versions?: Versions): Promise<LiveSubject | undefined> {
    const person = await this.people.findByNo(userNo, versions?.user, versions?.config);
    return person && this.complete(person, { kind: 'person', person }, versions?.config);
  }

  /** The same for a person that this request has just read. @param configVersion read before the person; absent: it is read */
  ofPerson(person: Person, configVersion?: number): Promise<LiveSubject | undefined> {
    return this.complete(person, { kind: 'person', person }, configVersion);
  }

  /** The signed-in person, unless a later event (deactivation, a new password) ended the session. */
  async signedIn(holder: SessionHolder, versions?: Versions): Promise<LiveSubject | undefined> {
    const subject = await this.person(holder.userNo, versions);
    const same = subject?.generation === holder.generation && subject.organizationGeneration === holder.organizationGeneration;
    return same ? subject : undefined;
  }

  async serviceUser(userNo: number, configVersion?: number): Promise<LiveSubject | undefined> {
    const version = configVersion ?? (await this.config.current());
    const serviceUser = await this.serviceUsers.findServiceUserByNo(userNo, version);
    return serviceUser && this.complete(serviceUser, { kind: 'service', serviceUser }, version);
  }

  private async complete(
    user: {
      no: number;
      id: string;
      orgNo: number;
      active: boolean;
      lockedUs?: number | undefined;
      userName: string;
      tokenGeneration: number;
    },
    subject:
      | { kind: 'person'; person: Extract<Subject, { kind: 'person' }>['person'] }
      | { kind: 'service'; serviceUser: Extract<Subject, { kind: 'service' }>['serviceUser'] },
    configVersion: number | undefined,
  ): Promise<LiveSubject | undefined> {
    const known = this.completed.get(user);
    if (known && known.configVersion === configVersion) return known.subject;
    const organization = await this.organizations.byNo(user.orgNo, configVersion);
    if (!maySignIn(user) || organization?.state !== 'active') return undefined;
    const live: LiveSubject = {
      ...subject,
      loginName: await this.loginNames.loginNameOf(user, organization, configVersion),
      userNo: user.no,
      userId: user.id,
      orgNo: user.orgNo,
      orgId: organization.id,
      orgName: organization.name,
      primaryDomain: organization.primaryDomain,
      generation: user.tokenGeneration,
      organizationGeneration: organization.tokenGeneration,
    };
    if (configVersion !== undefined) this.completed.set(user, { configVersion, subject: live });
    return live;
  }
}
