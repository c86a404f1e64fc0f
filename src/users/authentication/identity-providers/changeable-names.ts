// Names of claims and attributes whose value may pass to another person, or that people choose for themselves. The next owner of such a value would
// get the account, so none of them identifies a person.
import { SAML_ATTRIBUTES } from './saml-connection.js';

/** In lower case: addresses, login names and other names, in OpenID Connect, LDAP, Active Directory and SAML. */
const CHANGEABLE: ReadonlySet<string> = new Set(
  [
    'email emails mail rfc822mailbox proxyaddresses verified_primary_email verified_secondary_email phone_number',
    'login nickname preferred_username username user_name unique_name uid samaccountname upn userprincipalname edupersonprincipalname',
    'name cn commonname displayname distinguishedname entrydn',
    ...SAML_ATTRIBUTES.email,
    ...SAML_ATTRIBUTES.loginName,
    ...SAML_ATTRIBUTES.displayName,
  ].flatMap((names) => names.toLowerCase().split(' ')),
);

/** Whether the value of a claim or an attribute may pass to another person. */
export function isChangeable(name: string): boolean {
  return CHANGEABLE.has(name.toLowerCase());
}
