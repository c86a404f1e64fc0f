// Where OpenID Connect providers end sessions, from server to server (OpenID Connect Back-Channel Logout 1.0).
import { Controller, HttpStatus, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { urlencoded, type Request, type Response } from 'express';
import { Public } from '../../common/access/access.js';
import { BODY_BYTES } from '../../common/admission/request-bounds.js';
import { secretDigest } from '../../common/crypto/digest.js';
import type { IdentityProvider } from '../../users/authentication/identity-providers/identity-provider.js';
import { IdentityProviders } from '../../users/authentication/identity-providers/identity-providers.service.js';
import { UsedAssertionsRepository } from '../clients/authentication/used-assertions.repository.js';
import { LogoutTokenReader } from '../upstream/oidc/logout-token.service.js';
import { UpstreamError } from '../upstream/upstream.js';
import { RefusedSignOuts } from './refused-sign-outs.service.js';
import { UpstreamSignOut } from './upstream-sign-out.service.js';

/** Parses the form of a provider. */
export const logoutForms = urlencoded({ extended: false, limit: BODY_BYTES.logoutForm, parameterLimit: 20 });

/** No cookie counts: the token says who is signed out, and its signature who says so. */
@Controller('sign-in/providers/:providerId/backchannel-logout')
@Public()
@ApiExcludeController()
export class BackchannelLogoutController {
  constructor(
    private readonly providers: IdentityProviders,
    private readonly reader: LogoutTokenReader,
    private readonly used: UsedAssertionsRepository,
    private readonly signOut: UpstreamSignOut,
    private readonly refused: RefusedSignOuts,
  ) {}

  /** Section 2.8. Also answers for a disabled provider, whose sessions live on. */
  @Post()
  async end(@Param('providerId') providerId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    response.set('Cache-Control', 'no-store');
    const { logout_token: token } = (request.body ?? {}) as Record<string, unknown>;
    const provider = await this.providers.byId(providerId);
    try {
      if (!provider || typeof token !== 'string') throw new UpstreamError('invalid', 'There is no such provider, or no logout_token.');
      await this.endBy(provider, token);
      response.status(HttpStatus.OK).end();
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      if (provider) this.refused.note(provider, error);
      const answer = { error: 'invalid_request', error_description: 'The logout token is not accepted; the log says why.' };
      response.status(HttpStatus.BAD_REQUEST).json(answer);
    }
  }

  private async endBy(provider: IdentityProvider, token: string): Promise<void> {
    const { id, usableUntil, subject, sessionId } = await this.reader.read(provider, token);
    const digest = secretDigest(`${provider.id} logout token ${id}`);
    if (await this.used.isUsed(digest)) throw usedBefore();
    // Its use is recorded afterwards: if this process ends in between, the provider sends the token again, and it still counts.
    await this.signOut.end(provider, { subject, sessionIds: sessionId === undefined ? [] : [sessionId] });
    if (!(await this.used.use(digest, usableUntil * 1_000_000))) throw usedBefore();
  }
}

function usedBefore(): UpstreamError {
  return new UpstreamError('invalid', 'The logout token was used before.');
}
