// How people are shown in JSON.
import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { Principal } from '../../common/access/principal.js';
import type { ExpectedTag } from '../../common/http/entity-tags.js';
import { isoInstant } from '../../common/http/instants.js';
import { Domains } from '../../users/organizations/domains.service.js';
import { Organizations, type Organization } from '../../users/organizations/organizations.service.js';
import type { Precondition } from '../../common/database/precondition.js';
import { Passwords } from '../../users/authentication/passwords/passwords.service.js';
import { LoginNames } from '../../users/organizations/login-names.service.js';
import { People } from '../../users/directory/people/people.service.js';
import { LIST_FIELDS, TEXT_LENGTHS } from '../../users/directory/people/person/person.columns.js';
import type { ListValue, Person } from '../../users/directory/people/person/person.js';
import { withValidMarks } from '../../users/directory/people/person/verified-by.js';
import { EmailBody, OptionalPersonFields } from './person.body.js';

const TEXTS = Object.keys(TEXT_LENGTHS) as Array<keyof typeof TEXT_LENGTHS>;

export class PersonView extends OptionalPersonFields {
  @ApiProperty() userId: string;
  @ApiProperty({ description: 'id of the organization' }) orgId: string;
  @ApiProperty({ example: 'ada' }) userName: string;
  @ApiProperty({ description: 'what the person types to sign in', example: 'ada@example.com' }) loginName: string;
  @ApiProperty({ enum: ['active', 'inactive'], description: 'as the directory has it; see `_deactivate`' }) state: string;
  @ApiProperty({ description: 'an administrator keeps the person from signing in, whatever the directory says; see `_lock`' })
  locked: boolean;
  @ApiProperty({ format: 'date-time', required: false, description: 'since when' }) lockedAt?: string;
  @ApiProperty({ required: false }) givenName?: string;
  @ApiProperty({ required: false }) familyName?: string;
  @ApiProperty({ type: [EmailBody] }) emails: EmailBody[];
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ format: 'date-time' }) modifiedAt: string;
}

class PasswordView {
  @ApiProperty({ format: 'date-time' }) changedAt: string;
  @ApiProperty({ description: 'another one must be chosen before the next sign-in completes' }) changeRequired: boolean;
}

/** A person with what is known of the password. */
export class PersonDetailsView extends PersonView {
  @ApiProperty({ type: PasswordView, nullable: true, description: 'null for a person without a password' }) password: PasswordView | null;
}

@Injectable()
export class PersonViews {
  constructor(
    private readonly loginNames: LoginNames,
    private readonly passwords: Passwords,
    private readonly people: People,
    private readonly organizations: Organizations,
    private readonly domains: Domains,
  ) {}

  /** Shows these people of an organization. */
  async ofOrganization(
    organization: Organization,
    people: readonly Person[],
    configVersion?: number,
  ): Promise<(person: Person) => PersonView> {
    const loginNameOf = await this.loginNames.namerOf(organization, people, configVersion);
    const holdings = await this.domains.holdingsOf(organization.no, configVersion);
    return (person) => personView(organization, withValidMarks(person, holdings), loginNameOf(person));
  }

  /** Shows people of several organizations, without those of a removed organization. */
  async ofAll(people: readonly Person[], configVersion?: number): Promise<PersonView[]> {
    const shows = new Map<number, (person: Person) => PersonView>();
    for (const orgNo of new Set(people.map((person) => person.orgNo))) {
      const organization = await this.organizations.byNo(orgNo, configVersion);
      if (organization) {
        const own = people.filter((person) => person.orgNo === orgNo);
        shows.set(orgNo, await this.ofOrganization(organization, own, configVersion));
      }
    }
    return people.flatMap((person) => shows.get(person.orgNo)?.(person) ?? []);
  }

  /** Shows one person, in whatever state, with the password as it is now. */
  async details(organization: Organization, one: Person, configVersion?: number): Promise<(person: Person) => PersonDetailsView> {
    const [show, state] = [await this.ofOrganization(organization, [one], configVersion), await this.passwords.findState(one.no)];
    const password = state ? { changedAt: isoInstant(state.changedUs), changeRequired: state.changeRequired } : null;
    return (person) => ({ ...show(person), password });
  }

  /** What If-Match expects of a person. @throws DomainError `notFound` */
  async expectationOf(
    organization: Organization,
    userId: string,
    caller: Principal,
    ifMatch: ExpectedTag,
  ): Promise<Precondition<Person> | undefined> {
    if (!ifMatch.isGiven) return undefined;
    const person = await this.people.requirePerson(organization, userId);
    return ifMatch.on(await this.details(organization, person, caller.configVersion));
  }
}

function personView(organization: Organization, person: Person, loginName: string): PersonView {
  const { id, active, lockedUs, createdUs, modifiedUs, emails, phoneNumbers } = person;
  const texts = TEXTS.flatMap((field) => (person[field] === undefined ? [] : [[field, person[field]]]));
  const lists = LIST_FIELDS.flatMap((field) => (person[field].length === 0 ? [] : [[field, person[field]]]));
  return {
    userId: id,
    orgId: organization.id,
    loginName,
    state: active ? 'active' : 'inactive',
    locked: lockedUs !== undefined,
    ...(lockedUs !== undefined && { lockedAt: isoInstant(lockedUs) }),
    ...(Object.fromEntries([...texts, ...lists]) as Pick<PersonView, 'userName'>),
    emails: emails.map(shownElement),
    phoneNumbers: phoneNumbers.map(shownElement),
    createdAt: isoInstant(createdUs),
    modifiedAt: isoInstant(modifiedUs),
  };
}

function shownElement({ verifiedBy, ...element }: ListValue): EmailBody {
  return verifiedBy === undefined ? element : { ...element, verified: true, verifiedBy };
}
