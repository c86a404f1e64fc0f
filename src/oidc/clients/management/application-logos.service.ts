// The logos of applications: drawn anew like the images of organizations, and shown to people where they decide about an application.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../common/database/transaction.js';
import type { Precondition } from '../../../common/database/precondition.js';
import { drawUpload, namedByContent } from '../../../users/organizations/brandings/uploaded-picture.js';
import { ApplicationLogosRepository } from './application-logos.repository.js';
import { Applications, type Application, type ApplicationPath } from './applications.service.js';

const BOX = { width: 256, height: 256 };

@Injectable()
export class ApplicationLogos {
  constructor(
    private readonly repository: ApplicationLogosRepository,
    private readonly applications: Applications,
  ) {}

  /** Draws an upload anew, so that only its pixels are kept. @returns the PNG @throws DomainError `invalid`, or `busy` when too many wait */
  draw(upload: Buffer, { orgNo }: Pick<ApplicationPath, 'orgNo'>): Promise<Buffer> {
    return drawUpload(upload, BOX, [String(orgNo)], 'application.logo');
  }

  /**
   * Replaces or removes the logo.
   * @param content from {@link draw}; undefined removes the logo
   * @throws DomainError `notFound`, `changed` if `expected` throws it
   */
  set(path: ApplicationPath, content: Buffer | undefined, editor: string, expected?: Precondition<Application>): Promise<Application> {
    return this.applications.changeApplication('set application logo', path, expected, (tx, before) =>
      this.replaceIn(tx, before, content, editor),
    );
  }

  /** Does the same as part of a larger unit of work. @throws DomainError `notFound` */
  async setIn(tx: Transaction, { orgNo, projectId, id }: ApplicationPath, content: Buffer, editor: string): Promise<void> {
    await this.replaceIn(tx, await this.applications.lockApplication(tx, orgNo, projectId, id), content, editor);
  }

  private async replaceIn(tx: Transaction, before: Application, content: Buffer | undefined, editor: string): Promise<Application> {
    const logo = content && namedByContent(content);
    if (before.logo === logo?.digest) return before;
    await this.repository.replace(tx, before.no, logo);
    await this.applications.endOwnChanges(tx, before, editor);
    await this.applications.appendEvent(tx, before, editor, 'application.config.changed', { changed: ['logo'] });
    return { ...before, logo: logo?.digest };
  }

  /** The logo with a digest, of any application. */
  find(digest: string): Promise<Buffer | undefined> {
    return this.repository.find(digest);
  }
}
