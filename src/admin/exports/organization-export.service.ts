// Exports of organizations: a stream of lines in bounded memory, with marks between the pages where an interrupted one goes on.
import { Injectable } from '@nestjs/common';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { ConfigVersion } from '../../common/database/config-version.js';
import { Database } from '../../common/database/database.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { EventLog } from '../../users/events/events.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { cursorMark, endMark, lineText, type ExportCounts } from './export-line.js';
import { ExportSections, type ExportPosition } from './export-sections.service.js';

/** What a cursor says: what was written so far, of which organization. */
interface Progress {
  order: 'export';
  orgNo: number;
  section: string;
  after: ExportPosition;
  counts: ExportCounts;
}

@Injectable()
export class OrganizationExport {
  constructor(
    private readonly sections: ExportSections,
    private readonly database: Database,
    private readonly config: ConfigVersion,
    private readonly events: EventLog,
    private readonly keyring: Keyring,
  ) {}

  /**
   * Notes that an export begins, before anything of it is handed out.
   * @param cursor of the last mark that arrived of an earlier one, which this one continues
   * @returns its text, piece by piece
   * @throws DomainError `invalid` for anything but a cursor of an export of this organization
   */
  async begin(organization: Organization, cursor: string | undefined, editor: string): Promise<AsyncGenerator<string>> {
    const progress = cursor === undefined ? startOf(organization) : await this.openCursor(organization, cursor);
    await this.database.write('begin export', async (tx) => {
      // Its row lock keeps the numbers of the organization's events apart.
      await this.config.lock(tx);
      const { no: orgNo, id } = organization;
      await this.events.appendNext(tx, { type: 'org.exported', orgNo, id, editor, payload: { continued: cursor !== undefined } });
    });
    return this.textOf(organization, progress);
  }

  private async *textOf(organization: Organization, { section: first, after: position, counts }: Progress): AsyncGenerator<string> {
    const names = Object.keys(this.sections.sections);
    let after = position;
    for (const section of names.slice(names.indexOf(first))) {
      for (let next: ExportPosition | undefined = after; next;) {
        next = yield* this.pageText(organization, section, next, counts);
        if (next) yield await this.markAt({ order: 'export', orgNo: organization.no, section, after: next, counts });
      }
      after = [];
      const following = names[names.indexOf(section) + 1];
      if (following !== undefined)
        yield await this.markAt({ order: 'export', orgNo: organization.no, section: following, after: [], counts });
    }
    yield endMark(counts);
  }

  private async *pageText({ id, ...rest }: Organization, section: string, after: ExportPosition, counts: ExportCounts) {
    const page = this.sections.sections[section]?.({ id, ...rest }, after);
    for (;;) {
      const read = await page?.next();
      if (!read || read.done) return read?.value;
      const { list } = read.value;
      counts[list] = (counts[list] ?? 0) + 1;
      yield lineText(id, read.value);
    }
  }

  private async markAt(progress: Progress): Promise<string> {
    return cursorMark(await this.keyring.seal('cursor', Buffer.from(JSON.stringify(progress))));
  }

  private async openCursor({ no }: Organization, cursor: string): Promise<Progress> {
    const content = await this.keyring.open('cursor', cursor);
    const progress = content && (JSON.parse(content.toString()) as Partial<Progress>);
    if (
      progress?.order === 'export' &&
      progress.orgNo === no &&
      progress.section !== undefined &&
      progress.section in this.sections.sections
    )
      return progress as Progress;
    throw new DomainError(
      'invalid',
      'export.cursor',
      'The cursor does not belong to an export of this organization. Take the one of the last complete line {"export":{"cursor":…}}, or begin without.',
      'after',
    );
  }
}

function startOf({ no }: Organization): Progress {
  return { order: 'export', orgNo: no, section: 'organization', after: [], counts: {} };
}
