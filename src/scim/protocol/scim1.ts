/** Bodies of SCIM 1.1, as far as templates of directories still use them. */
import type { JsonObject } from './query/evaluate.js';
import { URN } from './wire/messages.js';
import { isObject } from './validate.js';

const CORE = 'urn:scim:schemas:core:1.0';
const ENTERPRISE = 'urn:scim:schemas:extension:enterprise:1.0';

/**
 * The body with the schemas of SCIM 2.0: the resource's schema, and the enterprise extension with its manager.
 * @param urn of the resource's schema
 */
export function fromScim1(body: unknown, urn: string): unknown {
  if (!isObject(body)) return body;
  const schemas = Array.isArray(body.schemas) ? (body.schemas as unknown[]).map((name) => renamed(name, urn)) : body.schemas;
  const { [ENTERPRISE]: extension, ...members } = body;
  return { ...members, schemas, ...(extension === undefined ? {} : { [URN.enterpriseUser]: withManager(extension) }) };
}

function renamed(name: unknown, urn: string): unknown {
  return name === CORE ? urn : name === ENTERPRISE ? URN.enterpriseUser : name;
}

function withManager(extension: unknown): unknown {
  if (!isObject(extension) || !isObject(extension.manager)) return extension;
  const { managerId, ...manager } = extension.manager as JsonObject;
  return { ...extension, manager: managerId === undefined ? manager : { value: managerId, ...manager } };
}
