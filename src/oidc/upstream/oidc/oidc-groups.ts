// The groups that the claims of an OpenID Connect provider name.
import { GROUPS_CLAIM, type OidcConnection } from '../../../users/authentication/identity-providers/oidc-connection.js';
import { isObject } from '../provider-http.service.js';
import { LIMIT_GROUPS, unsaid } from '../sent-groups.js';
import type { OpenedProvider, ProbeStep, SentGroups } from '../upstream.js';
import { isEntra, type Claims } from './signed-token.js';

/** The claim that is read; undefined: the provider fills no groups. */
export function groupsClaimOf({ kind, connection, rules }: OpenedProvider): string | undefined {
  return kind !== 'oidc' || rules.groups.length === 0 ? undefined : (connection.groupsClaim ?? GROUPS_CLAIM);
}

/** Whether the claims of the ID token say nothing about groups; providers may name them only in userinfo. */
export function isSilent(token: Claims, claim: string): boolean {
  return token[claim] === undefined && !isElsewhere(token, claim);
}

/** Without the claim, the person is in no group: providers leave it out then. @param userinfo takes part if the ID token is silent */
export function groupsIn(token: Claims, userinfo: Claims, claim: string): SentGroups {
  const source = isSilent(token, claim) ? userinfo : token;
  if (isElsewhere(source, claim))
    return unsaid(`The provider sends a link instead of the claim ${claim}, because the person is in too many groups. ${LIMIT_GROUPS}`);
  const values: unknown[] = [source[claim] ?? []].flat();
  if (!values.every((value) => typeof value === 'string')) return unsaid(`The claim ${claim} is not a list of texts.`);
  return { values };
}

/** What administrators see before any person is in too many groups. */
export function groupsProbe(claim: string, connection: OidcConnection): ProbeStep {
  const limit = isEntra(connection)
    ? ` Microsoft Entra sends a link instead for a person in more than 200 groups, whose groups then stay as they are. ${LIMIT_GROUPS}`
    : '';
  return { step: 'groups', ok: true, detail: `Groups are read from the claim ${claim}.${limit}` };
}

/** Microsoft Entra sends a pointer instead of more than 200 groups (OpenID Connect Core section 5.6.2), or `hasgroups`. */
function isElsewhere(claims: Claims, claim: string): boolean {
  const names = claims['_claim_names'];
  return (isObject(names) && Object.hasOwn(names, claim)) || (claim === GROUPS_CLAIM && String(claims['hasgroups']) === 'true');
}
