// The wing accounts of the users domain.
// Owns what people do with their own account: registration, invitation, e-mail, password, reset, second factors.
// Owns the tables of factors that are codes, and the mails to account owners.
// Never writes a row of a person or a group: the directory does.
// Never decides what a sign-in must prove (authentication does), and shows no page (`src/oidc` does).
import { Module } from '@nestjs/common';
import { CodeHolder } from './accounts/code-holder.service.js';
import { EmailChange } from './accounts/email-change.service.js';
import { EmailVerification } from './accounts/email-verification.service.js';
import { Enrolments } from './accounts/factors/enrolments.service.js';
import { FactorChecks } from './accounts/factors/factor-checks.service.js';
import { FactorLinks } from './accounts/factors/factor-links.service.js';
import { Factors } from './accounts/factors/factors.service.js';
import { MailFactors } from './accounts/factors/mail-factors.service.js';
import { OwnPasskeys } from './accounts/factors/own-passkeys.service.js';
import { PasskeyInvitation } from './accounts/factors/passkey-invitation.service.js';
import { PhoneCodes } from './accounts/factors/phone-codes.service.js';
import { RecoveryCodesRepository } from './accounts/factors/recovery-codes.repository.js';
import { RecoveryCodes } from './accounts/factors/recovery-codes.service.js';
import { SmsFactorsRepository } from './accounts/factors/sms-factors.repository.js';
import { SmsFactors } from './accounts/factors/sms-factors.service.js';
import { TotpFactors } from './accounts/factors/totp-factors.service.js';
import { TotpSecretsRepository } from './accounts/factors/totp-secrets.repository.js';
import { PersonIdentities } from './accounts/federation/person-identities.service.js';
import { AddressedAccounts } from './accounts/federation/addressed-accounts.service.js';
import { DirectoryEntryAttempts } from './accounts/federation/directory-entry-attempts.service.js';
import { DirectoryPasswordChecks } from './accounts/federation/directory-password-checks.service.js';
import { FederatedAccounts } from './accounts/federation/federated-accounts.service.js';
import { FederatedGroups } from './accounts/federation/federated-groups.service.js';
import { OwnIdentities } from './accounts/federation/own-identities.service.js';
import { FirstPasswords } from './accounts/first-passwords.service.js';
import { ProvedLoginNames } from './accounts/proved-login-names.service.js';
import { InvitationReminders } from './accounts/invitation-reminders.service.js';
import { InvitationSender } from './accounts/invitation-sender.service.js';
import { InvitationsRepository } from './accounts/invitations.repository.js';
import { ExpiredRows } from '../common/work/expired-rows.service.js';
import { Invitation } from './accounts/invitation.service.js';
import { MailedCodes } from './accounts/mailed-codes.service.js';
import { MailedSignInRequest } from './accounts/mailed-sign-in/mailed-sign-in-request.service.js';
import { MailedSignInRule } from './accounts/mailed-sign-in/mailed-sign-in-rule.service.js';
import { MailedSignIns } from './accounts/mailed-sign-in/mailed-sign-ins.service.js';
import { AccountMailer } from './accounts/mails/account-mailer.service.js';
import { AccountNotices } from './accounts/mails/account-notices.service.js';
import { AddressMailLimits } from './accounts/mails/address-mail-limits.service.js';
import { MailTextsRepository } from './accounts/mails/mail-texts.repository.js';
import { MailTexts } from './accounts/mails/mail-texts.service.js';
import { PasskeyChecks } from './accounts/passkey-checks.service.js';
import { PasswordChange } from './accounts/password-change.service.js';
import { PasswordChecks } from './accounts/password-checks.service.js';
import { PasswordInvitation } from './accounts/password-invitation.service.js';
import { PasswordRecovery } from './accounts/password-recovery.service.js';
import { PasswordResetRequest } from './accounts/password-reset-request.service.js';
import { PasswordReset } from './accounts/password-reset.service.js';
import { PersonLock } from './accounts/person-lock.service.js';
import { NewAccounts } from './accounts/registration/new-accounts.service.js';
import { RegistrationMails } from './accounts/registration/registration-mails.service.js';
import { RegistrationRule } from './accounts/registration/registration-rule.service.js';
import { Registration } from './accounts/registration/registration.service.js';
import { WaitingRegistrations } from './accounts/registration/waiting-registrations.service.js';
import { TemporaryPassword } from './accounts/temporary-password.service.js';
import { AdministratorVerifications } from './accounts/administrator-verifications.service.js';
import { IdentityLinks } from './authentication/identity-providers/identity-links.service.js';
import { UserRows } from './roles/user-directory/user-rows.repository.js';
import { EventsModule } from './events.module.js';
import { OrganizationsModule } from './organizations.module.js';
import { RolesModule } from './roles.module.js';
import { AuthenticationModule } from './authentication.module.js';
import { DirectoryModule } from './directory.module.js';

const SHARED = [
  InvitationReminders,
  DirectoryEntryAttempts,
  DirectoryPasswordChecks,
  OwnIdentities,
  FederatedAccounts,
  FederatedGroups,
  AdministratorVerifications,
  FirstPasswords,
  OwnPasskeys,
  Enrolments,
  FactorLinks,
  PersonIdentities,
  PhoneCodes,
  SmsFactors,
  PasskeyInvitation,
  PasswordInvitation,
  PasskeyChecks,
  PasswordChecks,
  PasswordChange,
  PasswordRecovery,
  PasswordReset,
  PasswordResetRequest,
  NewAccounts,
  PersonLock,
  TemporaryPassword,
  AddressMailLimits,
  EmailChange,
  EmailVerification,
  Invitation,
  Registration,
  RegistrationRule,
  RegistrationMails,
  CodeHolder,
  MailedCodes,
  MailedSignInRequest,
  MailedSignIns,
  AccountNotices,
  FactorChecks,
  MailFactors,
  Factors,
  RecoveryCodes,
  TotpFactors,
  MailTexts,
];

@Module({
  imports: [EventsModule, OrganizationsModule, RolesModule, AuthenticationModule, DirectoryModule],
  providers: [
    ...SHARED,
    AddressedAccounts,
    InvitationSender,
    ProvedLoginNames,
    InvitationsRepository,
    AccountMailer,
    WaitingRegistrations,
    MailedSignInRule,
    MailTextsRepository,
    RecoveryCodesRepository,
    SmsFactorsRepository,
    TotpSecretsRepository,
  ],
  exports: SHARED,
})
export class AccountsModule {
  constructor(userRows: UserRows, expiredRows: ExpiredRows, links: IdentityLinks, notices: AccountNotices) {
    links.onChange((tx, change) => notices.identityChanged(tx, change));
    userRows.register(
      { table: 'sms_factors', owner: 'user_no' },
      { table: 'totp_secrets', owner: 'user_no' },
      { table: 'recovery_codes', owner: 'user_no' },
      { table: 'invitations', owner: 'user_no' },
    );
    expiredRows.register({ name: 'invitations', key: ['user_no'], expiry: 'expires_us' });
  }
}
