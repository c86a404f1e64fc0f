// External ids: the names that directories have for people and groups, one for each provisioning domain.

/** `domain_no` of the external id that everybody without a domain of their own shares. */
export const SHARED_DOMAIN = 0;
