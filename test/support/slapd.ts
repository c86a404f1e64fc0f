// A real directory: Debian's slapd as the current user, in a folder of its own, with certificates of its own authority.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Attribute, Change, Client } from 'ldapts';
import { requirePrograms } from './programs.js';
import { freePort } from './service.js';

const SLAPD = '/usr/sbin/slapd';
export const BASE_DN = 'dc=example,dc=com';
export const PEOPLE_DN = `ou=people,${BASE_DN}`;
/** The account that searches. */
export const BIND_DN = `cn=gatehouse,${BASE_DN}`;
export const BIND_PASSWORD = 'The-account-that-searches-7';
const ROOT_DN = `cn=admin,${BASE_DN}`;
/** That of the administrator, `cn=admin`. */
export const ROOT_PASSWORD = 'The-owner-of-the-directory-7';
const START_MS = 20_000;

/** An entry to start with: several values of an attribute are a list; bytes stay as they are. */
export type EntryValues = Readonly<Record<string, string | Buffer | ReadonlyArray<string | Buffer>>>;

export interface Slapd {
  /** In clear and with StartTLS. The host is 127.0.0.1. */
  port: number;
  /** With TLS. */
  tlsPort: number;
  /** That of the authority, PEM. The certificate of the server is for `localhost`. */
  certificate: string;
  /** That of an authority which has not signed it. */
  strangers: string;
  /** The certificate and the key of the server, for a server that a test plays. */
  serverFiles: { cert: string; key: string };
  /** Adds a group, whose members then have it in `memberOf`. */
  addGroup(name: string, members: readonly string[]): Promise<void>;
  /** Adds a member to a group. */
  addMember(name: string, member: string): Promise<void>;
  /** Takes a member out of a group, which keeps at least one. */
  removeMember(name: string, member: string): Promise<void>;
  stop(): Promise<void>;
}

