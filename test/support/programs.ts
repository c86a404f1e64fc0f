// Programs of the system that a spec needs. Only specs named `*.system.spec.ts` may: everything else runs where there is Node alone.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The Debian package that brings a program. */
const PACKAGES = { curl: 'curl', script: 'bsdutils', sh: 'dash' } as const;

/** Call in `beforeAll`. @throws Error that says what to install */
export function requirePrograms(...programs: ReadonlyArray<keyof typeof PACKAGES>): void {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const missing = programs.filter((program) => !folders.some((folder) => existsSync(join(folder, program))));
  if (missing.length > 0)
    throw new Error(`${missing.join(' and ')} cannot be found: apt-get install ${missing.map((program) => PACKAGES[program]).join(' ')}`);
}
