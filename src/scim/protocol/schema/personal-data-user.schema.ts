/** The table of this service's own extension of the User resource: the claims of OpenID Connect Core section 5.1 that RFC 7643 has no attribute for. */
import { reference, string, type Schema } from './attribute.js';
import { URN } from '../wire/messages.js';
import { BIRTHDATE } from './normalizer.js';
import type { UserFields } from './user.fields.js';

export const PERSONAL_DATA: Schema<UserFields> = {
  urn: URN.personalData,
  name: 'PersonalData',
  description: 'What applications may know of a person besides the account.',
  attributes: [
    reference('website', 'Web page or blog of the person.', ['external'], { maxLength: 500 }),
    string('birthdate', 'Date of birth as 1990-12-31, as 0000-12-31 without the year, or as the year alone.', {
      caseExact: true,
      normalizer: BIRTHDATE,
      maxLength: 10,
    }),
    string('gender', 'Gender; female, male or any other text.', { maxLength: 100 }),
  ],
};
