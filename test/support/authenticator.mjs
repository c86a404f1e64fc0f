// An authenticator made of node:crypto, with what a browser does around it: WebAuthn level 3 sections 5.1 and 6. Plain JavaScript, because the
// bench uses it as well. Its mistakes can be chosen, so that attacks can be played.
import { createHash, createPrivateKey, createPublicKey, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

const [PRESENT, VERIFIED, ELIGIBLE, BACKED_UP, ATTESTED] = [0x01, 0x04, 0x08, 0x10, 0x40];
const CHROMIUM = 'b53976664885aa6bcebfe52262a439a2';

/**
 * What differs from an honest answer. `userHandle: null` leaves it out.
 * @typedef {{ origin?: string, rpId?: string, challenge?: string, crossOrigin?: boolean, topOrigin?: string, verified?: boolean, present?: boolean, counter?: number, userHandle?: string | null, credentialId?: string, eligible?: boolean, signature?: Buffer }} Lies
 * @typedef {{ challenge: string, rp?: { id: string }, rpId?: string, user?: { id: string } }} Options
 */

export class Authenticator {
  /** @param {string} origin of the page that calls it @param {{ synced?: boolean, counts?: boolean, aaguid?: string }} [facts] */
  constructor(origin, { synced = true, counts = false, aaguid = CHROMIUM } = {}) {
    this.origin = origin;
    this.synced = synced;
    this.counts = counts;
    this.aaguid = Buffer.from(aaguid, 'hex');
    this.counter = 0;
    this.credentialId = randomBytes(32).toString('base64url');
    this.userHandle = '';
    this.keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  /** The same authenticator in another process. @param {{ origin: string, credentialId: string, userHandle: string, privateKey: import('node:crypto').JsonWebKey }} kept */
  static restore({ origin, credentialId, userHandle, privateKey: jwk }) {
    const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
    const keys = { privateKey, publicKey: createPublicKey(privateKey) };
    return Object.assign(new Authenticator(origin), { credentialId, userHandle, keys });
  }

  /** The answer to `navigator.credentials.create()`, as JSON text. @param {Options} options @param {Lies} [lies] @returns {string} */
  create(options, lies = {}) {
    this.userHandle = options.user?.id ?? '';
    const id = Buffer.from(this.credentialId, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([this.aaguid, length, id, this.coseKey()]);
    const authData = this.authenticatorData(options.rp?.id ?? '', lies, attested);
    const attestationObject = Buffer.concat([
      Buffer.from('a3', 'hex'),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from('a0', 'hex'),
      cborText('authData'),
      cborBytes(authData),
    ]);
    return this.answer('webauthn.create', options, lies, {
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The answer to `navigator.credentials.get()`, as JSON text. @param {Options} options @param {Lies} [lies] @returns {string} */
  get(options, lies = {}) {
    if (this.counts) this.counter++;
    const authData = this.authenticatorData(options.rpId ?? '', lies);
    const digest = createHash('sha256')
      .update(this.clientData('webauthn.get', options, lies))
      .digest();
    const signature =
      lies.signature ??
      createSign('sha256')
        .update(Buffer.concat([authData, digest]))
        .sign(this.keys.privateKey);
    const userHandle = lies.userHandle === undefined ? this.userHandle : lies.userHandle;
    return this.answer('webauthn.get', options, lies, {
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      ...(userHandle !== null && { userHandle }),
    });
  }

  /** @param {string} type @param {Options} options @param {Lies} lies @param {object} response */
  answer(type, options, lies, response) {
    const id = lies.credentialId ?? this.credentialId;
    const clientDataJSON = this.clientData(type, options, lies).toString('base64url');
    return JSON.stringify({ id, rawId: id, type: 'public-key', response: { clientDataJSON, ...response }, clientExtensionResults: {} });
  }

  /** @param {string} type @param {Options} options @param {Lies} lies */
  clientData(type, { challenge }, lies) {
    const { origin = this.origin, crossOrigin = false, topOrigin } = lies;
    return Buffer.from(JSON.stringify({ type, challenge: lies.challenge ?? challenge, origin, crossOrigin, topOrigin }));
  }

  /** Section 6.1. @param {string} rpId @param {Lies} lies @param {Buffer} [attested] */
  authenticatorData(rpId, lies, attested) {
    const { verified = true, present = true, eligible = this.synced, counter = this.counter } = lies;
    const flags = (present ? PRESENT : 0) | (verified ? VERIFIED : 0) | (eligible ? ELIGIBLE | BACKED_UP : 0) | (attested ? ATTESTED : 0);
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags);
    rest.writeUInt32BE(counter, 1);
    const rpIdHash = createHash('sha256')
      .update(lies.rpId ?? rpId)
      .digest();
    return Buffer.concat([rpIdHash, rest, ...(attested ? [attested] : [])]);
  }

  /** An ES256 key (RFC 9053 section 7.1.1). */
  coseKey() {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const [point, other] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
    return Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), point, Buffer.from('225820', 'hex'), other]);
  }
}

/** @param {string} text shorter than 24 bytes */
function cborText(text) {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

/** @param {Buffer} bytes */
function cborBytes(bytes) {
  const head = Buffer.from([0x59, 0, 0]);
  head.writeUInt16BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}
