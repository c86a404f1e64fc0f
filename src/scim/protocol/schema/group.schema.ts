/** THE table of the Group resource (RFC 7643 section 4.2): all other SCIM code for groups is derived from it. */
import { list, reference, resourceType, string, type RecordFields, type ResourceType } from './attribute.js';
import { URN } from '../wire/messages.js';
import { URI_REFERENCE } from './normalizer.js';

/** The fields of a group that its rows may name. */
interface GroupFields extends RecordFields {
  readonly text: 'displayName' | 'externalId';
  readonly flag: never;
  readonly time: never;
  readonly lists: { readonly members: 'value' | '$ref' | 'display' | 'type' };
}

/** The operators for members: a search for parts of ids or names would read every member. */
const BY_VALUE = ['eq', 'ne', 'pr'] as const;

export const GROUP: ResourceType = resourceType<GroupFields>({
  name: 'Group',
  endpoint: '/Groups',
  naming: 'displayName',
  description: 'A group of people and other groups.',
  extensions: [],
  schema: {
    urn: URN.group,
    name: 'Group',
    description: 'Group',
    attributes: [
      string('displayName', 'The name of the group; unique in the organization whatever its case.', {
        essential: true,
        required: true,
        uniqueness: 'server',
        sortable: true,
        maxLength: 500,
      }),
      list(
        'members',
        'People and groups that belong to the group directly.',
        [
          string('value', 'Identifier of the member.', { mutability: 'immutable', caseExact: true, maxLength: 200, operators: BY_VALUE }),
          reference('$ref', 'Address of the member.', ['User', 'Group'], {
            mutability: 'immutable',
            normalizer: URI_REFERENCE,
            operators: [],
          }),
          string('display', 'Name of the member.', { mutability: 'readOnly', operators: [] }),
          string('type', 'Kind of the member, as the service knows it.', {
            mutability: 'immutable',
            canonicalValues: ['User', 'Group'],
            operators: BY_VALUE,
          }),
        ],
        { apart: true },
      ),
    ],
  },
});
