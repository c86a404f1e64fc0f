// The subject of claims, and their reader.
import type { RoleBasis } from '../../../users/roles/authorizations/role-basis.repository.js';
import type { ApplicationRecord, ClientRecord } from '../../clients/clients.service.js';
import type { LiveSubject } from './subjects.service.js';

export interface ClaimQuestion {
  subject: LiveSubject;
  scopes: readonly string[];
  /** The client to which the token was issued. */
  client: ClientRecord;
  /** The application that introspects the token. */
  reader?: ApplicationRecord | undefined;
  /** As read since the request arrived. */
  configVersion?: number | undefined;
  /** What decides about the subject's roles, if it was read already. */
  roles?: RoleBasis | undefined;
}
