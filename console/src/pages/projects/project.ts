import type { components } from '../../api/document.d.ts';

export type Project = components['schemas']['Project'];
export type ProjectRole = components['schemas']['ProjectRole'];
export type RegistrationToken = components['schemas']['RegistrationToken'];
export type Application = components['schemas']['Application'];
export type ApplicationSettings = Omit<components['schemas']['ApplicationChangeBody'], 'name'>;

export const PROJECTS = '/admin/v1/organizations/{orgId}/projects';
/** Where a project is read and changed; everything about it begins with this route. */
export const PROJECT = '/admin/v1/organizations/{orgId}/projects/{projectId}';
export const PROJECT_ROLES = '/admin/v1/organizations/{orgId}/projects/{projectId}/roles';
export const GRANTS = '/admin/v1/organizations/{orgId}/projects/{projectId}/grants';
export const AUTHORIZATIONS = '/admin/v1/organizations/{orgId}/projects/{projectId}/authorizations';
export const ROLE_HOLDERS = '/admin/v1/organizations/{orgId}/projects/{projectId}/role-holders';
export const APPLICATIONS = '/admin/v1/organizations/{orgId}/projects/{projectId}/applications';
export const APPLICATION = '/admin/v1/organizations/{orgId}/projects/{projectId}/applications/{applicationId}';
export const LOGO = '/admin/v1/organizations/{orgId}/projects/{projectId}/applications/{applicationId}/logo';
export const REGISTRATION_TOKENS = '/admin/v1/organizations/{orgId}/projects/{projectId}/registration-tokens';
export const SECRETS = '/admin/v1/organizations/{orgId}/projects/{projectId}/applications/{applicationId}/secrets';
export const APPLICATION_KEYS = '/admin/v1/organizations/{orgId}/projects/{projectId}/applications/{applicationId}/keys';
export const STATISTICS = '/admin/v1/organizations/{orgId}/statistics';

/** Which project a part of the page is about. */
export interface ProjectPlace {
  orgId: string;
  projectId: string;
}

export interface ApplicationPlace extends ProjectPlace {
  applicationId: string;
}

/** Of a short list that is read whole: roles, grants, secrets. */
export const MOST = 200;

/** The settings of an application: the document describes them where they are written. */
export function settingsOf({ config }: Application): ApplicationSettings {
  return config as ApplicationSettings;
}

/** An address a line. */
export function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => line.trim() || []);
}

export function pathOfProject({ orgId, projectId }: ProjectPlace): string {
  return `/orgs/${encodeURIComponent(orgId)}/projects/${encodeURIComponent(projectId)}`;
}

/** Of an address on the web; those of native applications have none. */
export function originOf(address: string | undefined): string | undefined {
  try {
    const { origin, protocol } = new URL(address ?? '');
    return protocol === 'https:' || protocol === 'http:' ? origin : undefined;
  } catch {
    return undefined;
  }
}
