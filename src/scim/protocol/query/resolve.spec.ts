import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseFilter, type ResolvedFilter } from './filter.js';
import { resolveFilter } from './resolve.js';
import { GROUP } from '../schema/group.schema.js';
import { USER } from '../schema/user.schema.js';

const RFC_FILTERS = JSON.parse(readFileSync(new URL('../samples/rfc7644-3.4.2.2-filters.json', import.meta.url), 'utf8')) as string[];

const PERSONAL_DATA = 'urn:ietf:params:scim:schemas:extension:gatehouse:2.0:User';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

function shape(filter: ResolvedFilter): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return `(${filter.all.map(shape).join(` ${filter.kind} `)})`;
    case 'not':
      return `not ${shape(filter.of)}`;
    case 'valuePath':
      return `${filter.attribute.map((step) => step.name).join('.')}[${shape(filter.of)}]`;
    case 'compare': {
      const name = filter.attribute.map((step) => step.name).join('.');
      return [name, filter.op, ...('value' in filter ? [JSON.stringify(filter.value)] : [])].join(' ');
    }
  }
}

const resolved = (text: string) => resolveFilter(parseFilter(text), USER);

describe('a resolved filter', () => {
  it.each([
    ['USERNAME eq "a"', 'userName eq "a"'],
    ['emails eq "a"', 'emails[value eq "a"]'],
    ['emails.value eq "a"', 'emails[value eq "a"]'],
    ['emails.type ne "work"', 'emails[type ne "work"]'],
    ['emails pr', 'emails[()]'],
    ['name pr', 'name pr'],
    ['emails[type eq "work"].value co "@x"', 'emails[(type eq "work" and value co "@x")]'],
    ['active eq "True"', 'active eq true'],
    ['emails[primary eq "FALSE"]', 'emails[primary eq false]'],
    ['title eq null', 'not title pr'],
    ['title ne null', 'title pr'],
    ['userName gt "a"', 'userName gt "a"'],
    ['externalId co "a"', 'externalId co "a"'],
    ['emails le "a"', 'emails[value le "a"]'],
    ['name eq null', 'not name pr'],
    ['phoneNumbers eq null', 'not phoneNumbers[()]'],
    ['phoneNumbers ne null', 'phoneNumbers[()]'],
    ['addresses eq null', 'not addresses[()]'],
    ['phoneNumbers.type eq null', 'phoneNumbers[not type pr]'],
    [`schemas eq "${ENTERPRISE}"`, `(${ENTERPRISE} pr)`],
    ['schemas eq "urn:ietf:params:scim:schemas:core:2.0:User"', '(())'],
    ['schemas co "extension"', `(${ENTERPRISE} pr or ${PERSONAL_DATA} pr)`],
    ['schemas ne "x"', `(() or ${ENTERPRISE} pr or ${PERSONAL_DATA} pr)`],
    ['schemas pr', '()'],
    ['schemas eq null', 'not ()'],
    ['schemas eq "x"', '()'],
    ['meta.resourceType eq "User"', '(())'],
    ['meta.resourceType eq "user"', '()'],
    ['meta.resourceType ne "Group"', '(())'],
    ['phoneNumbers.value eq "+41 71 123-45.67"', 'phoneNumbers[value eq "+41711234567"]'],
    ['phoneNumbers.value sw "+41 (71)"', 'phoneNumbers[value sw "+4171"]'],
    [`${ENTERPRISE}:manager eq "a"`, `${ENTERPRISE}.manager.value eq "a"`],
    [`${ENTERPRISE}:manager eq null`, `not ${ENTERPRISE}.manager pr`],
    ['userName eq " a "', 'userName eq "a"'],
    ['emails.value ne "a@b.example "', 'emails[value ne "a@b.example"]'],
    ['emails[value eq " a"]', 'emails[value eq " a"]'],
    ['userName sw " a "', 'userName sw " a "'],
    ['title eq " "', 'title eq " "'],
    ['externalId eq " a"', 'externalId eq " a"'],
    ['locale eq "de_ch"', 'locale eq "de-CH"'],
    ['meta.created ge "1970-01-01T00:00:01.5Z"', 'meta.created ge 1500000'],
    ['urn:ietf:params:scim:schemas:core:2.0:User:active eq true', 'active eq true'],
  ])('%s becomes %s', (text, expected) => {
    expect(shape(resolved(text))).toBe(expected);
  });

  it.each([
    ['displayName eq "a" or userName sw "b"', '(displayName eq "a" or ())'],
    ['not (userName pr)', 'not ()'],
    ['userName eq null', '()'],
    ['emails[type eq "work"].value eq "a"', '()'],
    [`${ENTERPRISE}:department eq "a"`, '()'],
  ])('%s on a group, searched with users, becomes %s', (text, expected) => {
    expect(shape(resolveFilter(parseFilter(text), GROUP, [USER, GROUP]))).toBe(expected);
  });

  it.each(['shoeSize pr', 'userName gt 5', 'emails[shoeSize pr]'])('%s is refused on a group, searched with users', (text) => {
    expect(() => resolveFilter(parseFilter(text), GROUP, [USER, GROUP])).toThrow(expect.objectContaining({ scimType: 'invalidFilter' }));
  });

  it.each(RFC_FILTERS)('can be made of the RFC example %s', (text) => {
    expect(() => resolved(text)).not.toThrow();
  });

  it.each([
    ['nothing eq "a"', 'SCIM-FILTER-ATTRIBUTE'],
    ['emails[userName eq "a"]', 'SCIM-FILTER-ATTRIBUTE'],
    ['emails[ims[value pr]]', 'SCIM-FILTER-ATTRIBUTE'],
    ['name[familyName pr]', 'SCIM-FILTER-ATTRIBUTE'],
    ['userName[value pr]', 'SCIM-FILTER-ATTRIBUTE'],
    ['urn:example:Other:userName pr', 'SCIM-FILTER-ATTRIBUTE'],
    ['password eq "secret"', 'SCIM-FILTER-OPERATOR'],
    ['password pr', 'SCIM-FILTER-OPERATOR'],
    ['schemas eq 1', 'SCIM-FILTER-VALUE'],
    ['schemas co null', 'SCIM-FILTER-OPERATOR'],
    ['emails co null', 'SCIM-FILTER-OPERATOR'],
    ['password eq null', 'SCIM-FILTER-OPERATOR'],
    ['active gt true', 'SCIM-FILTER-OPERATOR'],
    ['active le true', 'SCIM-FILTER-OPERATOR'],
    ['x509Certificates gt "AAAA"', 'SCIM-FILTER-OPERATOR'],
    ['x509Certificates.value le "AAAA"', 'SCIM-FILTER-OPERATOR'],
    ['password gt "a"', 'SCIM-FILTER-OPERATOR'],
    ['name gt "a"', 'SCIM-FILTER-OPERATOR'],
    ['userName gt null', 'SCIM-FILTER-OPERATOR'],
    ['meta.version gt "1"', 'SCIM-FILTER-OPERATOR'],
    ['meta.created co "2026"', 'SCIM-FILTER-OPERATOR'],
    ['name eq "a"', 'SCIM-FILTER-OPERATOR'],
    ['addresses eq "a"', 'SCIM-FILTER-OPERATOR'],
    ['title co null', 'SCIM-FILTER-OPERATOR'],
    ['userName eq 1', 'SCIM-FILTER-VALUE'],
    ['userName eq true', 'SCIM-FILTER-VALUE'],
    ['userName eq "a\\u0000"', 'SCIM-FILTER-VALUE'],
    ['userName eq "\\ud800"', 'SCIM-FILTER-VALUE'],
    ['active eq "yes"', 'SCIM-FILTER-VALUE'],
    ['active eq 1', 'SCIM-FILTER-VALUE'],
    ['meta.created gt "yesterday"', 'SCIM-FILTER-VALUE'],
    ['meta.created gt 5', 'SCIM-FILTER-VALUE'],
  ])('%s is refused with invalidFilter (%s)', (text, id) => {
    expect(() => resolved(text)).toThrow(expect.objectContaining({ id, scimType: 'invalidFilter' }));
  });
});
