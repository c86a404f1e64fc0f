import { Controller, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DomainError } from '../../common/primitives/domain-error.js';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { EmailVerification } from '../../users/accounts/email-verification.service.js';
import { Invitation } from '../../users/accounts/invitation.service.js';
import type { Person } from '../../users/people/person.js';
import { People } from '../../users/people/people.service.js';
import { PrivilegeCheck } from '../../users/memberships/privilege-check.service.js';
import { Passwords } from '../../users/passwords/passwords.service.js';
import { PasswordChecks } from '../../users/accounts/password-checks.service.js';
import { OrganizationParam } from '../organizations/organization-param.js';

@ApiTags('people')
@Controller('admin/v1/organizations/:orgId/people/:userId')
export class PeopleController {
  constructor(
    private readonly people: People,
    private readonly passwordChecks: PasswordChecks,
    private readonly passwords: Passwords,
    private readonly privileges: PrivilegeCheck,
    private readonly invitation: Invitation,
    private readonly emailVerification: EmailVerification,
  ) {}

  /** Unlocks a person after too many wrong passwords. Needs every permission of that person, so that a weaker manager cannot use it to guess. */
  @Post('_unlock')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Access('user.write')
  async unlock(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    const person = await this.requireManagedPerson(organization, userId, caller);
    await this.passwordChecks.unlockPerson(person.no, caller.userId);
  }

  /** Requires a password change at the next sign-in; sessions and tokens continue until then. */
  @Post('_require-password-change')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Access('user.write')
  async requirePasswordChange(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    const person = await this.requireManagedPerson(organization, userId, caller);
    if (!(await this.passwords.requireChange(person.no, caller.userId)))
      throw new DomainError('precondition', 'person.noPassword', 'This user has no password to change.');
  }

  /** Mails a person without a password a code to choose one; at most five per hour. */
  @Post('_invite')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Access('user.write')
  async invite(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.invitation.invite(organization, userId, caller.userId);
  }

  /** Mails a code to verify the primary e-mail address; at most five per hour. */
  @Post('_send-verification')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Access('user.write')
  async sendVerification(@OrganizationParam() organization: Organization, @Param('userId') userId: string): Promise<void> {
    await this.emailVerification.requestVerification(organization, userId);
  }

  /** The person, if the caller has every permission of that person. @throws DomainError `notFound`, `forbidden` */
  private async requireManagedPerson(organization: Organization, userId: string, caller: Principal): Promise<Person> {
    const person = await this.people.requirePerson(organization, userId);
    await this.privileges.assertCoversUser(caller, person.no);
    return person;
  }
}
