/**
 * The form in which a password is checked, hashed and compared. Keyboards encode `é` as one character or as two (NIST SP 800-63B section 5.1.1.2,
 * Unicode UAX 15). NFC, not NFKC, which would make different passwords equal.
 */
export function normalizePassword(typed: string): string {
  return typed.normalize('NFC');
}
