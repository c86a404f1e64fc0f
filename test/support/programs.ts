// Programs of the system that a spec needs. Only specs named `*.system.spec.ts` may: everything else runs where there is Node alone.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The Debian package that brings a program. */
const PACKAGES = {
  bash: 'bash',
  curl: 'curl',
  go: 'golang-go',
  java: 'default-jre-headless',
  ldapadd: 'ldap-utils',
  ldapsearch: 'ldap-utils',
  mariadbd: 'mariadb-server',
  'mariadb-backup': 'mariadb-backup',
  mvn: 'maven',
  nginx: 'nginx-light',
  openssl: 'openssl',
  script: 'bsdutils',
  sh: 'dash',
  strace: 'strace',
  'systemd-analyze': 'systemd',
  unshare: 'util-linux',
  unzip: 'unzip',
  xmlsec1: 'xmlsec1',
} as const;

/** Call in `beforeAll`. @throws Error that says what to install */
export function requirePrograms(...programs: ReadonlyArray<keyof typeof PACKAGES>): void {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const missing = programs.filter((program) => !folders.some((folder) => existsSync(join(folder, program))));
  if (missing.length > 0)
    throw new Error(`${missing.join(' and ')} cannot be found: apt-get install ${missing.map((program) => PACKAGES[program]).join(' ')}`);
}

/** A Python with these modules: that of PYTHON, the first on the path, or Debian's. @throws Error that says what to install */
export function pythonWith(...modules: string[]): string {
  const places = process.env['PYTHON'] === undefined ? ['python3', '/usr/bin/python3'] : [process.env['PYTHON']];
  const found = places.find((python) => spawnSync(python, ['-c', `import ${modules.join(', ')}`]).status === 0);
  if (found !== undefined) return found;
  const packages = modules.map((module) => `python3-${module}`).join(' ');
  throw new Error(`There is no Python with ${modules.join(', ')}: apt-get install ${packages}, or set PYTHON to the path of one.`);
}
