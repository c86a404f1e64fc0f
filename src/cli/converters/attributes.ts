// Attributes of people under the names that other systems have for them. What has a place here gets it; the rest is kept as metadata.
import { BIRTHDATE, TIME_ZONE, WEB_ADDRESS, type Normalizer } from '../../scim/protocol/schema/normalizer.js';
import { TEXT_LENGTHS, type PersonTextField } from '../../users/directory/people/person/person.columns.js';

/** What an export knows of a person, by its name there. */
export type KnownAttributes = Readonly<Record<string, unknown>>;

/** `user.attributes` of an import. */
export type PersonAttributes = Record<string, unknown>;

/** Names without case and punctuation, of LDAP, SCIM, OpenID Connect and consoles. */
const TEXTS: Readonly<Partial<Record<PersonTextField, readonly string[]>>> = {
  title: ['title', 'jobtitle', 'position'],
  department: ['department', 'ou', 'departmentname'],
  division: ['division'],
  organization: ['organization', 'organisation', 'company', 'companyname', 'o'],
  costCenter: ['costcenter', 'costcentre'],
  employeeNumber: ['employeenumber', 'employeeid', 'personnelnumber'],
  userType: ['usertype', 'employeetype'],
  middleName: ['middlename'],
  honorificPrefix: ['honorificprefix', 'salutation'],
  honorificSuffix: ['honorificsuffix', 'generationqualifier'],
  profileUrl: ['profile', 'profileurl', 'url', 'labeleduri'],
  website: ['website'],
  birthdate: ['birthdate', 'dateofbirth'],
  gender: ['gender'],
  timezone: ['zoneinfo', 'timezone'],
};
const FORMATS: Readonly<Partial<Record<PersonTextField, Normalizer>>> = {
  profileUrl: WEB_ADDRESS,
  timezone: TIME_ZONE,
  website: WEB_ADDRESS,
  birthdate: BIRTHDATE,
};
const ADDRESS: Readonly<Record<string, readonly string[]>> = {
  streetAddress: ['street', 'streetaddress', 'address', 'addressline1'],
  locality: ['locality', 'city', 'l'],
  region: ['region', 'state', 'st', 'province'],
  postalCode: ['postalcode', 'postcode', 'zip', 'zipcode'],
  country: ['country', 'c', 'co'],
};
const PHOTOS = ['picture', 'avatar', 'avatarurl', 'photo', 'photourl'];
const CONTROL = /\p{C}/u;
const MAX_ADDRESS_PART = 1_000;
const MAX_PHOTO = 2_000;

/** @returns `attributes` for the person, and `others` by their name in the export */
export function attributesOf(known: KnownAttributes): { attributes: PersonAttributes; others: Record<string, unknown> } {
  const attributes: PersonAttributes = {};
  const address: Record<string, string> = {};
  const others: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(known)) {
    const values = [given].flat().filter((value) => value !== null && value !== undefined && value !== '');
    if (values.length === 0) continue;
    const value = values.length === 1 && typeof values[0] === 'string' ? values[0].trim() : undefined;
    const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
    if (value === undefined || !take(plain, value, attributes, address)) others[name] = values.length === 1 ? values[0] : values;
  }
  if (Object.keys(address).length > 0) attributes['addresses'] = [address];
  return { attributes, others };
}

/** @returns whether the attribute has a place that is free, and the value fits */
function take(plain: string, value: string, attributes: PersonAttributes, address: Record<string, string>): boolean {
  if (CONTROL.test(value) || value === '') return false;
  const [field] = Object.entries(TEXTS).find(([, names]) => names.includes(plain)) ?? [];
  if (field !== undefined) {
    const stored = FORMATS[field as PersonTextField]?.accept(value) ?? (field in FORMATS ? undefined : value);
    if (!stored || stored.length > TEXT_LENGTHS[field as PersonTextField] || field in attributes) return false;
    attributes[field] = stored;
    return true;
  }
  const [part] = Object.entries(ADDRESS).find(([, names]) => names.includes(plain)) ?? [];
  if (part !== undefined) {
    if (value.length > MAX_ADDRESS_PART || part in address) return false;
    address[part] = value;
    return true;
  }
  if (!PHOTOS.includes(plain) || value.length > MAX_PHOTO || !WEB_ADDRESS.accept(value) || 'photos' in attributes) return false;
  attributes['photos'] = [{ value, primary: true }];
  return true;
}
