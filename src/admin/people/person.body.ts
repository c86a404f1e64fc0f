// What a person is in JSON: one member a field of the table of people, with the formats that SCIM has for them.
import { ApiProperty } from '@nestjs/swagger';
import { Allow, ValidateBy } from 'class-validator';
import { expecting, Flag, Nested, NestedList, Text } from '../../common/http/fields.js';
import { MergePatchOf } from '../../common/http/merge-patch.js';
import {
  BASE64,
  BIRTHDATE,
  EMAIL_ADDRESS,
  LANGUAGE_TAG,
  PHONE_NUMBER,
  PREFERRED_LANGUAGE,
  TIME_ZONE,
  URI_REFERENCE,
  WEB_ADDRESS,
  type Normalizer,
} from '../../scim/protocol/schema/normalizer.js';
import { PERSON_FIELDS, TEXT_LENGTHS, type PersonTextField } from '../../users/directory/people/person/person.columns.js';
import { InvitationBody } from './invitation.body.js';
import { VERIFIED_BY, type VerifiedBy } from '../../users/directory/people/person/person.js';

const MAX_ELEMENTS = 100;
const MAX_VALUE = 400;
export const MAX_EMAIL = 320;
const MAX_WEB_ADDRESS = 2_000;
const MAX_TYPE = 100;
const MAX_CERTIFICATE = 20_000;
const MAX_ADDRESS_PART = 1_000;
export const MAX_PASSWORD = 1_000;

/** Texts that have a format, and how each is stored. */
export const TEXT_FORMATS = {
  profileUrl: WEB_ADDRESS,
  preferredLanguage: PREFERRED_LANGUAGE,
  locale: LANGUAGE_TAG,
  timezone: TIME_ZONE,
  managerRef: URI_REFERENCE,
  website: WEB_ADDRESS,
  birthdate: BIRTHDATE,
} as const satisfies Partial<Record<PersonTextField, Normalizer>>;

/** Lists whose values have a format. */
export const LIST_FORMATS = {
  emails: EMAIL_ADDRESS,
  phoneNumbers: PHONE_NUMBER,
  photos: WEB_ADDRESS,
  x509Certificates: BASE64,
} as const;

/** A text that fits a format, once it is normalized. */
const Formatted = ({ accept, expects }: Normalizer): PropertyDecorator => {
  const validate = (value: unknown) => typeof value === 'string' && Boolean(accept(value));
  return ValidateBy({ name: 'format', validator: { validate } }, expecting(expects)) as PropertyDecorator;
};

const OptionalText =
  (field: PersonTextField, description: string, example?: string): PropertyDecorator =>
  (target, name) => {
    Text(TEXT_LENGTHS[field], { description, optional: true, ...(example !== undefined && { example }) })(target, name);
    if (Object.hasOwn(TEXT_FORMATS, field)) Formatted(TEXT_FORMATS[field as keyof typeof TEXT_FORMATS])(target, name);
  };

class ElementFields {
  @Text(MAX_VALUE, { description: 'a name for people to read', optional: true }) display?: string;
  @Text(MAX_TYPE, { description: 'what it is for', example: 'work', optional: true }) type?: string;
  @Flag({ description: 'the preferred one, of one element at most', optional: true }) primary?: boolean;
}

export class ElementBody extends ElementFields {
  @Text(MAX_VALUE, { description: 'the value' }) value: string;
}

/** Read back as it was read: whether a value is verified is not for the caller to say. */
class VerifiedElement extends ElementFields {
  @Allow()
  @ApiProperty({ type: Boolean, required: false, readOnly: true, description: 'found to be the person’s; ignored in requests' })
  verified?: boolean;

  @Allow()
  @ApiProperty({ enum: VERIFIED_BY, required: false, readOnly: true, description: 'how that became known; ignored in requests' })
  verifiedBy?: VerifiedBy;
}

export class EmailBody extends VerifiedElement {
  @Text(MAX_EMAIL, { description: 'the address', example: 'ada@example.com' })
  @Formatted(LIST_FORMATS.emails)
  value: string;
}

export class PhoneNumberBody extends VerifiedElement {
  @Text(MAX_TYPE, { description: 'digits with an optional plus; separators are dropped', example: '+41711234567' })
  @Formatted(LIST_FORMATS.phoneNumbers)
  value: string;
}

export class PhotoBody extends ElementFields {
  @Text(MAX_WEB_ADDRESS, { description: 'web address of the picture' })
  @Formatted(LIST_FORMATS.photos)
  value: string;
}

export class CertificateBody extends ElementFields {
  @Text(MAX_CERTIFICATE, { description: 'DER in base64' })
  @Formatted(LIST_FORMATS.x509Certificates)
  value: string;
}

const AddressPart = (description: string) => Text(MAX_ADDRESS_PART, { description, optional: true });

export class AddressBody {
  @AddressPart('the whole address as it is written on an envelope') formatted?: string;
  @AddressPart('street and number') streetAddress?: string;
  @AddressPart('city') locality?: string;
  @AddressPart('state or region') region?: string;
  @AddressPart('postal code') postalCode?: string;
  @AddressPart('country, usually as two letters') country?: string;
  @Text(MAX_TYPE, { description: 'what it is for', example: 'work', optional: true }) type?: string;
  @Flag({ description: 'the preferred one, of one element at most', optional: true }) primary?: boolean;
}

