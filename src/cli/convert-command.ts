// `gatehouse users convert`: turns exports of other systems into the lines of an import.
import { once } from 'node:events';
import { CommandError, UsageError } from './terminal/command-error.js';
import { EXIT, type ExitCode } from './terminal/exit-code.js';
import { counted } from './terminal/progress.js';
import { fromAuth0 } from './converters/auth0.js';
import { fromCsv } from './converters/csv.js';
import { fromDjango } from './converters/django.js';
import type { ConvertArguments as Source, Converter, Line } from './converters/import-line.js';
import { readProviderMapping } from './converters/identities.js';
import { fromKeycloak } from './converters/keycloak.js';
import { fromLdif } from './converters/ldif.js';
import { Report } from './converters/remarks.js';
import { ROW_SYSTEMS } from './converters/row-systems.js';
import { SYSTEMS, type System } from './converters/systems.js';
import { fromZitadel } from './converters/zitadel.js';
import { assertReadable } from './terminal/readable-file.js';

const CONVERTERS: Readonly<Record<System, Converter>> = {
  keycloak: fromKeycloak,
  auth0: fromAuth0,
  csv: fromCsv,
  ldif: fromLdif,
  django: fromDjango,
  ...ROW_SYSTEMS,
  zitadel: fromZitadel,
};
/** Their exports name the organizations of people. */
const WITH_ORGANIZATIONS = new Set<System>(['zitadel']);

const isSystem = (word: string): word is System => SYSTEMS.some((one) => one === word);

export interface ConvertArguments {
  org?: string;
  passwords?: string;
  hashConfig?: string;
  column?: string[];
  identityProvider?: string[];
  report?: string;
  strict?: boolean;
}

/** @returns the exit code. @throws CommandError, UsageError */
export async function convert(system: string | undefined, paths: readonly string[], args: ConvertArguments): Promise<ExitCode> {
  const systems = SYSTEMS.join(', ');
  if (system === undefined) throw new UsageError(`The system to convert from is missing; it is one of ${systems}.`);
  if (!isSystem(system)) throw new UsageError(`"${system}" cannot be converted; convert from one of ${systems}.`);
  const converter = CONVERTERS[system];
  const { org = '' } = args;
  if (WITH_ORGANIZATIONS.has(system)) {
    if (org !== '') throw new UsageError(`An export of ${system} has its organizations, which keep their ids: leave --org out.`);
  } else if (org === '') throw new UsageError('--org is missing: the id of the organization to add the people to.');
  if (paths.length === 0) throw new UsageError('FILE is missing: the export to convert.');
  for (const path of [...paths, args.passwords, args.hashConfig]) if (path !== undefined) await assertReadable(path);
  const source: Source = {
    org,
    passwords: args.passwords,
    hashConfig: args.hashConfig,
    columns: args.column ?? [],
    identityProviders: readProviderMapping(args.identityProvider ?? []),
  };
  const report = new Report(args.report);
  const counts = new Counts();
  const convertTo = async (write: (line: Line) => Promise<unknown> | void) => {
    for await (const line of converter(paths, source, report.remark)) {
      counts.add(line);
      await write(line);
    }
  };
  if (args.strict) {
    // Nothing is written before everything is known to be taken.
    await convertTo(() => undefined);
    await report.end();
    if (!report.isComplete) throw new CommandError(`Nothing was written, because --strict refuses losses; ${report.summary()}.`);
    for await (const line of converter(paths, source, () => undefined)) await writeLine(line);
  } else {
    await convertTo(writeLine);
    await report.end();
  }
  console.error(`${counts.summary()}; ${report.summary()}`);
  return EXIT.done;
}

async function writeLine(line: Line): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(line)}\n`)) await once(process.stdout, 'drain');
}

/** What a conversion wrote. */
class Counts {
  private people = 0;
  private groups = 0;
  private members = 0;
  private readonly lists = new Map<keyof typeof LISTS, number>();

  add(line: Line): void {
    if ('list' in line) this.lists.set(line.list, (this.lists.get(line.list) ?? 0) + 1);
    else if ('user' in line) this.people++;
    else {
      this.groups += 'group' in line ? 1 : 0;
      this.members += line.members.length;
    }
  }

  /** `3 people, 1 group with 2 members, 1 application` */
  summary(): string {
    const lists = [...this.lists].map(([list, count]) => counted(count, LISTS[list][0], LISTS[list][1]));
    const groups = this.groups > 0 ? [`${counted(this.groups, 'group')} with ${counted(this.members, 'member')}`] : [];
    return [counted(this.people, 'person', 'people'), ...groups, ...lists].join(', ');
  }
}

const LISTS = {
  userMetadata: ['entry of metadata', 'entries of metadata'],
  projects: ['project', 'projects'],
  oidcApps: ['application', 'applications'],
  apiApps: ['API', 'APIs'],
  machineUsers: ['service user', 'service users'],
  identityProviders: ['identity provider', 'identity providers'],
  org: ['organization', 'organizations'],
  domains: ['domain', 'domains'],
  orgMembers: ['member of an organization', 'members of organizations'],
  machineKeys: ['key of a service user', 'keys of service users'],
  appKeys: ['key of an application', 'keys of applications'],
} as const;
