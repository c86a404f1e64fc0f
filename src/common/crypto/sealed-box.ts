// Authenticated encryption of small values: AES-256-GCM with a separate key per value, so that no nonce can ever repeat.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { uniqueBytes } from '../primitives/ids.js';

/** Bytes of the salt by version, the first byte of a box. The short salt is for identifiers that have little room and hide no secret. */
const SALT_BYTES = { 1: 24, 2: 12 } as const;
const KEY_ID_BYTES = 6;
const TAG_BYTES = 16;
const headerBytes = (version: Version) => 1 + KEY_ID_BYTES + SALT_BYTES[version];
/** Characters from the start of a text that contain the version and the key id. */
const START_CHARACTERS = 12;
/** Safe because the key is derived from a fresh salt and used once. */
const NONCE = Buffer.alloc(12);

type Version = keyof typeof SALT_BYTES;

/** A symmetric key and its id, which begins each box it seals. */
export interface BoxKey {
  /** 6 bytes, base64url: 8 characters. */
  id: string;
  /** 32 bytes. */
  secret: Buffer;
}

/** A new random key. */
export function newBoxKey(): BoxKey {
  return { id: randomBytes(KEY_ID_BYTES).toString('base64url'), secret: randomBytes(32) };
}

/** Seals `content` for one `purpose`. @returns base64url: version, key id, salt, ciphertext, tag. */
export function sealBox(key: BoxKey, purpose: string, content: Buffer, version: Version = 1): string {
  const header = Buffer.concat([Buffer.of(version), Buffer.from(key.id, 'base64url'), uniqueBytes(SALT_BYTES[version])]);
  const cipher = createCipheriv('aes-256-gcm', valueKey(key, header), NONCE);
  cipher.setAAD(associatedData(header, purpose));
  return Buffer.concat([header, cipher.update(content), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** The unverified id of the key that sealed `text`. Undefined if it is too short to contain one. */
export function boxKeyId(text: string): string | undefined {
  const start = Buffer.from(text.slice(0, START_CHARACTERS), 'base64url');
  return start.length < 1 + KEY_ID_BYTES ? undefined : start.subarray(1, 1 + KEY_ID_BYTES).toString('base64url');
}

/** The number of characters that a value of `bytes` bytes has when sealed. */
export function sealedLength(bytes: number): number {
  return Math.ceil(((headerBytes(1) + bytes + TAG_BYTES) * 4) / 3);
}

/** @returns the content, or undefined for anything modified, truncated, or sealed with another key or for another purpose. */
export function openBox(key: BoxKey, purpose: string, text: string): Buffer | undefined {
  const bytes = decode(text);
  if (!bytes) return undefined;
  const start = headerBytes(bytes[0] as Version);
  const header = bytes.subarray(0, start);
  const decipher = createDecipheriv('aes-256-gcm', valueKey(key, header), NONCE, { authTagLength: TAG_BYTES });
  decipher.setAAD(associatedData(header, purpose));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(start, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}

function valueKey(key: BoxKey, header: Buffer): Buffer {
  return createHmac('sha256', key.secret)
    .update(header.subarray(1 + KEY_ID_BYTES))
    .digest();
}

function associatedData(header: Buffer, purpose: string): Buffer {
  return Buffer.concat([header, Buffer.from(purpose)]);
}

/** Refuses a second encoding of the same bytes (RFC 4648 section 3.5), so that each token has exactly one text. */
function decode(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  const [version] = bytes;
  if (version !== 1 && version !== 2) return undefined;
  const wellFormed = bytes.length >= headerBytes(version) + TAG_BYTES && bytes.toString('base64url') === text;
  return wellFormed ? bytes : undefined;
}
