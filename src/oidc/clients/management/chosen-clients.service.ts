// Applications with a client id and a secret from another service, so that what is configured elsewhere goes on working.
import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ConfigVersion } from '../../../common/database/config-version.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import type { Settings } from '../../../common/settings/settings.js';
import { SETTINGS_TOKEN } from '../../../common/settings/settings.module.js';
import { ClientSecrets } from '../../../users/authentication/credentials/client-secrets.service.js';
import { ServiceUsers } from '../../../users/directory/service-users/service-users.service.js';
import { OWN_CLIENT_IDS } from '../../protocol/own-clients.js';
import { hasSecrets, type NewApplication } from '../application.js';
import { ApplicationsRepository, type Application } from '../applications.repository.js';
import { ProjectsRepository } from '../projects.repository.js';
import { Applications } from './applications.service.js';

interface ChosenClient {
  clientId: string | undefined;
  clientSecret: string | undefined;
}

/** No slash and no space: a client id is part of paths and headers. */
const CLIENT_ID = /^[A-Za-z0-9._~:@-]{1,100}$/;
/** Secrets are stored as a fast digest, which protects only secrets that can't be guessed. */
const CLIENT_SECRET = /^[\x21-\x7E]{16,512}$/;
/** Above every generation that counting reaches. */
const MAX_GENERATION = 2 ** 31 - 1;

@Injectable()
export class ChosenClients {
  constructor(
    private readonly applications: Applications,
    private readonly repository: ApplicationsRepository,
    private readonly projects: ProjectsRepository,
    private readonly serviceUsers: ServiceUsers,
    private readonly secrets: ClientSecrets,
    private readonly config: ConfigVersion,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** @throws DomainError `notFound` (project), `invalid`, or `conflict` when an id is taken */
  async addIn(
    tx: Transaction,
    orgNo: number,
    projectId: string,
    input: NewApplication,
    { clientId, clientSecret }: ChosenClient,
    editor: string,
  ): Promise<Application> {
    await this.assertUsable(tx, { clientId, clientSecret });
    // Tokens of a removed application with this client id must not be valid for the new one.
    const chosen = clientId === undefined ? {} : { clientId, tokenGeneration: randomInt(1, MAX_GENERATION) };
    const application = await this.applications.addApplicationIn(tx, orgNo, projectId, { ...input, ...chosen }, editor, 'imported');
    if (clientSecret === undefined) return application;
    if (!hasSecrets(application.config))
      throw invalid('clientSecret', 'clientSecret is given, but the application does not authenticate with a secret.');
    const secretId = await this.secrets.keepSecret(tx, application.no, clientSecret);
    await this.applications.appendEvent(tx, application, editor, 'application.secret.set', { secretId });
    return application;
  }

  /** @throws DomainError `invalid`, or `conflict` when the id is taken, in any organization */
  async assertUsable(tx: Transaction, { clientId, clientSecret }: ChosenClient): Promise<void> {
    if (clientSecret !== undefined && !CLIENT_SECRET.test(clientSecret))
      throw invalid('clientSecret', 'clientSecret must have 16 to 512 printable ASCII characters without spaces.');
    if (clientId !== undefined) await this.assertFree(tx, clientId);
  }

  /** A client id is an audience: it must differ from every other client, project and the service's own API. */
  private async assertFree(tx: Transaction, clientId: string): Promise<void> {
    if (!CLIENT_ID.test(clientId)) throw invalid('clientId', 'clientId must have 1 to 100 of the characters A-Z a-z 0-9 . _ ~ : @ -.');
    // Serializes the choice with that of a project's id.
    await this.config.lock(tx);
    const isTaken =
      OWN_CLIENT_IDS.includes(clientId) ||
      clientId === this.settings.vendor ||
      (await this.projects.isProjectId(clientId, tx)) ||
      (await this.repository.findApplicationByClientId(clientId, tx)) !== undefined ||
      (await this.serviceUsers.findServiceUserByClientId(clientId)) !== undefined;
    if (isTaken) throw new DomainError('conflict', 'id.taken', `The client ID ${clientId} is already taken.`, 'clientId');
  }
}

function invalid(field: string, message: string): DomainError {
  return new DomainError('invalid', 'import.value', message, field);
}
