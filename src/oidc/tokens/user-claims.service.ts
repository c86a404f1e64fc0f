// The claims of a user that the scopes of a token open, for every place that shows them: userinfo, introspection, ID tokens and JWTs.
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { UserMetadata } from '../../users/people/user-metadata.service.js';
import { claimsFor } from '../protocol/claims.js';
import { USERINFO_ENDPOINT } from '../protocol/endpoints.js';
import { isOfOrganization } from '../protocol/requested-organization.js';
import { requestedClaims } from '../protocol/claims-request.js';
import { reservedPrefix, reservedScopes, scopeValues } from '../protocol/scopes.js';
import type { LiveSubject } from './subjects.service.js';
import type { TokenContent } from './token-content.js';

type Claims = Record<string, unknown>;

/** So many characters of JSON a token carries for its reserved claims; with more it would not fit into a header (16 kB). */
const MAX_CLAIMS_IN_TOKEN = 6_000;

@Injectable()
export class UserClaims {
  constructor(
    private readonly userMetadata: UserMetadata,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** What userinfo says of a token's user, without `sub`: what its scopes open, and what was asked for by name. */
  async userinfoClaims(subject: LiveSubject, { scope, claims }: Pick<TokenContent, 'scope' | 'claims'>): Promise<Claims> {
    return { ...(await this.shownClaims(subject, scopeValues(scope))), ...requestedClaims(subject, claims) };
  }

  /** Everything that scopes open, without `sub`: what introspection says. */
  async shownClaims(subject: LiveSubject, scopes: readonly string[]): Promise<Claims> {
    return { ...claimsFor(subject, scopes), ...(await this.reservedClaims(subject, scopes)) };
  }

  /**
   * The claims of reserved scopes, for an ID token or a JWT access token. What a token cannot carry is left to userinfo, as a distributed
   * claim (OpenID Connect Core section 5.6.2).
   */
  async tokenClaims(subject: LiveSubject, scopes: readonly string[]): Promise<Claims> {
    const claims = await this.reservedClaims(subject, scopes);
    const [carried, left]: [Claims, string[]] = [{}, []];
    let size = 0;
    for (const [name, value] of Object.entries(claims)) {
      const length = JSON.stringify(value).length;
      if (size + length > MAX_CLAIMS_IN_TOKEN) left.push(name);
      else [carried[name], size] = [value, size + length];
    }
    if (left.length === 0) return carried;
    const names = Object.fromEntries(left.map((name) => [name, 'userinfo']));
    return { ...carried, _claim_names: names, _claim_sources: { userinfo: { endpoint: this.settings.publicUrl + USERINFO_ENDPOINT } } };
  }

  /** Costs a query only where metadata is asked for. */
  private async reservedClaims(subject: LiveSubject, scopes: readonly string[]): Promise<Claims> {
    const { vendor } = this.settings;
    const prefix = reservedPrefix(vendor);
    const owner = {
      [`${prefix}user:resourceowner:id`]: subject.orgId,
      [`${prefix}user:resourceowner:name`]: subject.orgName,
      [`${prefix}user:resourceowner:primary_domain`]: subject.primaryDomain,
    };
    const claims: Claims = {};
    for (const asked of reservedScopes(scopes, vendor)) {
      if (asked.kind === 'resourceOwner') Object.assign(claims, owner);
      if (asked.kind === 'userMetadata') Object.assign(claims, await this.metadataClaim(subject));
      if (!isOfOrganization(asked, subject)) continue;
      if (asked.kind === 'organizationId') Object.assign(claims, { [`${prefix}org:id`]: subject.orgId }, owner);
      if (asked.kind === 'primaryDomain') claims[`${prefix}org:domain:primary`] = subject.primaryDomain;
    }
    return claims;
  }

  /** Values as base64url without padding, the form in which applications of this kind of service read them. */
  private async metadataClaim({ userNo }: LiveSubject): Promise<Claims> {
    const entries = await this.userMetadata.listMetadata(userNo);
    if (entries.length === 0) return {};
    const values = entries.map(({ key, value }) => [key, Buffer.from(value, 'base64').toString('base64url')]);
    return { [`${reservedPrefix(this.settings.vendor)}user:metadata`]: Object.fromEntries(values) as Claims };
  }
}
