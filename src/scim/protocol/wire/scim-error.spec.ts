import { describe, expect, it } from 'vitest';
import { errorBody, SCIM_CONDITIONS, ScimError, type ScimErrorId } from './scim-error.js';

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
const DETAIL = 'urn:ietf:params:scim:api:acme:messages:2.0:ErrorDetail';

describe('the SCIM error envelope', () => {
  it('carries both schemas, the status as text and the detail extension', () => {
    expect(errorBody(new ScimError('SCIM-FILTER-SYNTAX', 'Expected a value.'), 'acme')).toEqual({
      schemas: [ERROR, DETAIL],
      scimType: 'invalidFilter',
      detail: 'Expected a value.',
      status: '400',
      [DETAIL]: { id: 'SCIM-FILTER-SYNTAX', message: 'Expected a value.' },
    });
  });

  it('leaves scimType out when there is none', () => {
    expect(errorBody({ id: 'X', status: 404, detail: 'Gone.' }, 'acme')).not.toHaveProperty('scimType');
    expect(errorBody(new ScimError('SCIM-PATCH-SIZE', 'Too many.'), 'acme')).not.toHaveProperty('scimType');
  });

  it('keeps the untranslated message beside a translated detail', () => {
    const body = errorBody({ id: 'X', status: 404, detail: 'Unbekannt.', message: 'Unknown.' }, 'acme');
    expect([body.detail, body[DETAIL]]).toEqual(['Unbekannt.', { id: 'X', message: 'Unknown.' }]);
  });

  it.each(Object.keys(SCIM_CONDITIONS) as ScimErrorId[])('%s has the status of its condition', (id) => {
    expect(new ScimError(id, 'x').status).toBe(SCIM_CONDITIONS[id].status);
  });
});
