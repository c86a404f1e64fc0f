// `gatehouse users convert`: turns exports of other systems into the lines of an import.
import { once } from 'node:events';
import { UsageError } from './terminal/command-error.js';
import { EXIT, type ExitCode } from './terminal/exit-code.js';
import { fromAuth0 } from './converters/auth0.js';
import { fromCsv } from './converters/csv.js';
import type { ConvertArguments as Source, GroupLine, ImportLine } from './converters/import-line.js';
import type { Remarks } from './converters/remarks.js';
import { readProviderMapping } from './converters/identities.js';
import { fromKeycloak } from './converters/keycloak.js';
import { assertReadable } from './terminal/readable-file.js';

type Converter = (paths: readonly string[], args: Source, remark: Remarks) => AsyncGenerator<ImportLine | GroupLine>;

const CONVERTERS: Readonly<Record<string, Converter>> = { keycloak: fromKeycloak, auth0: fromAuth0, csv: fromCsv };

export interface ConvertArguments {
  org?: string;
  passwords?: string;
  column?: string[];
  identityProvider?: string[];
}

/** @returns the exit code. @throws CommandError, UsageError */
export async function convert(system: string | undefined, paths: readonly string[], args: ConvertArguments): Promise<ExitCode> {
  const systems = Object.keys(CONVERTERS).join(', ');
  if (system === undefined) throw new UsageError(`The system to convert from is missing; it is one of ${systems}.`);
  const converter = Object.hasOwn(CONVERTERS, system) ? CONVERTERS[system] : undefined;
  if (!converter) throw new UsageError(`"${system}" cannot be converted; convert from one of ${systems}.`);
  if (!args.org) throw new UsageError('--org is missing: the id of the organization to add the people to.');
  if (paths.length === 0) throw new UsageError('FILE is missing: the export to convert.');
  for (const path of [...paths, ...(args.passwords === undefined ? [] : [args.passwords])]) await assertReadable(path);
  let remarks = 0;
  const remark: Remarks = (who, what) => {
    remarks++;
    console.error(`${who}: ${what}`);
  };
  const counts = { people: 0, groups: 0, members: 0 };
  const source: Source = {
    org: args.org,
    passwords: args.passwords,
    columns: args.column ?? [],
    identityProviders: readProviderMapping(args.identityProvider ?? []),
  };
  for await (const line of converter(paths, source, remark)) {
    if ('user' in line) counts.people++;
    else {
      counts.groups += 'group' in line ? 1 : 0;
      counts.members += line.members.length;
    }
    if (!process.stdout.write(`${JSON.stringify(line)}\n`)) await once(process.stdout, 'drain');
  }
  const groups = counts.groups > 0 ? `${counts.groups} groups with ${counts.members} members, ` : '';
  console.error(`${counts.people} people, ${groups}${remarks} remarks`);
  return EXIT.done;
}
