// Who may register a client, and who may manage which: the two kinds of bearer tokens of registration, and the counts.
import { Injectable } from '@nestjs/common';
import { equalSecrets, secretDigest } from '../../common/crypto/digest.js';
import { ConfigVersion } from '../../common/database/config-version.js';
import type { Transaction } from '../../common/database/transaction.js';
import { Clock } from '../../common/primitives/clock.js';
import { Organizations } from '../../users/organizations/organizations.service.js';
import { Policies } from '../../users/organizations/policies/policies.service.js';
import { Clients } from '../clients/clients.service.js';
import { Applications, type Application } from '../clients/management/applications.service.js';
import { RegistrationError } from './registration-error.js';
import { REGISTRATION_TOKEN_PREFIX } from './registration-tokens.service.js';
import { RegistrationsRepository, type Registration, type RegistrationToken } from './registrations.repository.js';

/** Identifies the string as a registration access token of this service. */
export const ACCESS_TOKEN_PREFIX = 'greg_';
/** Applications of a project that clients registered. The project's own are not counted. */
export const MAX_REGISTERED = 5_000;

/** A registration, and its active application. */
export interface Managed {
  registration: Registration;
  application: Application;
}

@Injectable()
export class RegistrationAccess {
  constructor(
    private readonly repository: RegistrationsRepository,
    private readonly applications: Applications,
    private readonly clients: Clients,
    private readonly organizations: Organizations,
    private readonly policies: Policies,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
  ) {}

  /**
   * The token that allows a registration. Without one, open registration of an organization, if its policy allows it.
   * @param organizationId for open registration; absent: the organization that runs the service
   * @throws RegistrationError
   */
  async requirePermission(presented: string | undefined, organizationId: string | undefined, tx?: Transaction): Promise<RegistrationToken> {
    const token = presented === undefined ? await this.findOpen(organizationId, tx) : await this.findToken(presented, tx);
    if (token && (token.expiresUs === null || token.expiresUs > this.clock.nowUs())) return token;
    if (presented !== undefined) throw new RegistrationError('invalid_token', 'The initial access token is not valid, or has expired.');
    throw new RegistrationError('invalid_token', 'A registration needs an initial access token of a project.', true);
  }

  /**
   * The same at the beginning of the unit of work that registers, and counts the registration. The row lock of the config version
   * serializes counting and adding, over all processes.
   * @throws RegistrationError also when a count is used up
   */
  async takePermission(tx: Transaction, presented: string | undefined, organizationId: string | undefined): Promise<RegistrationToken> {
    await this.config.raise(tx);
    const token = await this.requirePermission(presented, organizationId, tx);
    await this.count(tx, token);
    if ((await this.repository.countRegistered(tx, token.projectNo)) >= MAX_REGISTERED)
      throw new RegistrationError('access_denied', `A project can have ${MAX_REGISTERED} registered applications.`);
    return token;
  }

  /** The same as {@link requireOwn} at the beginning of a unit of work that changes the client. */
  async lockOwn(tx: Transaction, presented: string | undefined, clientId: string): Promise<Managed> {
    await this.config.raise(tx);
    return this.requireOwn(presented, clientId, tx);
  }

  /** The registration of a client, if the token is its own and the client is active. A foreign token learns nothing about the client. @throws RegistrationError */
  async requireOwn(presented: string | undefined, clientId: string, tx?: Transaction): Promise<Managed> {
    if (presented === undefined)
      throw new RegistrationError('invalid_token', 'The registration access token of the client is missing.', true);
    const isOne = presented.startsWith(ACCESS_TOKEN_PREFIX);
    const registration = isOne ? await this.repository.findRegistration(secretDigest(presented), tx) : undefined;
    const application =
      registration && equalSecrets(registration.clientId, clientId)
        ? await this.applications.findApplication(registration.orgNo, registration.projectId, registration.applicationId, tx)
        : undefined;
    if (!registration || application?.state !== 'active' || !(await this.clients.findClient(clientId)))
      throw new RegistrationError('invalid_token', 'The registration access token is not valid for this client.');
    return { registration, application };
  }

  /** Open registration has no end of its own, so it counts the applications that are still there; a token counts all of its registrations. */
  private async count(tx: Transaction, { no, id, projectNo, isOpen, maxApplications }: RegistrationToken): Promise<void> {
    if (isOpen && (await this.repository.countRegisteredWith(tx, projectNo, id)) >= maxApplications)
      throw new RegistrationError('access_denied', `Open registration has room for ${maxApplications} applications.`);
    if (!(await this.repository.countRegistration(tx, no, this.clock.nowUs())))
      throw new RegistrationError('access_denied', `This initial access token was good for ${maxApplications} registrations.`);
  }

  private findToken(presented: string, tx?: Transaction): Promise<RegistrationToken | undefined> | undefined {
    return presented.startsWith(REGISTRATION_TOKEN_PREFIX) ? this.repository.findByDigest(secretDigest(presented), tx) : undefined;
  }

  private async findOpen(organizationId: string | undefined, tx?: Transaction): Promise<RegistrationToken | undefined> {
    const orgNo =
      organizationId === undefined
        ? await this.organizations.operatorNo()
        : (await this.organizations.findOrganization(organizationId))?.no;
    const token = orgNo === undefined ? undefined : await this.repository.findOpen(orgNo, tx);
    const isAllowed = token && (await this.policies.readState(token.orgNo, 'clientRegistration', tx)).effective.open;
    return isAllowed ? token : undefined;
  }
}
