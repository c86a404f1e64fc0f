// The profile fields that people change themselves, as far as their organization allows.
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../common/primitives/domain-error.js';
import { parsedUrl } from '../../common/primitives/parsed-url.js';
import { Organizations } from '../../users/organizations/organizations.service.js';
import { People } from '../../users/directory/people/people.service.js';
import { compactPhone, type ListValue, type Person, type PersonValues } from '../../users/directory/people/person/person.js';
import { pictureOf, withPicture } from '../../users/directory/people/person/picture.js';
import { Policies } from '../../users/organizations/policies/policies.service.js';
import { SHOWN_PHONES, TIME_ZONES, type ProfileFields, type ProfileRights } from '../pages/account/account-profile.view.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';

/** Digits with a country code in front, or a short internal number. */
const PHONE = /^\+?\d{2,20}(?:;ext=\d{1,20})?$/;
const MAX_PICTURE = 2_000;

export type ProfileField = keyof ProfileFields;

@Injectable()
export class OwnProfile {
  constructor(
    private readonly people: People,
    private readonly organizations: Organizations,
    private readonly policies: Policies,
  ) {}

  async rightsOf({ orgNo }: Pick<LiveSubject, 'orgNo'>): Promise<ProfileRights> {
    const policy = await this.policies.effectivePolicy(orgNo, 'account');
    return {
      name: policy.changeName,
      picture: policy.changePicture,
      language: policy.changeLanguage,
      timezone: policy.changeTimezone,
      phones: policy.changePhones,
      personalData: policy.changePersonalData,
    };
  }

  fieldsOf(person: Person): ProfileFields {
    return {
      givenName: person.givenName ?? '',
      familyName: person.familyName ?? '',
      displayName: person.displayName ?? '',
      picture: pictureOf(person)?.value ?? '',
      language: person.preferredLanguage ?? '',
      timezone: person.timezone ?? '',
      website: person.website ?? '',
      birthdate: person.birthdate ?? '',
      gender: person.gender ?? '',
      phones: person.phoneNumbers.map(({ value, type = '' }) => ({ value, type })),
    };
  }

  /** Writes the fields that the person may change, and no other fields of the form. @returns the invalid field */
  async save(subject: LiveSubject, typed: ProfileFields): Promise<ProfileField | undefined> {
    const rights = await this.rightsOf(subject);
    const known = subject.kind === 'person' ? pictureOf(subject.person)?.value : undefined;
    const wrong = wrongField(typed, rights, known);
    if (wrong) return wrong;
    const organization = await this.organizations.byNo(subject.orgNo);
    if (!organization) return undefined;
    try {
      await this.people.update(organization, subject.userId, (current) => ({ values: withFields(current, typed, rights) }), subject.userId);
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'invalid') throw error;
      return FIELD_OF[error.field ?? ''] ?? 'givenName';
    }
    return undefined;
  }
}

/** Maps fields in the errors of the people rules to fields of the form. */
const FIELD_OF: Readonly<Record<string, ProfileField>> = {
  familyName: 'familyName',
  displayName: 'displayName',
  photos: 'picture',
  preferredLanguage: 'language',
  timezone: 'timezone',
  phoneNumbers: 'phones',
  website: 'website',
  birthdate: 'birthdate',
  gender: 'gender',
};

/** @param known the address of the picture that is stored: it may stay, whatever it is */
function wrongField(
  { givenName, familyName, picture, phones }: ProfileFields,
  rights: ProfileRights,
  known: string | undefined,
): ProfileField | undefined {
  if (rights.name && givenName.trim() === '') return 'givenName';
  if (rights.name && familyName.trim() === '') return 'familyName';
  if (rights.picture && picture.trim() !== known && !isPicture(picture.trim())) return 'picture';
  if (rights.phones && !phones.every(({ value }) => value.trim() === '' || PHONE.test(compactPhone(value)))) return 'phones';
  return undefined;
}

function isPicture(address: string): boolean {
  return address === '' || (address.length <= MAX_PICTURE && parsedUrl(address)?.protocol === 'https:');
}

/** The person with the changeable fields applied; a blank one is unset. A changed name also resets the formatted name. */
function withFields(person: Person, typed: ProfileFields, rights: ProfileRights): PersonValues {
  const { formattedName, givenName, familyName, displayName, photos, preferredLanguage, timezone, phoneNumbers, ...others } = person;
  const { website, birthdate, gender, ...rest } = others;
  const names = { givenName: typed.givenName.trim(), familyName: typed.familyName.trim() };
  const sameNames = !rights.name || (names.givenName === givenName && names.familyName === familyName);
  const texts = {
    formattedName: sameNames ? formattedName : undefined,
    givenName: rights.name ? names.givenName : givenName,
    familyName: rights.name ? names.familyName : familyName,
    displayName: rights.name ? typed.displayName.trim() : displayName,
    preferredLanguage: rights.language ? typed.language : preferredLanguage,
    timezone: rights.timezone && (typed.timezone === '' || TIME_ZONES.includes(typed.timezone)) ? typed.timezone : timezone,
    website: rights.personalData ? typed.website.trim() : website,
    birthdate: rights.personalData ? typed.birthdate.trim() : birthdate,
    gender: rights.personalData ? typed.gender.trim() : gender,
  };
  return {
    ...rest,
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined && text !== '')),
    photos: rights.picture ? withPicture(person, typed.picture.trim()) : photos,
    phoneNumbers: rights.phones ? withPhones(phoneNumbers, typed.phones) : phoneNumbers,
  };
}

/**
 * The numbers shown on the page are replaced by the typed ones. Other numbers are kept, and so are the further attributes of a number that
 * stays.
 */
function withPhones(before: readonly ListValue[], typed: ProfileFields['phones']): ListValue[] {
  const shown = typed.flatMap(({ value, type }) => {
    const number = compactPhone(value);
    if (number === '') return [];
    const same = before.find((phone) => phone.value === number);
    return [{ ...same, value: number, ...(type === '' ? {} : { type }) }];
  });
  return [...shown, ...before.slice(SHOWN_PHONES).filter(({ value }) => !shown.some((phone) => phone.value === value))];
}
