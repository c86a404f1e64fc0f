// Sign-ins that wait for a person, as the pages see them.
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { errors } from 'oidc-provider';
import { Clock } from '../../common/clock.js';
import type { LiveSubject } from '../tokens/subjects.js';
import type { SessionHolder } from './library.js';
import { ProviderHost } from './provider-host.js';

/** A sign-in of this browser. */
export interface PendingSignIn {
  clientId: string;
  /** Where the browser goes in the end. */
  redirectUri: string | undefined;
  loginHint: string | undefined;
  uiLocales: string | undefined;
}

@Injectable()
export class Interactions {
  constructor(
    private readonly host: ProviderHost,
    private readonly clock: Clock,
  ) {}

  /** @returns undefined when there is no such sign-in, it is over, or it belongs to another browser */
  async find(request: Request, response: Response, uid: string): Promise<PendingSignIn | undefined> {
    try {
      const { provider } = await this.host.current();
      const interaction = await provider.interactionDetails(request, response);
      if (interaction.uid !== uid) return undefined;
      const { client_id: clientId, redirect_uri: redirectUri, login_hint: loginHint, ui_locales: uiLocales } = interaction.params;
      return { clientId: String(clientId), redirectUri: text(redirectUri), loginHint: text(loginHint), uiLocales: text(uiLocales) };
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return undefined;
      throw error;
    }
  }

  /**
   * Ends a sign-in that {@link find} found, and sends the browser on.
   * @param methods how the person proved who they are (RFC 8176)
   */
  async finish(request: Request, response: Response, subject: LiveSubject, methods: string[]): Promise<void> {
    const { userNo, generation, organizationGeneration } = subject;
    const holder: SessionHolder = { userNo, generation, organizationGeneration };
    const { provider } = await this.host.current();
    await provider.interactionFinished(request, response, {
      login: { accountId: subject.userId, amr: methods, ts: this.clock.nowSeconds(), holder } as { accountId: string },
    });
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
