// The fields of every kind of policy, for the form of the console: from the schemas of the API document.

/** What a field takes. @typedef {{ type: 'boolean' | 'integer' | 'word' | 'text' | 'list', minimum?: number, maximum?: number, words?: string[], pattern?: string, maxItems?: number }} PolicyField */

const SERVICE = '/admin/v1/policies/';
const ORGANIZATION = '/admin/v1/organizations/{orgId}/policies/';

/** @param {any} document @returns {Record<string, { isOfOrganizations: boolean, fields: Record<string, PolicyField> }>} by kind */
export function policyFields(document) {
  const kinds = Object.keys(document.paths).flatMap((path) => (path.startsWith(SERVICE) ? [path.slice(SERVICE.length)] : []));
  return Object.fromEntries(
    kinds.map((kind) => {
      const reference = document.paths[SERVICE + kind].patch.requestBody.content['application/json'].schema.$ref;
      const { properties } = document.components.schemas[reference.split('/').at(-1)];
      const fields = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, fieldOf(schema)]));
      return [kind, { isOfOrganizations: ORGANIZATION + kind in document.paths, fields }];
    }),
  );
}

/** @param {any} schema @returns {PolicyField} */
function fieldOf({ type: types, enum: all, items, minimum, maximum, pattern, maxItems }) {
  const [type] = types.filter((/** @type {string} */ one) => one !== 'null');
  const words = (all ?? items?.enum)?.filter((/** @type {unknown} */ word) => word !== null);
  const limits = Object.fromEntries(
    Object.entries({ minimum, maximum, pattern, maxItems, words }).filter(([, value]) => value !== undefined),
  );
  if (type === 'boolean' || type === 'integer') return { type, ...limits };
  if (type === 'array') return { type: 'list', ...limits };
  return { type: words ? 'word' : 'text', ...limits };
}
