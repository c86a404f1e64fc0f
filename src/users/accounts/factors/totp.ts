// Codes of authenticator apps (RFC 6238): SHA-1, six digits, 30 s, which every app supports.
import { createGuardrails, generateSecret, generateURI, verifySync, ScureBase32Plugin } from 'otplib';

export const STEP_SECONDS = 30;
/** Other services have issued secrets of 80 bits; this one's have 160 (RFC 4226 section 4, R6). */
const GUARDRAILS = createGuardrails({ MIN_SECRET_BYTES: 10 });
const MAX_SECRET_BYTES = 64;
const MAX_NAME = 40;
const BASE32 = new ScureBase32Plugin();

/** A new secret, in base 32 (RFC 4648 section 6). */
export function newTotpSecret(): string {
  return generateSecret();
}

/** The base 32 of a secret's bytes. */
export function totpSecretOf(bytes: Uint8Array): string {
  return BASE32.encode(bytes);
}

/**
 * The content of a secret's QR code. Apps show the names, which are shortened: with longer names the image is too fine for cameras, or cannot be
 * created.
 */
export function totpUri(secret: string, { organization, host, account }: { organization: string; host: string; account: string }): string {
  return generateURI({ secret, issuer: `${cut(organization)} (${host})`, label: cut(account) });
}

function cut(name: string): string {
  const characters = [...name];
  return characters.length > MAX_NAME ? `${characters.slice(0, MAX_NAME).join('')}…` : name;
}

/** Converts a secret to the stored form: base 32 in upper case without spaces and padding. undefined for an invalid secret. */
export function readTotpSecret(text: string): string | undefined {
  const [, plain = ''] = /^([A-Z2-7]+)=*$/.exec(text.replaceAll(/[\s-]/g, '').toUpperCase()) ?? [];
  if (plain.length < 16 || plain.length > 103) return undefined;
  try {
    const bytes = BASE32.decode(plain).length;
    return bytes >= GUARDRAILS.MIN_SECRET_BYTES && bytes <= MAX_SECRET_BYTES ? plain : undefined;
  } catch {
    return undefined;
  }
}

/** The time step of a code, if it is the current, previous or next one (section 5.2). @param nowSeconds since 1970 UTC */
export function stepOfCode(secret: string, code: string, nowSeconds: number): number | undefined {
  const token = code.normalize('NFKC').replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const result = verifySync({ secret, token, epoch: nowSeconds, epochTolerance: STEP_SECONDS, guardrails: GUARDRAILS });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
