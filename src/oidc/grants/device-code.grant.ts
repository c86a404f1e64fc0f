// The device authorization grant (RFC 8628 section 3.4): the authorization that a person's approval has created is redeemed by one
// conditional UPDATE, as that of an authorization code is. Until then, polls are answered from the row of the request.
import { Injectable } from '@nestjs/common';
import { secretDigest } from '../../common/crypto/digest.js';
import { DEVICE_CODE } from '../clients/application.js';
import type { ApplicationRecord } from '../clients/clients.service.js';
import { DeviceRequestsRepository, type PollResult } from '../devices/device-requests.repository.js';
import { OAuthError } from '../protocol/oauth-error.js';
import { GrantSubjects } from '../tokens/grant-subjects.service.js';
import { GrantsRepository, type Grant, type HeldGrant } from '../tokens/stored/grants.repository.js';
import { isDoubleSubmit } from './double-submit.js';
import { FirstTokens } from './first-tokens.service.js';
import {
  requiredParameter,
  textParameter,
  type GrantParameters,
  type TokenGrant,
  type TokenRequest,
  type TokenResponse,
} from './token-grant.js';

/** RFC 8628 section 3.5. */
const REFUSALS: Readonly<Record<Exclude<PollResult, 'unknown'>, () => OAuthError>> = {
  pending: () => new OAuthError('authorization_pending', 'The person has not answered yet: poll again after the interval.'),
  tooEarly: () => new OAuthError('slow_down', 'The interval was not kept: it is five seconds longer from now on.'),
  denied: () => new OAuthError('access_denied', 'The person denied the request.'),
  expired: () => new OAuthError('expired_token', 'The device code has expired: ask for another one.'),
};

@Injectable()
export class DeviceCodeGrant implements TokenGrant {
  readonly grantType = DEVICE_CODE;
  readonly parameters = ['device_code', 'resource'];
  readonly repeatable = ['resource'];

  constructor(
    private readonly devices: DeviceRequestsRepository,
    private readonly grants: GrantsRepository,
    private readonly grantSubjects: GrantSubjects,
    private readonly firstTokens: FirstTokens,
  ) {}

  async findAuthorization(parameters: GrantParameters): Promise<HeldGrant | undefined> {
    const code = textParameter(parameters, 'device_code');
    return code === undefined ? undefined : this.grants.findHeldByCode('DeviceCode', secretDigest(code));
  }

  async respond({ client, parameters, receivedUs, found, proof }: TokenRequest): Promise<TokenResponse> {
    const code = requiredParameter(parameters, 'device_code');
    if (client.kind !== 'application') throw refused();
    const grant = found ?? (await this.findAuthorization(parameters)) ?? (await this.pollFor(client, code, parameters));
    if (grant.clientNo !== client.no || grant.revokedUs !== null) throw refused();
    if ((grant.codeUntilUs ?? 0) <= receivedUs && grant.codeUsedUs === null) throw REFUSALS.expired();
    const subject = await this.grantSubjects.findLive(client, grant);
    // Minutes may have passed since the approval.
    if (!subject || !(await this.grantSubjects.provesEnough(grant, subject))) throw refused();
    return (await this.firstTokens.issue({ client, grant, subject, parameters, proof })) ?? this.refuseUsed(grant, receivedUs);
  }

  /** @returns the authorization, if the person approved the device between two reads @throws OAuthError */
  private async pollFor(client: ApplicationRecord, code: string, parameters: GrantParameters): Promise<HeldGrant> {
    const result = await this.devices.poll(secretDigest(code), client.no);
    if (result !== 'unknown') throw REFUSALS[result]();
    const grant = await this.findAuthorization(parameters);
    if (!grant) throw refused();
    return grant;
  }

  /** A device code that is sent again gives nothing; later than a double submit, it also ends what it gave. */
  private async refuseUsed({ no, id }: Grant, receivedUs: number): Promise<never> {
    const grant = await this.grants.findByNo(no);
    if (grant && grant.codeUsedUs !== null && !isDoubleSubmit(grant.codeUsedUs, receivedUs)) await this.grants.revoke(id);
    throw refused();
  }
}

/** The same error for every other fault, so that another client learns nothing about the code (RFC 6749 section 5.2). */
function refused(): OAuthError {
  return new OAuthError('invalid_grant', 'The device code is unknown or used, or is not meant for this client.');
}
