import { createHash } from 'node:crypto';

/** A public name for a session in the log and in forms. It can't be used to access the session. */
export function sessionName(uid: string): string {
  return createHash('sha256').update(`session ${uid}`).digest('base64url').slice(0, 22);
}
