// What the person reads when a sign-in at a provider doesn't succeed. Causes that only administrators can mend are kept with the provider.
import { HttpStatus } from '@nestjs/common';
import type { TextKey } from '../pages/texts/texts.js';
import { UpstreamError, type UpstreamFault } from '../upstream/upstream.js';
import type { ProviderResult } from './provider-sign-in.service.js';

export type ProviderRefusal = UpstreamFault | Extract<ProviderResult, { kind: 'refused' }>['reason'];

export const PROVIDER_FAULTS: Readonly<Record<ProviderRefusal, { text: TextKey; status: HttpStatus }>> = {
  unreachable: { text: 'directory.unreachable', status: HttpStatus.SERVICE_UNAVAILABLE },
  denied: { text: 'directory.denied', status: HttpStatus.FORBIDDEN },
  invalid: { text: 'directory.invalid', status: HttpStatus.BAD_REQUEST },
  misconfigured: { text: 'directory.misconfigured', status: HttpStatus.SERVICE_UNAVAILABLE },
  notAllowed: { text: 'directory.notAllowed', status: HttpStatus.FORBIDDEN },
  inactive: { text: 'directory.inactive', status: HttpStatus.FORBIDDEN },
  elsewhere: { text: 'directory.notAllowed', status: HttpStatus.FORBIDDEN },
  stronger: { text: 'directory.stronger', status: HttpStatus.FORBIDDEN },
  weakerGiver: { text: 'directory.stronger', status: HttpStatus.FORBIDDEN },
  otherIdentity: { text: 'directory.otherIdentity', status: HttpStatus.CONFLICT },
  noAccount: { text: 'directory.noAccount', status: HttpStatus.FORBIDDEN },
  notInvited: { text: 'directory.notInvited', status: HttpStatus.FORBIDDEN },
  incomplete: { text: 'directory.misconfigured', status: HttpStatus.FORBIDDEN },
};

/**
 * Why a redirect to a provider could not begin. Before anybody has signed in there, only the requested age can be what the provider does not allow:
 * it has no way to prove it.
 * @throws any other error
 */
export function redirectRefusal(error: unknown): ProviderRefusal {
  const { fault } = faultOrThrow(error);
  return fault === 'notAllowed' ? 'stronger' : fault;
}

/** @throws any error that is not one of a provider */
export function faultOrThrow(error: unknown): { kind: 'fault'; fault: ProviderRefusal } {
  if (error instanceof UpstreamError) return { kind: 'fault', fault: error.fault };
  throw error;
}
