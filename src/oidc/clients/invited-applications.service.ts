// The applications that people are invited to: which ones an invitation may name, and where a person goes on to.
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '../../common/primitives/domain-error.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import type { InvitationContent } from '../../users/accounts/invitations.repository.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { applicationHome } from './application-home.js';
import { isOwnPage } from './application-rules.js';
import { ApplicationsRepository } from './applications.repository.js';
import { Clients, type ApplicationRecord } from './clients.service.js';
import { ServedPeople } from './served-people.service.js';

/** An invitation as an administrator words it. */
export interface InvitationWish {
  applicationId?: string | undefined;
  returnTo?: string | undefined;
  message?: string | undefined;
}

/** A person who accepted an invitation. */
interface Invited {
  userNo: number;
  orgNo: number;
  loginName: string;
}

@Injectable()
export class InvitedApplications {
  constructor(
    private readonly repository: ApplicationsRepository,
    private readonly clients: Clients,
    private readonly served: ServedPeople,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** @throws DomainError `invalid` for an application that the people of the organization can't use, or a page that isn't the application's */
  async contentOf({ no: orgNo }: Organization, { applicationId, returnTo, message }: InvitationWish): Promise<InvitationContent> {
    const content = message === undefined ? {} : { message };
    if (applicationId === undefined) {
      if (returnTo === undefined) return content;
      throw new DomainError(
        'invalid',
        'invitation.returnTo',
        'returnTo needs the applicationId of the application that it belongs to.',
        'returnTo',
      );
    }
    const application = await this.repository.findApplicationById(applicationId);
    const client = application && (await this.clients.findClient(application.clientId));
    // An application that doesn't serve the organization is answered like an unknown one.
    if (client?.kind !== 'application' || client.config.type === 'api' || (await this.served.reasonAgainstOrganization(client, orgNo)))
      throw new DomainError(
        'invalid',
        'invitation.application',
        'There is no such application to which people of this organization can sign in.',
        'applicationId',
      );
    if (returnTo !== undefined && !isOwnPage(client.config, returnTo))
      throw new DomainError(
        'invalid',
        'invitation.returnTo',
        'returnTo must be a page of the application: with the origin of one of its redirect URIs or of its initiateLoginUri.',
        'returnTo',
      );
    return { ...content, clientId: client.clientId, ...(returnTo !== undefined && { returnTo }) };
  }

  /**
   * The application that a person was invited to, and the page where the person goes on. The addresses of the application may have changed since.
   * @returns undefined without an application that the person may use
   */
  async destinationOf(
    { userNo, orgNo, loginName }: Invited,
    { clientId, returnTo }: InvitationContent,
  ): Promise<{ application: string; href: string } | undefined> {
    const client = clientId === undefined ? undefined : await this.clients.findClient(clientId);
    if (client?.kind !== 'application' || (await this.served.reasonAgainst(client, { userNo, orgNo }))) return undefined;
    const page = returnTo !== undefined && isOwnPage(client.config, returnTo) ? returnTo : undefined;
    const href = this.startOf(client, page, loginName);
    return href === undefined ? undefined : { application: client.name, href };
  }

  /** Where a sign-in to an application begins (OpenID Connect Core section 4), if the application says so. */
  async initiationOf(clientId: string, loginName: string): Promise<string | undefined> {
    const client = await this.clients.findClient(clientId);
    const isTold = client?.kind === 'application' && client.config.initiateLoginUri !== '';
    return isTold ? this.startOf(client, undefined, loginName) : undefined;
  }

  /** OpenID Connect Core section 4: the application begins the sign-in, which the browser's session completes without a question. */
  private startOf(client: ApplicationRecord, page: string | undefined, loginName: string): string | undefined {
    const { initiateLoginUri } = client.config;
    if (initiateLoginUri === '') return page ?? applicationHome(client);
    const start = new URL(initiateLoginUri);
    start.searchParams.set('iss', this.settings.publicUrl);
    // A client that registered itself without this scope learns no name before the person consents.
    if (!client.isRegistered || client.config.allowedScopes.includes('profile')) start.searchParams.set('login_hint', loginName);
    if (page !== undefined) start.searchParams.set('target_link_uri', page);
    return start.href;
  }
}
