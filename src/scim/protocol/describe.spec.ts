import { describe, expect, it } from 'vitest';
import { boolean, resourceType, string } from './schema/attribute.js';
import { describeResourceTypes, describeSchemas, describeServiceProvider } from './describe.js';
import { USER } from './schema/user.schema.js';

const BASE = 'https://id.example.com/scim/v2/o1';

describe('discovery', () => {
  it('reports the service provider configuration of the spec', () => {
    expect(describeServiceProvider(BASE, { documentationUri: 'https://id.example.com/docs', etag: false })).toMatchObject({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
      documentationUri: 'https://id.example.com/docs',
      patch: { supported: true },
      bulk: { supported: true, maxOperations: 100, maxPayloadSize: 1_000_000 },
      filter: { supported: true, maxResults: 100 },
      changePassword: { supported: true },
      sort: { supported: true },
      etag: { supported: false },
      authenticationSchemes: [{ type: 'oauthbearertoken', primary: false, specUri: expect.stringContaining('rfc6750') }],
      meta: { resourceType: 'ServiceProviderConfig', location: `${BASE}/ServiceProviderConfig` },
    });
  });

  it('describes the User resource type', () => {
    expect(describeResourceTypes(BASE, [USER])).toEqual([
      {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
        id: 'User',
        name: 'User',
        description: USER.description,
        endpoint: '/Users',
        schema: 'urn:ietf:params:scim:schemas:core:2.0:User',
        schemaExtensions: [
          { schema: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User', required: false },
          { schema: 'urn:ietf:params:scim:schemas:extension:gatehouse:2.0:User', required: false },
        ],
        meta: { resourceType: 'ResourceType', location: `${BASE}/ResourceTypes/User` },
      },
    ]);
  });

  it('describes every row of the User table', () => {
    const [user] = describeSchemas(BASE, [USER]);
    expect(user?.attributes.map(({ name }) => name)).toEqual(USER.schema.attributes.map(({ name }) => name));
    expect(user?.meta).toEqual({ resourceType: 'Schema', location: `${BASE}/Schemas/urn:ietf:params:scim:schemas:core:2.0:User` });
  });

  it('shows the characteristics of RFC 7643 section 7 and none of our own columns', () => {
    const attributes = describeSchemas(BASE, [USER])[0]?.attributes ?? [];
    const byName = (name: string) => attributes.find((attribute) => attribute.name === name);
    expect(byName('userName')).toEqual({
      name: 'userName',
      type: 'string',
      multiValued: false,
      description: expect.any(String),
      required: true,
      caseExact: false,
      mutability: 'readWrite',
      returned: 'default',
      uniqueness: 'server',
    });
    expect(byName('active')).not.toHaveProperty('caseExact');
    expect(byName('password')).toMatchObject({ mutability: 'writeOnly', returned: 'never' });
    expect(byName('profileUrl')).toMatchObject({ type: 'reference', referenceTypes: ['external'] });
    expect(byName('emails')?.subAttributes?.[2]).toMatchObject({ name: 'type', canonicalValues: ['work', 'home', 'other'] });
  });

  it('describes an extension as one more schema, without new code', () => {
    const extension = {
      urn: 'urn:example:2.0:Cat',
      name: 'Cat',
      description: 'Cats.',
      attributes: [boolean('tame', 'Tame.'), string('fur', 'Fur.')],
    };
    const type = resourceType({ ...USER, extensions: [extension] });
    expect(describeSchemas(BASE, [type]).map(({ id }) => id)).toEqual([USER.schema.urn, extension.urn]);
    expect(describeResourceTypes(BASE, [type])[0]?.schemaExtensions).toEqual([{ schema: extension.urn, required: false }]);
  });
});
