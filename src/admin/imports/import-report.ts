// The report of an import: who was added, by organization, and the errors.
import { unsupported } from './records/entry-members.js';
import type { Counts, ImportFault } from './records/import-fault.js';
import { addedGroupsOf, ORG_REFUSED, type Added, type Written } from './writing/import-context.js';
import type { ListName } from './records/import-record.js';

/** A fault, or a remark, about one entry. */
export interface ImportEntry {
  type: string;
  id: string;
  message: string;
}

/** `orgId` and, for each list something was added from, the ids. */
type OrganizationReport = { orgId: string; humanUserIds: string[] } & Partial<Record<string, unknown>>;

export interface ImportAnswer {
  success: { orgs: OrganizationReport[] };
  errors: ImportEntry[];
  /** There is something left to do; the job can be resumed. */
  jobId?: string;
}

/** More errors than this are read one by one from the job, or not at all. */
const MOST_ERRORS = 100_000;

const NAMES: Readonly<Record<Exclude<ListName, 'humanUsers'>, string>> = {
  machineUsers: 'machineUserIds',
  projects: 'projectIds',
  oidcApps: 'oidcAppIds',
  apiApps: 'apiAppIds',
  machineKeys: 'machineKeys',
  appKeys: 'appKeys',
  appLogos: 'appLogoAppIds',
  branding: 'branding',
  brandingImages: 'brandingImages',
  userMetadata: 'userMetadata',
  orgMembers: 'orgMembers',
  domains: 'domains',
  identityProviders: 'identityProviderIds',
  identityProviderLogos: 'identityProviderLogos',
  groups: 'groupIds',
  groupMembers: 'groupMembers',
};

export class ImportReport {
  readonly counts: Counts = { added: 0, changed: 0, failed: 0, groups: 0, members: 0 };
  private readonly added: Added[] = [];
  private readonly organizations: Array<{ organization: number; orgId: string }> = [];
  private readonly faults: ImportFault[] = [];
  private more = 0;
  private remaining: { records: number; reason?: string | undefined } | undefined;

  constructor(private readonly unknown: readonly string[]) {}

  addWritten(written: Written): void {
    const { added, faults, changed, failed, members, organization } = written;
    if (organization) this.organizations.push(organization);
    for (const one of added) this.added.push(one);
    for (const fault of faults) {
      // Who waits for the answer is told once, by the entry of the organization.
      if (fault.kind === ORG_REFUSED) continue;
      if (this.faults.length < MOST_ERRORS) this.faults.push(fault);
      else this.more++;
    }
    this.counts.added += added.length;
    this.counts.changed += changed;
    this.counts.failed += failed;
    this.counts.members += members;
    this.counts.groups += addedGroupsOf(written);
  }

  /** So many records are not done. */
  setRemaining(records: number, reason?: string): void {
    this.remaining = { records, reason };
  }

  toAnswer(jobId: string | undefined, stopping: boolean): ImportAnswer {
    const orgs = new Map<number, OrganizationReport>();
    for (const { organization, orgId } of this.organizations.sort((a, b) => a.organization - b.organization))
      orgs.set(organization, { orgId, humanUserIds: [] });
    for (const { organization, list, id } of this.added.sort((a, b) => a.line - b.line)) {
      const report = orgs.get(organization);
      if (!report || list === 'org') continue;
      if (list === 'humanUsers') report.humanUserIds.push(id);
      else ((report[NAMES[list]] ??= []) as string[]).push(id);
    }
    const errors = this.faults.sort((a, b) => a.line - b.line).map(({ type, id, message }) => ({ type, id, message }));
    for (const name of this.unknown) errors.push({ type: 'request', id: name, message: unsupported('request', name).message });
    if (this.more > 0) errors.push({ type: 'request', id: '', message: `${this.more} more entries failed.` });
    if (jobId === undefined) return { success: { orgs: [...orgs.values()] }, errors };
    errors.push({ type: 'timeout', id: jobId, message: this.why(jobId, stopping) });
    return { success: { orgs: [...orgs.values()] }, errors, jobId };
  }

  private why(jobId: string, stopping: boolean): string {
    const { records = 0, reason } = this.remaining ?? {};
    const cause = reason ?? (stopping ? 'The service is being stopped' : 'The timeout has expired');
    return `${cause.replace(/\.$/, '')}: ${records} entries were not imported. Resume them with POST /admin/v1/imports/${jobId}/_resume.`;
  }
}

/** Ids and errors that go into one piece of a long answer. */
const PIECE = 1_000;

/** The JSON of an answer in pieces, so that a long one is never one text. */
export function* answerText({ success, errors, jobId }: ImportAnswer): Generator<string> {
  yield '{"success":{"orgs":[';
  for (const [index, { humanUserIds, ...organization }] of success.orgs.entries()) {
    yield `${index > 0 ? ',' : ''}${JSON.stringify(organization).slice(0, -1)},"humanUserIds":[`;
    yield* pieces(humanUserIds);
    yield ']}';
  }
  yield ']},"errors":[';
  yield* pieces(errors);
  yield `]${jobId === undefined ? '' : `,"jobId":${JSON.stringify(jobId)}`}}`;
}

function* pieces(list: readonly unknown[]): Generator<string> {
  for (let from = 0; from < list.length; from += PIECE)
    yield `${from > 0 ? ',' : ''}${list
      .slice(from, from + PIECE)
      .map((one) => JSON.stringify(one))
      .join(',')}`;
}
