/** THE table of the User resource (RFC 7643 section 4.1 and the spec): all other SCIM code for users is derived from it. */
import {
  binary,
  boolean,
  complex,
  list,
  reference,
  resourceType,
  string,
  type ResourceType,
  type SimpleAttribute,
  type TextAttribute,
} from './attribute.js';
import { ENTERPRISE_USER } from './enterprise-user.schema.js';
import { URN } from '../wire/messages.js';
import { EMAIL_ADDRESS, LANGUAGE_TAG, LINES, PHONE_NUMBER, PREFERRED_LANGUAGE, SECRET, TIME_ZONE } from './normalizer.js';
import { PERSONAL_DATA } from './personal-data-user.schema.js';
import type { UserFields } from './user.fields.js';

const NAME_LENGTH = 200;
const SHORT_LENGTH = 100;
const ELEMENT_LENGTH = 400;
const NOT_FILTERABLE = { operators: [] } as const;
/** Deviation: RFC 7643 section 4.1 requires only the userName; the contract also requires people's names and an e-mail address. */
const REQUIRED_HERE = { required: true, requiredBy: 'requireNameAndEmail' } as const;

type ElementMember = 'value' | 'display' | 'type' | 'primary';

/** The sub-attributes that lists share (RFC 7643 section 2.4), together with `value`, in which they differ. */
function elementOf(value: TextAttribute<'value'>, types: readonly string[] = []): readonly SimpleAttribute<ElementMember>[] {
  return [
    value,
    string('display', 'A name for the value, for people to read.'),
    string('type', 'What the value is for.', { maxLength: SHORT_LENGTH, ...(types.length > 0 ? { canonicalValues: types } : {}) }),
    PRIMARY,
  ];
}

const PRIMARY = boolean('primary', 'Whether this is the preferred element; true for one element at most.', { assumed: false });

export const USER: ResourceType = resourceType<UserFields>({
  name: 'User',
  endpoint: '/Users',
  naming: 'userName',
  description: 'A person of the organization.',
  extensions: [ENTERPRISE_USER, PERSONAL_DATA],
  schema: {
    urn: URN.user,
    name: 'User',
    // The wording of RFC 7643 section 8.7.1: Microsoft's tests compare it.
    description: 'User Account',
    attributes: [
      string('userName', 'The name used to sign in; unique in the organization whatever its case.', {
        essential: true,
        required: true,
        uniqueness: 'server',
        sortable: true,
        maxLength: NAME_LENGTH,
      }),
      complex(
        'name',
        'The parts of the name.',
        [
          string('formatted', 'The whole name as it is displayed; composed from the parts when not given.', { field: 'formattedName' }),
          string('familyName', 'Family name.', { ...REQUIRED_HERE, sortable: true, maxLength: NAME_LENGTH }),
          string('givenName', 'Given name.', { ...REQUIRED_HERE, sortable: true, maxLength: NAME_LENGTH }),
          string('middleName', 'Middle names.', { maxLength: NAME_LENGTH }),
          string('honorificPrefix', 'Title in front of the name.', { maxLength: NAME_LENGTH }),
          string('honorificSuffix', 'Suffix after the name.', { maxLength: NAME_LENGTH }),
        ],
        REQUIRED_HERE,
      ),
      string('displayName', 'The name shown to others.', { sortable: true, maxLength: 500 }),
      string('nickName', 'What the person is called in daily life.', { maxLength: NAME_LENGTH }),
      reference('profileUrl', 'Web page about the person.', ['external']),
      string('title', 'Job title.', { maxLength: NAME_LENGTH }),
      string('userType', 'Relation to the organization; returned only when asked for by name.', {
        returned: 'request',
        maxLength: NAME_LENGTH,
      }),
      string('preferredLanguage', 'Language the person reads and writes best.', {
        normalizer: PREFERRED_LANGUAGE,
        maxLength: SHORT_LENGTH,
        initial: 'en',
      }),
      string('locale', 'Language and region for dates, numbers and currency.', { normalizer: LANGUAGE_TAG, maxLength: SHORT_LENGTH }),
      string('timezone', 'Time zone by its IANA name.', { normalizer: TIME_ZONE, maxLength: SHORT_LENGTH }),
      boolean('active', 'Whether the person may sign in.', { essential: true, initial: true, keptUnlessGiven: true }),
      string('password', 'The password in clear text; can be set and never be read.', {
        essential: true,
        mutability: 'writeOnly',
        returned: 'never',
        caseExact: true,
        normalizer: SECRET,
        ...NOT_FILTERABLE,
      }),
      list(
        'emails',
        'E-mail addresses.',
        elementOf(string('value', 'The address.', { ...REQUIRED_HERE, sortable: true, normalizer: EMAIL_ADDRESS, maxLength: 320 }), [
          'work',
          'home',
          'other',
        ]),
        { ...REQUIRED_HERE, sortable: true },
      ),
      list(
        'phoneNumbers',
        'Phone numbers.',
        elementOf(string('value', 'The number, without separators in answers.', { normalizer: PHONE_NUMBER, maxLength: SHORT_LENGTH }), [
          'work',
          'home',
          'mobile',
          'fax',
          'pager',
          'other',
        ]),
      ),
      list('addresses', 'Postal addresses.', [
        string('formatted', 'The whole address as it is written on an envelope; may have several lines.', { normalizer: LINES }),
        string('streetAddress', 'Street and number; may have several lines.', { normalizer: LINES }),
        string('locality', 'City.'),
        string('region', 'State or region.'),
        string('postalCode', 'Postal code.'),
        string('country', 'Country, usually as two letters (ISO 3166-1).'),
        string('type', 'What the address is for.', { maxLength: SHORT_LENGTH, canonicalValues: ['work', 'home', 'other'] }),
        PRIMARY,
      ]),
      list(
        'ims',
        'Addresses for instant messages.',
        elementOf(string('value', 'The address.', { maxLength: ELEMENT_LENGTH }), [
          'aim',
          'gtalk',
          'icq',
          'xmpp',
          'msn',
          'skype',
          'qq',
          'yahoo',
        ]),
      ),
      list(
        'photos',
        'Pictures of the person.',
        elementOf(reference('value', 'Web address of the picture.', ['external']), ['photo', 'thumbnail']),
      ),
      list(
        'roles',
        'Roles as the directory names them; they grant nothing here.',
        elementOf(string('value', 'The role.', { maxLength: ELEMENT_LENGTH })),
      ),
      list(
        'entitlements',
        'Entitlements as the directory names them; they grant nothing here.',
        elementOf(string('value', 'The entitlement.', { maxLength: ELEMENT_LENGTH })),
      ),
      list('x509Certificates', 'Certificates of the person.', elementOf(binary('value', 'A DER certificate.', { maxLength: 20_000 }))),
      list(
        'groups',
        'Groups the person belongs to, directly or through other groups.',
        [
          string('value', 'Identifier of the group.', { mutability: 'readOnly', caseExact: true, operators: ['eq', 'ne', 'pr'] }),
          reference('$ref', 'Address of the group.', ['Group'], { mutability: 'readOnly', ...NOT_FILTERABLE }),
          string('display', 'Name of the group.', { mutability: 'readOnly' }),
          string('type', 'Whether membership is direct.', {
            mutability: 'readOnly',
            canonicalValues: ['direct', 'indirect'],
            ...NOT_FILTERABLE,
          }),
        ],
        { mutability: 'readOnly', apart: true },
      ),
    ],
  },
});
