// What administrators do about a person's password, address and picture.
import { Body, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Caller, ServiceAccess } from '../../common/access/access.js';
import { FreshSignIn } from '../../common/access/fresh-sign-in.js';
import type { Principal } from '../../common/access/principal.js';
import { Text } from '../../common/http/fields.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { EmailVerification } from '../../users/accounts/email-verification.service.js';
import { TemporaryPassword } from '../../users/accounts/temporary-password.service.js';
import { AdministratorVerifications } from '../../users/accounts/administrator-verifications.service.js';
import { PrivilegeCheck } from '../../users/roles/memberships/privilege-check.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { Passwords } from '../../users/authentication/passwords/passwords.service.js';
import { PersonPictures } from '../../users/directory/people/pictures/person-pictures.service.js';
import { People } from '../../users/directory/people/people.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { PictureBody } from '../controller/picture.body.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import type { Person } from '../../users/directory/people/person/person.js';
import { MAX_EMAIL, MAX_PASSWORD } from './person.body.js';
import { PersonDetailsView, PersonViews } from './person.view.js';

export class TemporaryPasswordBody {
  @Text(MAX_PASSWORD, { description: 'by the rules of the policy `password`' }) password: string;
}

export class VerifiedEmailBody {
  @Text(MAX_EMAIL, {
    description: 'one of the addresses of the person, as it is stored; the primary one when absent',
    example: 'ada@example.com',
    optional: true,
  })
  email?: string;
}

@ApiTags('people')
@AdminController('organizations/:orgId/people/:userId')
export class PersonActionsController {
  constructor(
    private readonly people: People,
    private readonly temporaryPassword: TemporaryPassword,
    private readonly passwords: Passwords,
    private readonly privileges: PrivilegeCheck,
    private readonly emailVerification: EmailVerification,
    private readonly administratorVerifications: AdministratorVerifications,
    private readonly views: PersonViews,
    private readonly pictures: PersonPictures,
  ) {}

  @FreshSignIn('signIn')
  @Post('_set-temporary-password')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Access('user.write')
  @ApiOperation({
    summary: 'Sets a password that has to be changed at the next sign-in; sessions and tokens end. Needs every permission of the person',
  })
  async setTemporaryPassword(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Body() { password }: TemporaryPasswordBody,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.temporaryPassword.set(organization, userId, password, caller);
  }

  @Post('_require-password-change')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Access('user.write')
  @ApiOperation({
    summary: 'Requires a new password at the next sign-in; sessions and tokens continue. Needs every permission of the person',
  })
  async requirePasswordChange(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    const person = await this.coveredPerson(organization, userId, caller);
    if (!(await this.passwords.requireChange(person.no, caller.userId)))
      throw new DomainError('precondition', 'person.noPassword', 'This user has no password to change.');
  }

  @Post('_set-picture')
  @HttpCode(HttpStatus.OK)
  @Access('user.write')
  @ApiOperation({
    summary: 'Replaces the picture of a person, drawn anew; its address is in `photos`. Needs every permission of the person',
  })
  @ApiOkResponse({ type: PersonDetailsView })
  async setPicture(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Body() { content }: PictureBody,
    @Caller() caller: Principal,
  ): Promise<PersonDetailsView> {
    const { orgNo, id } = await this.coveredPerson(organization, userId, caller);
    const drawn = await this.pictures.draw(Buffer.from(content, 'base64'), { orgNo, id });
    // The wait in the queue may have been long.
    await caller.admission?.judgeAgain();
    await this.coveredPerson(organization, userId, caller);
    const person = await this.pictures.set({ orgNo, id }, drawn, caller.userId);
    return (await this.views.details(organization, person, caller.configVersion))(person);
  }

  @Post('_remove-picture')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Access('user.write')
  @ApiOperation({ summary: 'Removes a picture that was uploaded; one that lies elsewhere stays. Needs every permission of the person' })
  async removePicture(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    const { orgNo, id } = await this.coveredPerson(organization, userId, caller);
    await this.pictures.remove({ orgNo, id }, caller.userId);
  }

  private async coveredPerson(organization: Organization, userId: string, caller: Principal): Promise<Person> {
    const person = await this.people.requirePerson(organization, userId);
    await this.privileges.assertCoversUser(caller, person.no);
    return person;
  }

  @Post('_send-verification')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Access('user.write')
  @ApiOperation({ summary: 'Mails a code to verify the primary e-mail address; at most five per hour' })
  async sendVerification(@OrganizationParam() organization: Organization, @Param('userId') userId: string): Promise<void> {
    await this.emailVerification.requestVerification(organization, userId);
  }

  @FreshSignIn('signIn')
  @Post('_verify-email')
  @HttpCode(HttpStatus.OK)
  @ServiceAccess('user.verify')
  @ApiOperation({
    summary: 'Marks an e-mail address of a person as verified, without a code',
    description:
      'For people who were provisioned, whose addresses no code has proved, so that an application refuses them. Needs every permission of the person, and is not for oneself. The address must be nobody else’s in the organization, and in no domain of another one.',
  })
  @ApiOkResponse({ type: PersonDetailsView })
  async verifyEmail(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Body() { email }: VerifiedEmailBody,
    @Caller() caller: Principal,
  ): Promise<PersonDetailsView> {
    const person = await this.administratorVerifications.verify(organization, userId, email, caller);
    return (await this.views.details(organization, person, caller.configVersion))(person);
  }
}
