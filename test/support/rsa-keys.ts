// The RSA keys of the services of a run, and those of its tests. Making one takes a fifth of a second of a processor, half a second where it is
// longer, and a service makes two when it starts, so a run makes a few and takes them in turn. The long check makes each anew.
import crypto, { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';

interface Options {
  modulusLength: number;
  publicKeyEncoding?: Parameters<KeyObject['export']>[0];
  privateKeyEncoding?: Parameters<KeyObject['export']>[0];
}
interface Pair<Half> {
  publicKey: Half;
  privateKey: Half;
}
type Make = (type: string, options: Options) => Promise<Pair<KeyObject | string | Buffer>>;

/** So many of a length, before the first comes again: more than any service of a test makes. */
const MOST = 12;

const folder = process.env['LONG'] ? undefined : (process.env['TEST_KEYS'] ?? process.env['TEST_RUN_FOLDER']);
const makeNew = promisify(crypto.generateKeyPair) as unknown as Make;
const turns = new Map<string, number>();
const listeners = new Set<() => void>();

/** Calls `listener` whenever a service asks for an RSA key pair. @returns what ends that */
export function listenToKeyPairs(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const make: Make = async (type, options) => {
  if (type !== 'rsa') return makeNew(type, options);
  for (const listener of listeners) listener();
  if (folder === undefined) return makeNew(type, options);
  const privateKey = createPrivateKey(await nextKey(folder, `rsa-${options.modulusLength}`, options.modulusLength));
  return encoded({ privateKey, publicKey: createPublicKey(privateKey as never) }, options);
};
// The service calls it by `promisify` alone.
Object.assign(crypto, { generateKeyPair: Object.assign(crypto.generateKeyPair.bind(crypto), { [promisify.custom]: make }) });
syncBuiltinESMExports();

/** A key of a test itself: none of a service is the same, nor are those of one test. @returns PKCS #8 in PEM */
export async function testRsaKey(modulusLength: number): Promise<string> {
  if (folder === undefined) return newPem(modulusLength);
  return nextKey(folder, `test-rsa-${modulusLength}`, modulusLength);
}

async function nextKey(inFolder: string, name: string, modulusLength: number): Promise<string> {
  const turn = turns.get(name) ?? 0;
  turns.set(name, (turn + 1) % MOST);
  return kept(join(inFolder, `${name}-${turn}.pem`), () => newPem(modulusLength));
}

async function newPem(modulusLength: number): Promise<string> {
  const { privateKey } = (await makeNew('rsa', { modulusLength })) as Pair<KeyObject>;
  return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
}

/** Another worker may make the key for the same file at this moment: each writes its own, and the later one stays. */
async function kept(file: string, makePem: () => Promise<string>): Promise<string> {
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const pem = await makePem();
  const written = `${file}.${process.pid}`;
  writeFileSync(written, pem);
  renameSync(written, file);
  return pem;
}

function encoded(
  { publicKey, privateKey }: Pair<KeyObject>,
  { publicKeyEncoding, privateKeyEncoding }: Options,
): Pair<KeyObject | string | Buffer> {
  return {
    publicKey: publicKeyEncoding ? (publicKey.export(publicKeyEncoding as never) as string) : publicKey,
    privateKey: privateKeyEncoding ? (privateKey.export(privateKeyEncoding as never) as string) : privateKey,
  };
}
