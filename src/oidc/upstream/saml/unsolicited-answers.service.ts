// SAML sign-ins that the provider starts (IdP-initiated). The answer opens nothing and isn't even read: it says at which provider the person is,
// and the sign-in begins anew at an application, with a request of its own.
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SETTINGS_TOKEN } from '../../../common/settings/settings.module.js';
import type { Settings } from '../../../common/settings/settings.js';
import { OF_SERVICE } from '../../../users/authentication/identity-providers/identity-provider.js';
import { IdentityProviders } from '../../../users/authentication/identity-providers/identity-providers.service.js';
import { applicationHome } from '../../clients/application-home.js';
import { Clients } from '../../clients/clients.service.js';
import { forgetOwnCookie, readOwnCookie, setOwnCookie } from '../../sessions/own-cookie.js';
import { isProviderId } from '../provider-id.js';

const COOKIE = 'gatehouse_begun_at';
/** For the application to send the browser to the sign-in. */
const LIFETIME_DAYS = 300 / 86_400;

@Injectable()
export class UnsolicitedAnswers {
  constructor(
    private readonly providers: IdentityProviders,
    private readonly clients: Clients,
    @Inject(SETTINGS_TOKEN) private readonly settings: Pick<Settings, 'publicUrl'>,
  ) {}

  /**
   * Begins the sign-in anew, if the provider may start sign-ins. `RelayState` is the client id of an application of the same organization, and
   * never an address.
   * @returns the application's own site; undefined: the answer is refused
   */
  async begin(providerId: string, parameters: URLSearchParams, response: Response): Promise<string | undefined> {
    const clientId = parameters.get('RelayState') ?? '';
    if (!parameters.has('SAMLResponse') || clientId === '' || !isProviderId(providerId)) return undefined;
    const provider = await this.providers.byId(providerId);
    if (provider?.kind !== 'saml' || !provider.enabled || !provider.connection.idpInitiated) return undefined;
    const client = await this.clients.findClient(clientId);
    const isServed = client && (provider.orgNo === OF_SERVICE || client.orgNo === provider.orgNo);
    const home = isServed ? applicationHome(client) : undefined;
    if (home !== undefined) setOwnCookie(response, COOKIE, provider.id, this.settings.publicUrl, LIFETIME_DAYS);
    return home;
  }

  /** The id of the provider at which this browser has just begun. It is forgotten then. */
  take(request: Request, response: Response): string | undefined {
    const id = readOwnCookie(request, COOKIE, this.settings.publicUrl);
    if (id !== undefined) forgetOwnCookie(response, COOKIE, this.settings.publicUrl);
    return id;
  }
}
