import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { defaultExclude, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Need a program of the system, such as a browser; `npm run test:system` runs them. All others need Node alone. */
export const SYSTEM_SPECS = 'test/**/*.system.spec.ts';

/** Rest on real waits, kills, frozen processes, load or a full disk, whose timing no change of the code decides: only the long check runs them. */
export const LONG_SPECS = process.env['LONG'] === undefined ? ['test/**/*.long.spec.ts', 'test/**/*.long.system.spec.ts'] : [];

/** What no database has a part in, or no difference between them, runs once, with SQLite; the long check runs everything on both engines. */
const ON_ONE_ENGINE = [
  'src/!(common|users)/**',
  'src/common/!(database)/**',
  'test/architecture/**',
  'test/docs/**',
  'test/settings/**',
  'test/cli/!(host).spec.ts',
  'test/clients/**',
  'test/access/{methods,roles,routes}.spec.ts',
  'test/admin/{branding,cors,explorer,form,mail,problems}.spec.ts',
  'test/oidc/{answered-by,authorize-matrix,claims-parameter,client-authentication,conformance,discovery,errors,home}.spec.ts',
  'test/oidc/{login-page,page-language,page-weight,pages,replaced-members,request-objects,reserved-scopes}.spec.ts',
  'test/import/author.spec.ts',
  'test/process/{audit-stream,master-key,request-log,start,traces-off}.spec.ts',
  'test/scim/{errors,permissions}.spec.ts',
  'test/security/{access-tokens,browsers,exhaustion,headers,pkce,readme,second-id,token-kinds,unreadable}.spec.ts',
  'test/users/{first-check,hashes}.spec.ts',
  'test/work/mail.spec.ts',
];
const onlyDatabase = process.env['TEST_DATABASE_URL'] !== undefined && process.env['LONG'] === undefined;

/** Short files that take long: they wait, or start processes and browsers. A run without the times of an earlier one would begin them last. */
const LONGEST = [
  /^test\/browser\/accessibility/,
  /^test\/process\//,
  /^test\/(browser|database\/server-|docs\/(administer|command-line|getting-started))/,
  /^test\/(cli\/(host|resources|backup)|work\/mail|admin\/mail|scim\/permissions|import\/author)\.spec/,
];

/** Sets the time of its whole process. A service that others share would take it for its own, so these are over before there is one. */
const SETS_TIME = /useFakeTimers\(|spyOn\((Date|performance), 'now'/;

class SpecOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranks = new Map(files.map(({ moduleId }) => [moduleId, rankOf(moduleId)]));
    const rank = ({ moduleId }: TestSpecification) => ranks.get(moduleId) ?? 0;
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/** The lowest come first. */
function rankOf(file: string): number {
  if (SETS_TIME.test(readFileSync(file, 'utf8'))) return -1;
  const at = LONGEST.findIndex((pattern) => pattern.test(relative(import.meta.dirname, file)));
  return at < 0 ? LONGEST.length : at;
}

export default defineConfig({
  test: {
    sequence: { sequencer: SpecOrder },
    include: ['src/**/*.spec.ts', 'test/**/*.spec.ts'],
    exclude: [...defaultExclude, SYSTEM_SPECS, ...LONG_SPECS, ...(onlyDatabase ? ON_ONE_ENGINE : [])],
    globalSetup: ['test/support/run.ts'],
    setupFiles: ['test/support/setup.ts'],
    // Files of one worker share the loaded modules, which cost more to load than most files to run, and, where they only need one that runs,
    // a service (test/support/shared-service.ts). Whoever changes one of the modules (a spy, a fake timer) puts it back.
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    // Against what hangs; no test is measured by them. Some start several services, on machines that are shared with others.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
