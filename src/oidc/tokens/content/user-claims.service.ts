// The claims of a user that the scopes of a token allow, for every place that returns them: userinfo, introspection, ID tokens and JWTs.
import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS_TOKEN } from '../../../common/settings/settings.module.js';
import type { Settings } from '../../../common/settings/settings.js';
import { Groups } from '../../../users/directory/groups/groups.service.js';
import type { MetadataEntry } from '../../../users/organizations/metadata-entry.js';
import { OrganizationMetadata } from '../../../users/organizations/organization-metadata.service.js';
import { UserMetadata } from '../../../users/directory/people/user-metadata.service.js';
import { requestedClaims, type RequestedClaims } from '../../protocol/claims-request.js';
import { claimsFor } from '../../protocol/claims.js';
import { GROUPS, isOfOrganization, reservedPrefix, type ReservedScope, reservedScopes } from '../../protocol/scopes.js';
import type { ClaimQuestion } from './claim-question.js';
import { RoleClaims } from './role-claims.service.js';
import { carriedClaims, ID_TOKEN_CLAIM_BYTES } from './token-size.js';
import { UserGroupsRepository } from './user-groups.repository.js';

type Claims = Record<string, unknown>;

/** The claims about the user in the tokens of one response, besides those of OpenID Connect. */
export interface TokenClaims {
  idToken: Readonly<Claims>;
  accessToken: Readonly<Claims>;
}

/** Maximum groups of one person; userinfo and introspection don't page their responses. */
const MAX_GROUPS = 10_000;

const NONE: TokenClaims = { idToken: {}, accessToken: {} };

@Injectable()
export class UserClaims {
  private readonly log = new Logger('claims');

  constructor(
    private readonly userMetadata: UserMetadata,
    private readonly organizationMetadata: OrganizationMetadata,
    private readonly groups: Groups,
    private readonly userGroups: UserGroupsRepository,
    private readonly roleClaims: RoleClaims,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** The claims of userinfo, without `sub`: those of the scopes, and those requested by name. */
  async userinfoClaims(question: ClaimQuestion, named: RequestedClaims | undefined): Promise<Claims> {
    return { ...(await this.shownClaims(question)), ...requestedClaims(question.subject, named) };
  }

  /** All claims of the scopes, without `sub`, as introspection returns them. */
  async shownClaims(question: ClaimQuestion): Promise<Claims> {
    const { subject, scopes } = question;
    const asked = reservedScopes(scopes, this.settings.vendor);
    const claims = claimsFor(subject, scopes);
    return Object.assign(claims, await this.ownClaims(question, asked), await this.roleClaims.claimsOf(question, asked));
  }

  /**
   * The part of these claims in tokens, without the claims of OpenID Connect's own scopes. Roles are included only if the application wants
   * them. An access token carries the claims that fit beside its own content.
   * @param wanted the tokens to be issued
   */
  async tokenClaims(question: ClaimQuestion, wanted: { idToken: boolean; accessToken: boolean }): Promise<TokenClaims> {
    if (!wanted.idToken && !wanted.accessToken) return NONE;
    const { client } = question;
    const asked = reservedScopes(question.scopes, this.settings.vendor);
    const own = await this.ownClaims(question, asked);
    // A service user has no application that could decide, and only the reader of its token gets the claims.
    const asserts = client.kind === 'service' ? { idTokenRoleAssertion: true, accessTokenRoleAssertion: true } : client.config;
    const inIdToken = wanted.idToken && asserts.idTokenRoleAssertion;
    const inAccessToken = wanted.accessToken && asserts.accessTokenRoleAssertion;
    const roles = inIdToken || inAccessToken ? await this.roleClaims.claimsOf(question, asked) : {};
    return {
      idToken: wanted.idToken ? carriedClaims({ ...own, ...(inIdToken && roles) }, ID_TOKEN_CLAIM_BYTES, this.settings.publicUrl) : {},
      accessToken: wanted.accessToken ? { ...own, ...(inAccessToken && roles) } : {},
    };
  }

  /** The claims of this service's own scopes, except roles. Makes a query only if metadata or groups are requested. */
  private async ownClaims(question: ClaimQuestion, reserved: readonly ReservedScope[]): Promise<Claims> {
    const { subject, scopes } = question;
    if (reserved.length === 0 && !scopes.includes(GROUPS)) return {};
    const prefix = reservedPrefix(this.settings.vendor);
    const owner = {
      [`${prefix}user:resourceowner:id`]: subject.orgId,
      [`${prefix}user:resourceowner:name`]: subject.orgName,
      [`${prefix}user:resourceowner:primary_domain`]: subject.primaryDomain,
    };
    const claims: Claims = {};
    for (const asked of reserved) {
      if (asked.kind === 'resourceOwner') Object.assign(claims, owner);
      if (asked.kind === 'userMetadata')
        Object.assign(claims, metadataClaim(`${prefix}user:metadata`, await this.userMetadata.listMetadata(subject.userNo)));
      if (asked.kind === 'organizationMetadata')
        Object.assign(claims, metadataClaim(`${prefix}org:metadata`, await this.organizationMetadata.listMetadata({ no: subject.orgNo })));
      if (!isOfOrganization(asked, subject)) continue;
      if (asked.kind === 'organizationId') Object.assign(claims, { [`${prefix}org:id`]: subject.orgId }, owner);
      if (asked.kind === 'primaryDomain') claims[`${prefix}org:domain:primary`] = subject.primaryDomain;
    }
    return scopes.includes(GROUPS) ? { ...claims, ...(await this.groupsClaim(question)) } : claims;
  }

  /** All of the person's groups that the application wants, or none: a partial list would look complete. */
  private async groupsClaim({ subject, client, configVersion }: ClaimQuestion): Promise<Claims> {
    if (subject.kind !== 'person' || client.kind !== 'application') return {};
    if (!(await this.groups.mayHaveGroups({ no: subject.orgNo }, configVersion))) return { [GROUPS]: [] };
    const { groupsClaimValue, groupsFilter, groupsPrefix: prefix } = client.config;
    const selection = { prefix, ...(groupsFilter === 'assigned' && { projectNo: client.projectNo }) };
    const groups = await this.userGroups.listGroups(subject, selection, MAX_GROUPS + 1);
    if (groups.length <= MAX_GROUPS)
      return { [GROUPS]: groups.map(({ id, displayName }) => (groupsClaimValue === 'id' ? id : displayName)) };
    this.log.error(
      `Person ${subject.userId} is in more than ${MAX_GROUPS} groups, so application ${client.clientId} is told none; set its groupsPrefix or groupsFilter.`,
    );
    return {};
  }
}

/**
 * Encodes values as base64url without padding, the format that client applications of such services expect. Returns no claim without
 * entries.
 */
function metadataClaim(name: string, entries: readonly MetadataEntry[]): Claims {
  if (entries.length === 0) return {};
  return { [name]: Object.fromEntries(entries.map(({ key, value }) => [key, Buffer.from(value, 'base64').toString('base64url')])) };
}
