// The faults that the rules of applications and credentials find, in the words of RFC 7591.
import { DomainError } from '../../common/primitives/domain-error.js';
import { memberOf } from './client-metadata.js';
import { RegistrationError } from './registration-error.js';

/** The fault of a rule as RFC 7591 section 3.2.2 says it; any other error unchanged. */
export function asRegistrationError(error: unknown, before = ''): Error {
  if (!(error instanceof DomainError) || !['invalid', 'conflict', 'precondition'].includes(error.kind)) return error as Error;
  const code = error.field === 'redirectUris' ? 'invalid_redirect_uri' : 'invalid_client_metadata';
  const member = memberOf(error.field ?? '');
  return new RegistrationError(
    code,
    before + (error.field === undefined ? error.message : error.message.replaceAll(`${error.field}:`, `${member}:`)),
  );
}
