// Begins the sign-in for a device (RFC 8628 section 3.3) once a person has entered its code. The library continues as if it had asked for the code.
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { newSecret } from '../../common/primitives/ids.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { DeviceGuesses } from '../devices/device-guesses.service.js';
import { readUserCode } from '../devices/user-code.js';
import { DEVICE_SIGN_IN } from '../protocol/endpoints.js';
import { bindingOf, browserCookie, newBrowser } from '../sessions/browser-cookie.js';
import { BrowserSessions } from '../sessions/browser-sessions.service.js';
import { DeviceCodes, type WaitingDevice } from './adapters/device-codes.adapter.js';
import type { InteractionModel } from './adapters/library.model.js';
import { SIGN_IN_SECONDS } from './adapters/pending-sign-ins.repository.js';
import { SessionAdapter } from './adapters/session.adapter.js';
import { ProviderHost } from './provider-host.js';

/** A browser follows the redirect at once. */
const REDIRECT_SECONDS = 60;

/** The browser was redirected, the code is wrong or over, or too many wrong ones came: then `wait` is in seconds. */
export type Entered = 'begun' | 'wrong' | { wait: number };

@Injectable()
export class DeviceSignIns {
  private readonly secure: boolean;

  constructor(
    private readonly host: ProviderHost,
    private readonly deviceCodes: DeviceCodes,
    private readonly guesses: DeviceGuesses,
    private readonly sessionAdapter: SessionAdapter,
    private readonly browserSessions: BrowserSessions,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {
    this.secure = settings.publicUrl.startsWith('https:');
  }

  /** Redirects the browser to the sign-in of the device whose code was typed. */
  async enterCode(request: Request, response: Response, typed: string): Promise<Entered> {
    const userCode = readUserCode(typed);
    // A text that can't be a code tells nothing about codes.
    if (userCode === undefined) return 'wrong';
    const tried = await this.guesses.tryCode(request.ip ?? '', () => this.deviceCodes.findByUserCode(userCode));
    if ('wait' in tried) return tried;
    if (!tried.found) return 'wrong';
    await this.begin(request, response, tried.found);
    return 'begun';
  }

  /** A sign-in that was already answered, with nothing: the library goes on with it and decides what to ask. */
  private async begin(request: Request, response: Response, { id, params }: WaitingDevice): Promise<void> {
    const { provider } = await this.host.currentProvider();
    const [uid, browser] = [newSecret(), this.browserSessions.browserOf(request) ?? newBrowser()];
    const path = `${DEVICE_SIGN_IN}/${uid}`;
    const returnTo = this.settings.publicUrl + path;
    const Interaction = provider.Interaction as unknown as new (uid: string, payload: object) => InteractionModel;
    const prompt = { name: 'login', reasons: [], details: {} };
    const interaction = new Interaction(uid, { returnTo, prompt, params, deviceCode: id, browser: bindingOf(browser), result: {} });
    await this.sessionAdapter.beginInteraction(uid, request.ip ?? '', () => interaction.save(SIGN_IN_SECONDS));
    const { cookies } = provider.createContext(request, response);
    // PUBLIC_URL decides whether cookies are secure, not a header of the request.
    cookies.secure = this.secure;
    const maxAge = REDIRECT_SECONDS * 1_000;
    cookies.set(provider.cookieName('resume'), uid, {
      path,
      httpOnly: true,
      sameSite: 'lax',
      secure: this.secure,
      overwrite: true,
      maxAge,
    });
    cookies.set(...browserCookie(browser, this.secure));
    response.redirect(303, returnTo);
  }
}
