// The user on whose behalf an import runs, and whether that user may still import: checked in every unit of work; otherwise the import stops.
import { Injectable } from '@nestjs/common';
import type { Admission, Principal } from '../../../common/access/principal.js';
import { judgeService } from '../../../common/access/permissions.js';
import { Database } from '../../../common/database/database.js';
import type { Query } from '../../../common/database/transaction.js';
import { Memberships } from '../../../users/roles/memberships/memberships.service.js';
import { ChangePermission } from '../../../users/directory/people/change-permission.service.js';
import type { ImportRules } from '../writing/import-context.js';
import { UserDirectory } from '../../../users/roles/user-directory/user-directory.repository.js';
import type { ImportOptions } from './import-jobs.repository.js';

/** In whose name an import is done: who sent it, or who resumed it. */
export interface ImportAuthor {
  userId: string;
  userNo: number;
  /** Of the request that brings the body; a job goes on without. */
  admission?: Admission;
}

/** No fault of an entry: the import stops here. */
export class AuthorLostError extends Error {
  constructor() {
    super('The user who started or resumed the import is no longer allowed to import.');
  }
}

@Injectable()
export class ImportAuthors {
  constructor(
    private readonly memberships: Memberships,
    private readonly directory: UserDirectory,
    private readonly changePermission: ChangePermission,
    private readonly database: Database,
  ) {}

  /** Asks the database, not a cache. @throws AuthorLostError when the role is gone, or the author inactive or removed */
  async assertMayImport({ userNo }: ImportAuthor, query: Query = this.database.query) {
    const memberships = await this.memberships.readRoles(query, userNo);
    if (judgeService(memberships, 'import') === 'allowed' && (await this.directory.isActive(userNo, query))) return memberships;
    throw new AuthorLostError();
  }

  /** What an import by `author` may do. @throws AuthorLostError */
  async batchRulesFor({ mode, dryRun, allowReusedIds, invite = false }: ImportOptions, author: ImportAuthor): Promise<ImportRules> {
    const memberships = await this.assertMayImport(author);
    // Memberships count for the whole service here, so the author's own organization does not matter.
    const caller: Principal = { ...author, kind: 'service', orgId: '', memberships };
    return {
      caller,
      editor: author.userId,
      dryRun,
      allowReusedIds,
      invites: invite,
      ...(mode === 'upsert' && { permit: this.changePermission.permits(caller) }),
    };
  }
}
