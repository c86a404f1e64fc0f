// Bulk import of people with their password hashes: batches of one unit of work each, one event a person, every fault in the report.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { Database } from '../../common/database/database.js';
import { DomainError } from '../../common/errors.js';
import { Organizations, type Organization } from '../../users/organizations/organizations.service.js';
import { hashFault } from '../../users/passwords/hash-formats.js';
import { People, type NewPerson } from '../../users/people/people.service.js';
import { emptyPerson } from '../../users/people/person.js';
import { ImportHuman, ImportOrg, parsePart } from './import.body.js';

/** A fault, or a remark, about one part of the import. */
export interface ImportEntry {
  type: 'org' | 'human_user' | 'timeout';
  id: string;
  message: string;
}

export interface ImportReport {
  success: { orgs: Array<{ orgId: string; humanUserIds: string[] }> };
  errors: ImportEntry[];
}

/** A person that passed its own checks, and the id to report it by. */
interface Candidate {
  reportedId: string;
  person: NewPerson;
}

/** Small enough that the embedded database's only writer is free again within a tenth of a second. */
const BATCH = 100;

@Injectable()
export class ImportService {
  constructor(
    private readonly organizations: Organizations,
    private readonly people: People,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Imports organizations and their people. Nothing of an existing person changes.
   * @param timeoutMs when it is used up, what was done stays and the report says so
   */
  async run(orgs: readonly unknown[], timeoutMs: number, editor: string): Promise<ImportReport> {
    const deadline = this.clock.nowMs() + timeoutMs;
    const report: ImportReport = { success: { orgs: [] }, errors: [] };
    for (const part of orgs) {
      const entry = await attempt(() => this.organization(part, report, editor));
      if (!entry.ok) {
        report.errors.push({ type: 'org', id: idIn(part, 'orgId'), message: entry.fault });
        continue;
      }
      const { organization, humans } = entry.value;
      const done = { orgId: organization.id, humanUserIds: [] as string[] };
      report.success.orgs.push(done);
      for (let from = 0; from < humans.length; from += BATCH) {
        if (this.clock.nowMs() >= deadline) return cutOff(report, organization, humans.length - from, 'The timeout is used up');
        // Everybody else gets a turn between two batches, however many people there are.
        await new Promise((resolve) => setImmediate(resolve));
        const candidates = this.candidates(humans.slice(from, from + BATCH), report);
        const batch = await attempt(() => this.batch(organization, candidates, report, editor), isOverload);
        if (!batch.ok) return cutOff(report, organization, humans.length - from, batch.fault);
        done.humanUserIds.push(...batch.value);
      }
    }
    return report;
  }

  /** Finds or makes the organization; that it existed is a remark, not a failure. */
  private async organization(
    part: unknown,
    report: ImportReport,
    editor: string,
  ): Promise<{ organization: Organization; humans: unknown[] }> {
    const { orgId, humanUsers = [] } = parsePart(ImportOrg, part);
    const existing = await this.organizations.find(orgId);
    if (!existing) return { organization: await this.organizations.create({ id: orgId, name: orgId }, editor), humans: humanUsers };
    report.errors.push({ type: 'org', id: orgId, message: 'The organization exists already; its people are added all the same.' });
    return { organization: existing, humans: humanUsers };
  }

  /** The people of one batch that pass their own checks. */
  private candidates(humans: readonly unknown[], report: ImportReport): Candidate[] {
    return humans.flatMap((human) => {
      const reportedId = idIn(human, 'userId');
      try {
        return [{ reportedId, person: this.toPerson(parsePart(ImportHuman, human)) }];
      } catch (error) {
        report.errors.push({ type: 'human_user', id: reportedId, message: faultOf(error) });
        return [];
      }
    });
  }

  private toPerson({ userId, user: { userName, profile, email, hashedPassword } }: ImportHuman): NewPerson {
    const hash = hashedPassword?.value;
    const fault = hash === undefined ? undefined : hashFault(hash);
    if (fault) throw new DomainError('invalid', 'import.hash', `hashedPassword.value cannot be used: ${fault}.`);
    const { firstName, lastName, nickName, displayName, preferredLanguage = 'en' } = profile;
    return {
      ...(userId === undefined ? {} : { id: userId }),
      ...(hash === undefined ? {} : { passwordHash: hash }),
      values: {
        ...emptyPerson(),
        userName,
        givenName: firstName,
        familyName: lastName,
        preferredLanguage,
        ...(nickName === undefined ? {} : { nickName }),
        ...(displayName === undefined ? {} : { displayName }),
        emails: [{ value: email.email, primary: true, ...(email.isEmailVerified ? { verified: true } : {}) }],
      },
    };
  }

  /** One unit of work; when somebody in it cannot be added, each gets a unit of his own, so that the others are. @returns ids added */
  private async batch(organization: Organization, batch: readonly Candidate[], report: ImportReport, editor: string): Promise<string[]> {
    const together = await attempt(() => this.add(organization, batch, editor));
    if (together.ok) return together.value;
    const added: string[] = [];
    for (const candidate of batch) {
      const alone = await attempt(() => this.add(organization, [candidate], editor));
      if (!alone.ok) report.errors.push({ type: 'human_user', id: candidate.reportedId, message: alone.fault });
      else added.push(...alone.value);
    }
    return added;
  }

  private add(organization: Organization, batch: readonly Candidate[], editor: string): Promise<string[]> {
    return this.database.write('import people', async (tx) => {
      const ids: string[] = [];
      for (const { person } of batch) ids.push((await this.people.createIn(tx, organization, person, editor)).id);
      return ids;
    });
  }
}

type Outcome<T> = { ok: true; value: T } | { ok: false; fault: string };

/** Refusals of the domain become entries; everything else is a failure of the whole import. */
async function attempt<T>(work: () => Promise<T>, expected = isRefusal): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, fault: faultOf(error, expected) };
  }
}

function isOverload(error: DomainError): boolean {
  return error.kind === 'busy' || error.kind === 'unavailable';
}

function isRefusal(error: DomainError): boolean {
  return !isOverload(error);
}

function faultOf(error: unknown, expected = isRefusal): string {
  if (error instanceof DomainError && expected(error)) return error.message;
  throw error;
}

function idIn(part: unknown, member: string): string {
  const id = (part as Record<string, unknown> | null | undefined)?.[member];
  return typeof id === 'string' ? id.slice(0, 200) : '';
}

/** What was done stays; the report says what was not. */
function cutOff(report: ImportReport, { id }: Organization, left: number, why: string): ImportReport {
  const message = `${why.replace(/\.$/, '')}: ${left} people of this organization and everything after it were not imported. Send them again.`;
  report.errors.push({ type: 'timeout', id, message });
  return report;
}
