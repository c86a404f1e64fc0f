// Registration tokens of projects: generated, shown once, stored as digests; each change with its event.
import { Injectable } from '@nestjs/common';
import { secretDigest } from '../../common/crypto/digest.js';
import { ConfigVersion } from '../../common/database/config-version.js';
import { Database, DuplicateKeyError } from '../../common/database/database.js';
import type { Precondition } from '../../common/database/precondition.js';
import type { Query, Transaction } from '../../common/database/transaction.js';
import { Clock } from '../../common/primitives/clock.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { newId, newSecret } from '../../common/primitives/ids.js';
import { checkExpiry } from '../../users/authentication/credentials/expiry.js';
import { EventLog } from '../../users/events/events.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { Policies } from '../../users/organizations/policies/policies.service.js';
import { ApplicationRemoval } from '../clients/management/application-removal.service.js';
import { Projects, type Project } from '../clients/management/projects.service.js';
import { normalizeName } from '../clients/name-and-id.js';
import { registrationPolicy, type RegistrationWish } from './registration-policy.js';
import { RegistrationsRepository, type RegistrationToken } from './registrations.repository.js';

/** Identifies the string as an initial access token of this service, for people and secret scanners. */
export const REGISTRATION_TOKEN_PREFIX = 'gireg_';

export const MAX_TOKENS = 50;
export const MAX_APPLICATIONS = 1_000;
/** Applications removed in one unit of work: each has its own events. */
const AT_ONCE = 20;

/** A token to create. `expiresUs`: microseconds since 1970 UTC, null for never. */
export interface NewRegistrationToken {
  name: string;
  isOpen: boolean;
  maxApplications: number;
  expiresUs: number | null;
  policy: RegistrationWish;
}

@Injectable()
export class RegistrationTokens {
  constructor(
    private readonly repository: RegistrationsRepository,
    private readonly projects: Projects,
    private readonly removal: ApplicationRemoval,
    private readonly policies: Policies,
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
  ) {}

  /** The tokens of a project, oldest first, including expired ones. @throws DomainError `notFound` */
  async listTokens(orgNo: number, projectId: string): Promise<RegistrationToken[]> {
    return this.repository.listTokens(orgNo, (await this.projects.requireProject(orgNo, projectId)).no);
  }

  /** @throws DomainError `notFound` */
  async requireToken(orgNo: number, projectId: string, id: string): Promise<RegistrationToken> {
    return this.require(await this.projects.requireProject(orgNo, projectId), id);
  }

  /** @returns its text, which cannot be read again; absent for open registration. @throws DomainError `notFound`, `invalid`, `precondition`, `conflict` */
  addToken(
    { no: orgNo }: Pick<Organization, 'no'>,
    projectId: string,
    input: NewRegistrationToken,
    editor: string,
  ): Promise<{ token: RegistrationToken; secret: string | undefined }> {
    return this.database.write('add registration token', async (tx) => {
      // First: its row lock serializes counting and adding.
      const project = await this.projects.lockProject(tx, orgNo, projectId);
      await this.assertRoom(tx, project);
      if (input.isOpen) await this.assertOpenAllowed(tx, orgNo);
      const secret = input.isOpen ? undefined : REGISTRATION_TOKEN_PREFIX + newSecret();
      const createdUs = this.clock.nowUs();
      const token = {
        no: tx.nextNumber(),
        id: newId(),
        orgNo,
        projectNo: project.no,
        name: normalizeName(input.name),
        policy: registrationPolicy(input.policy, input.isOpen),
        maxApplications: input.maxApplications,
        createdUs,
        expiresUs: checkExpiry(input.expiresUs, createdUs),
      };
      await this.repository.insertToken(tx, { ...token, digest: secret && secretDigest(secret) }).catch(throwOpenTaken);
      const payload = { tokenId: token.id, name: token.name, open: input.isOpen };
      await this.events.appendNext(tx, { type: 'project.registration.added', orgNo, id: projectId, editor, payload });
      return { token: { ...token, projectId, isOpen: input.isOpen, registered: 0, lastUsedUs: null }, secret };
    });
  }

  /** Ends a token at once. Applications registered with it stay. @throws DomainError `notFound` */
  removeToken(orgNo: number, projectId: string, id: string, editor: string): Promise<void> {
    return this.database.write('remove registration token', async (tx) => {
      const { no, name } = await this.require(await this.projects.lockProject(tx, orgNo, projectId), id, tx);
      if (!(await this.repository.deleteToken(tx, no))) throw notFound();
      await this.events.appendNext(tx, {
        type: 'project.registration.removed',
        orgNo,
        id: projectId,
        editor,
        payload: { tokenId: id, name },
      });
    });
  }

  /**
   * Removes all applications that were registered with a token, also with a removed token; each ends at once with its tokens.
   * @returns their number @throws DomainError `notFound`, also for an id that no token and no application has
   */
  async removeApplications(
    orgNo: number,
    projectId: string,
    tokenId: string,
    editor: string,
    expected?: Precondition<Project>,
  ): Promise<number> {
    let removed = 0;
    for (;;) {
      const some = await this.database.write('remove registered applications', async (tx) => {
        const project = await this.projects.lockProject(tx, orgNo, projectId, expected);
        const ids = await this.repository.registeredWith(tx, project.no, tokenId, AT_ONCE);
        if (removed + ids.length === 0) await this.require(project, tokenId, tx);
        for (const id of ids) await this.removal.removeApplicationIn(tx, orgNo, projectId, id, editor);
        return ids.length;
      });
      removed += some;
      if (some < AT_ONCE) return removed;
    }
  }

  private async require(project: Project, id: string, query?: Query): Promise<RegistrationToken> {
    const token = await this.repository.findToken(project.orgNo, project.no, id, query);
    if (!token) throw notFound();
    return token;
  }

  private async assertRoom(tx: Transaction, project: Project): Promise<void> {
    if ((await this.repository.listTokens(project.orgNo, project.no, tx)).length < MAX_TOKENS) return;
    const text = `A project can have ${MAX_TOKENS} registration tokens; remove one first.`;
    throw new DomainError('precondition', 'registration.tooManyTokens', text);
  }

  private async assertOpenAllowed(tx: Transaction, orgNo: number): Promise<void> {
    if ((await this.policies.readState(orgNo, 'clientRegistration', tx)).effective.open) return;
    const text = 'The policy clientRegistration of this organization does not allow open registration.';
    throw new DomainError('precondition', 'registration.openForbidden', text, 'open');
  }
}

function throwOpenTaken(error: unknown): never {
  if (!(error instanceof DuplicateKeyError)) throw error;
  throw new DomainError('conflict', 'registration.openTaken', 'This organization has open registration in a project already.', 'open');
}

function notFound(): DomainError {
  return new DomainError('notFound', 'registration.notFound', 'This registration token does not exist in this project.');
}
