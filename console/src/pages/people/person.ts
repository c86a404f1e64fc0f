import type { components } from '../../api/document.d.ts';

export type Person = components['schemas']['Person'];
export type PersonDetails = components['schemas']['PersonDetails'];

/** Where a person is read and changed; everything about it begins with this route. */
export const PERSON = '/admin/v1/organizations/{orgId}/people/{userId}';
export const SET_PICTURE = '/admin/v1/organizations/{orgId}/people/{userId}/_set-picture';
export const REMOVE_PICTURE = '/admin/v1/organizations/{orgId}/people/{userId}/_remove-picture';
export const PEOPLE = '/admin/v1/organizations/{orgId}/people';

/** Which person a part of the page is about. */
export interface PersonPlace {
  orgId: string;
  userId: string;
}
