// The routes of a branding: that of an organization, or without `orgId` that of the service. Both have the same shapes.
import { apiRequest, type ApiRequest } from '../../api/client.ts';
import type { components, paths } from '../../api/document.d.ts';
import { reading } from '../../api/reading.ts';

export type Branding = components['schemas']['Branding'];
export type Look = components['schemas']['Look'];
export type LookChange = components['schemas']['BrandingChangeBody'];

export interface Scope {
  orgId?: string | undefined;
}

export const SLOTS = ['logoLight', 'logoDark', 'favicon'] as const;
export type Slot = (typeof SLOTS)[number];

/** Of the pages and mails. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'zh'] as const;

export const LINKS = ['help', 'privacy', 'terms', 'imprint'] as const;
/** Texts of the sign-in page that can be one's own. */
export const OWN_TEXTS = ['signInTitle', 'registerTitle', 'forgottenWhat', 'signedOutWhat', 'panelTitle', 'panelText'] as const;

const ORGANIZATION = '/admin/v1/organizations/{orgId}/branding';
const SERVICE = '/admin/v1/branding';
export const staleRoutes: ReadonlyArray<keyof paths> = [ORGANIZATION, SERVICE];

/** Types of the organization's routes stand for both. */
const routeOf = ({ orgId }: Scope) => (orgId === undefined ? SERVICE : ORGANIZATION) as typeof ORGANIZATION;
/** A path without `orgId` for the service, so that the copied command has none. */
const pathOf = ({ orgId }: Scope) => (orgId === undefined ? {} : { orgId }) as { orgId: string };

export const readingBranding = (scope: Scope) => reading(routeOf(scope), { path: pathOf(scope) });

export const brandingChange = (scope: Scope, body: LookChange) => apiRequest('patch', routeOf(scope), { path: pathOf(scope), body });

export const brandingAction = (scope: Scope, action: 'publish' | 'discard') =>
  apiRequest('post', `${routeOf(scope)}/_${action}`, { path: pathOf(scope) });

export const brandingPreview = (scope: Scope) => apiRequest('post', `${routeOf(scope)}/_preview`, { path: pathOf(scope) });

export const imageUpload = (scope: Scope, slot: Slot, content: string): ApiRequest<Branding> =>
  apiRequest('put', `${routeOf(scope)}/images/{slot}`, { path: { ...pathOf(scope), slot }, body: { content } });

export const imageRemoval = (scope: Scope, slot: Slot): ApiRequest<Branding> =>
  apiRequest('delete', `${routeOf(scope)}/images/{slot}`, { path: { ...pathOf(scope), slot } });