const OptionalList = (classOf: () => new () => object, description: string) =>
  NestedList(classOf, MAX_ELEMENTS, { description, optional: true });

/** Everything about a person that may be missing. */
export class OptionalPersonFields {
  @OptionalText('displayName', 'the name shown to others; composed when absent', 'Ada Lovelace') displayName?: string;
  @OptionalText('formattedName', 'the whole name, with titles; composed when absent') formattedName?: string;
  @OptionalText('middleName', 'middle names') middleName?: string;
  @OptionalText('honorificPrefix', 'title in front of the name', 'Dr.') honorificPrefix?: string;
  @OptionalText('honorificSuffix', 'suffix after the name') honorificSuffix?: string;
  @OptionalText('nickName', 'what the person is called in daily life') nickName?: string;
  @OptionalText('profileUrl', 'web page about the person') profileUrl?: string;
  @OptionalText('title', 'job title') title?: string;
  @OptionalText('userType', 'relation to the organization', 'Employee') userType?: string;
  @OptionalText('preferredLanguage', 'language of pages and mails', 'en') preferredLanguage?: string;
  @OptionalText('locale', 'language and region for dates and numbers', 'de-CH') locale?: string;
  @OptionalText('timezone', 'IANA time zone', 'Europe/Zurich') timezone?: string;
  @OptionalText('employeeNumber', 'personnel number') employeeNumber?: string;
  @OptionalText('costCenter', 'cost center') costCenter?: string;
  @OptionalText('organization', 'organization, as the directory names it') organization?: string;
  @OptionalText('division', 'division') division?: string;
  @OptionalText('department', 'department') department?: string;
  @OptionalText('managerId', 'id of the manager, as the directory names it') managerId?: string;
  @OptionalText('managerRef', 'address of the manager') managerRef?: string;
  @OptionalText('website', 'web page or blog of the person', 'https://ada.example.com') website?: string;
  @OptionalText('birthdate', 'date of birth; 0000-12-31 without the year, 1815 for the year alone', '1815-12-10') birthdate?: string;
  @OptionalText('gender', '`female`, `male` or any other text', 'female') gender?: string;
  @OptionalText('externalId', 'id that the caller’s system has for the person; visible to all callers') externalId?: string;
  @OptionalList(() => PhoneNumberBody, 'phone numbers') phoneNumbers?: PhoneNumberBody[];
  @OptionalList(() => AddressBody, 'postal addresses') addresses?: AddressBody[];
  @OptionalList(() => ElementBody, 'addresses for instant messages') ims?: ElementBody[];
  @OptionalList(() => PhotoBody, 'pictures') photos?: PhotoBody[];
  @OptionalList(() => ElementBody, 'roles as a directory names them; they grant nothing here') roles?: ElementBody[];
  @OptionalList(() => ElementBody, 'entitlements as a directory names them; they grant nothing here') entitlements?: ElementBody[];
  @OptionalList(() => CertificateBody, 'certificates') x509Certificates?: CertificateBody[];
}

/** A list that is not empty. */
const Emails = (): PropertyDecorator => (target, name) => {
  const description = 'e-mail addresses, at least one; mail goes to the primary one, else to the first';
  NestedList(() => EmailBody, MAX_ELEMENTS, { description, example: [{ value: 'ada@example.com' }] }, 1)(target, name);
};

export class NewPersonBody extends OptionalPersonFields {
  @Text(TEXT_LENGTHS.userName, { description: 'name to sign in with, unique in the organization whatever its case', example: 'ada' })
  userName: string;
  @Text(TEXT_LENGTHS.givenName, { description: 'given name', example: 'Ada' }) givenName: string;
  @Text(TEXT_LENGTHS.familyName, { description: 'family name', example: 'Lovelace' }) familyName: string;
  @Emails() emails: EmailBody[];
  @Text(MAX_PASSWORD, {
    description: 'password to begin with; without one the person is invited if the policy `signIn` says so, or by `_invite`',
    optional: true,
  })
  password?: string;
  @Flag({ description: 'the password has to be changed at the first sign-in', optional: true }) passwordChangeRequired?: boolean;
  @Nested(() => InvitationBody, {
    description: 'invites the person, who has no password then, whatever the policy `signIn` says; an empty object invites to the account',
    optional: true,
  })
  invitation?: InvitationBody;
}

/** What everybody has: null unsets everything else. */
const KEPT: ReadonlySet<string> = new Set(['userName', 'givenName', 'familyName', 'emails']);
const UNSETTABLE = Object.keys(PERSON_FIELDS).filter((field) => field !== 'active' && !KEPT.has(field)) as Array<
  keyof OptionalPersonFields
>;

/** A change of a person: absent members stay as they are, a list replaces the one there was. */
export class PersonBody extends MergePatchOf(NewPersonBody, {
  fixed: ['password', 'passwordChangeRequired', 'invitation'],
  unsettable: UNSETTABLE,
}) {}
