// Invitations of people who can't sign in yet.
import type { components, paths } from '../../api/document.d.ts';

export type OpenInvitation = components['schemas']['Invitation'];

export const INVITATIONS = '/admin/v1/organizations/{orgId}/invitations';

/** What a reminder changes: the list, and what the first page counts. */
export const STALE_BY_REMINDERS: ReadonlyArray<keyof paths> = [INVITATIONS, '/admin/v1/organizations/{orgId}/overview'];

/** How long the code of an invitation is valid, as the API document says. */
export const VALID_MS = 7 * 86_400_000;

/** When the last code of a person ends. */
export const endOf = ({ sentAt }: OpenInvitation): Date => new Date(Date.parse(sentAt) + VALID_MS);
