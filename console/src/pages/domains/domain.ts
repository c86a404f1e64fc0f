import type { paths, components } from '../../api/document.d.ts';

export type Domain = components['schemas']['Domain'];

export const DOMAINS = '/admin/v1/organizations/{orgId}/domains';
export const DOMAIN = '/admin/v1/organizations/{orgId}/domains/{domain}';

/** What a verified or another primary domain may alter: login names, verified addresses and counts of the organization. */
export const STALE: ReadonlyArray<keyof paths> = ['/admin/v1/organizations'];

export interface DomainPlace {
  orgId: string;
  domain: string;
}

/** The primary domain is always verified. */
export function stateOf({ primary, verified }: Domain): 'primary' | 'verified' | 'unverified' {
  if (primary) return 'primary';
  return verified ? 'verified' : 'unverified';
}