/** @param people entries below `ou=people` by their RDN, such as `uid=ada` @param hasAccount whether there is the account that searches */
export async function startSlapd(people: ReadonlyMap<string, EntryValues>, hasAccount = true): Promise<Slapd> {
  requirePrograms('openssl');
  if (!existsSync(SLAPD)) throw new Error(`${SLAPD} cannot be found: apt-get install slapd`);
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-slapd-'));
  mkdirSync(join(folder, 'data'));
  makeCertificates(folder);
  const file = (name: string) => join(folder, name);
  writeFileSync(file('slapd.conf'), configuration(folder));
  const entries = [...ownEntries(), ...(hasAccount ? [ACCOUNT] : []), ...people];
  writeFileSync(file('entries.ldif'), entries.map(([rdn, values]) => ldif(rdn, values)).join('\n'));
  execFileSync('/usr/sbin/slapadd', ['-f', file('slapd.conf'), '-l', file('entries.ldif')], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [port, tlsPort] = [await freePort(), await freePort()];
  const addresses = `ldap://127.0.0.1:${port}/ ldaps://127.0.0.1:${tlsPort}/`;
  const child = spawn(SLAPD, ['-f', file('slapd.conf'), '-h', addresses, '-d', '0'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  await accepting(tlsPort, () => child.exitCode === null);
  const groupDn = (name: string) => `cn=${name},ou=groups,${BASE_DN}`;
  const asAdministrator = async (act: (client: Client) => Promise<void>) => {
    const client = new Client({ url: `ldap://127.0.0.1:${port}` });
    await client.bind(ROOT_DN, ROOT_PASSWORD);
    await act(client);
    await client.unbind();
  };
  const changeMember = (operation: 'add' | 'delete', name: string, member: string) =>
    asAdministrator((client) =>
      client.modify(groupDn(name), new Change({ operation, modification: new Attribute({ type: 'member', values: [member] }) })),
    );
  return {
    port,
    tlsPort,
    certificate: readFileSync(file('authority.pem'), 'utf8'),
    strangers: readFileSync(file('stranger.pem'), 'utf8'),
    serverFiles: { cert: readFileSync(file('server.pem'), 'utf8'), key: readFileSync(file('server.key'), 'utf8') },
    addGroup: (name, members) =>
      asAdministrator((client) => client.add(groupDn(name), { objectClass: 'groupOfNames', cn: name, member: [...members] })),
    addMember: (name, member) => changeMember('add', name, member),
    removeMember: (name, member) => changeMember('delete', name, member),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Only the account that searches may read; a person may only prove a password. */
function configuration(folder: string): string {
  return `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
attributetype ( 1.3.6.1.4.1.32473.1.1 NAME 'objectGUID' SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
attributetype ( 1.3.6.1.4.1.32473.1.2 NAME 'sAMAccountName' EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.3.6.1.4.1.32473.1.3 NAME 'userPrincipalName' EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.3.6.1.4.1.32473.1.4 NAME 'userAccountControl' SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
objectclass ( 1.3.6.1.4.1.32473.2.1 NAME 'adPerson' AUXILIARY MAY ( objectGUID $ sAMAccountName $ userPrincipalName $ userAccountControl ) )
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload memberof
moduleload ppolicy
pidfile ${folder}/slapd.pid
TLSCACertificateFile ${folder}/authority.pem
TLSCertificateFile ${folder}/server.pem
TLSCertificateKeyFile ${folder}/server.key
database mdb
suffix "${BASE_DN}"
rootdn "${ROOT_DN}"
rootpw ${ROOT_PASSWORD}
directory ${folder}/data
maxsize 16777216
overlay memberof
overlay ppolicy
ppolicy_default "cn=policy,${BASE_DN}"
ppolicy_use_lockout
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${BIND_DN}" read by * none
`;
}

const ACCOUNT: [string, EntryValues] = [
  BIND_DN,
  { objectClass: ['applicationProcess', 'simpleSecurityObject'], cn: 'gatehouse', userPassword: BIND_PASSWORD },
];

function ownEntries(): Array<[string, EntryValues]> {
  const unit = (ou: string): [string, EntryValues] => [`ou=${ou},${BASE_DN}`, { objectClass: 'organizationalUnit', ou }];
  return [
    [BASE_DN, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' }],
    unit('people'),
    unit('groups'),
    [
      `cn=policy,${BASE_DN}`,
      {
        objectClass: ['applicationProcess', 'pwdPolicy'],
        cn: 'policy',
        pwdAttribute: 'userPassword',
        pwdLockout: 'TRUE',
        pwdMustChange: 'TRUE',
      },
    ],
  ];
}

/** Every value in Base64, so that none needs an escape (RFC 2849). */
function ldif(name: string, values: EntryValues): string {
  const dn = name.endsWith(BASE_DN) ? name : `${name},${PEOPLE_DN}`;
  const line = (attribute: string, value: string | Buffer) => `${attribute}:: ${Buffer.from(value as string).toString('base64')}\n`;
  const lines = Object.entries(values).flatMap(([attribute, value]) =>
    [value].flat().map((one) => line(attribute, one as string | Buffer)),
  );
  return line('dn', dn) + lines.join('');
}

function makeCertificates(folder: string): void {
  const openssl = (line: string) => execFileSync('openssl', line.split(' '), { cwd: folder, stdio: 'pipe' });
  const key = '-newkey rsa:2048 -nodes';
  for (const name of ['authority', 'stranger']) openssl(`req -x509 ${key} -days 2 -subj /CN=${name} -keyout ${name}.key -out ${name}.pem`);
  // OpenLDAP's own clients take `localhost` for the name of this machine.
  const names = `subjectAltName=DNS:localhost,DNS:${hostname()}`;
  openssl(`req ${key} -subj /CN=directory -addext ${names} -keyout server.key -out server.csr`);
  openssl('x509 -req -in server.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days 2 -copy_extensions copy -out server.pem');
}

async function accepting(port: number, isRunning: () => boolean): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (isRunning() && Date.now() < deadline) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('slapd did not start');
}
