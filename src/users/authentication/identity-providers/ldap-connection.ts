// How LDAP directories are reached.

export interface LdapConnection {
  /** `ldaps://`, `ldap://` with StartTLS, or `ldap://` on a loopback address; tried in order. */
  urls: string[];
  bindDn: string;
  baseDn: string;
}
