/** The table of the enterprise extension of the User resource (RFC 7643 section 4.3). */
import { complex, reference, string, type Schema } from './attribute.js';
import { URN } from '../wire/messages.js';
import { URI_REFERENCE } from './normalizer.js';
import type { UserFields } from './user.fields.js';

const LENGTH = 200;

export const ENTERPRISE_USER: Schema<UserFields> = {
  urn: URN.enterpriseUser,
  name: 'EnterpriseUser',
  description: 'What an enterprise knows about a person who works there.',
  attributes: [
    string('employeeNumber', 'Identifier given by the enterprise, often in order of hire.', { maxLength: LENGTH }),
    string('costCenter', 'Name of the cost center.', { maxLength: LENGTH }),
    string('organization', 'Name of the organization.', { maxLength: LENGTH }),
    string('division', 'Name of the division.', { maxLength: LENGTH }),
    string('department', 'Name of the department.', { maxLength: LENGTH }),
    complex('manager', 'Who leads the person.', [
      string('value', 'Identifier of the manager.', { field: 'managerId', maxLength: LENGTH }),
      reference('$ref', 'Address of the manager.', ['User'], { field: 'managerRef', normalizer: URI_REFERENCE, maxLength: 1000 }),
      string('displayName', 'Name of the manager; not kept here.', { mutability: 'readOnly', field: 'managerName', operators: [] }),
    ]),
  ],
};
