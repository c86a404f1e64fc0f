// External ids: the ids of people and groups in directories, one for each provisioning domain.

/** `domain_no` of the external id that is shared by all clients without their own domain. */
export const SHARED_DOMAIN = 0;
