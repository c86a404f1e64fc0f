// About whom claims are told, and to whom.
import type { RoleBasis } from '../../users/authorizations/role-basis.repository.js';
import type { ApplicationRecord, ClientRecord } from '../clients/clients.service.js';
import type { LiveSubject } from './subjects.service.js';

export interface ClaimQuestion {
  subject: LiveSubject;
  scopes: readonly string[];
  /** To whom the token was issued. */
  client: ClientRecord;
  /** The application that introspects it. */
  reader?: ApplicationRecord | undefined;
  /** As it was read since the request came. */
  configVersion?: number | undefined;
  /** The same, if it was read already. */
  roles?: RoleBasis | undefined;
}
