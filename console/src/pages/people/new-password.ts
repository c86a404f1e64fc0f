/** Without letters and digits that look alike. */
const KINDS = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789'] as const;
const GROUPS = 4;

/** A temporary password that every password policy takes: four groups such as `Kf7r`, with hyphens; 74 bits. */
export function newPassword(): string {
  const [upper, lower, digit] = KINDS;
  const order = [upper, lower, digit, upper + lower + digit];
  return Array.from({ length: GROUPS }, () => order.map(oneOf).join('')).join('-');
}

/** Each letter is as likely as another: values beyond the last whole round are drawn again. */
function oneOf(letters: string): string {
  const [value = 0] = crypto.getRandomValues(new Uint8Array(1));
  return value < 256 - (256 % letters.length) ? (letters[value % letters.length] ?? '') : oneOf(letters);
}
