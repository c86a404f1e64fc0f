import type { Person } from './person.ts';

const COLUMNS = [
  ...(['userId', 'userName', 'loginName', 'givenName', 'familyName', 'displayName', 'nickName', 'title', 'department'] as const),
  ...(['employeeNumber', 'preferredLanguage', 'timezone', 'website', 'birthdate', 'gender', 'state', 'createdAt'] as const),
] as const;
/** Spreadsheets would take a value that begins so for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A table of people (RFC 4180), with a byte order mark, by which spreadsheets know its encoding. */
export function peopleAsCsv(people: readonly Person[]): string {
  const lines = people.map((person) => [...COLUMNS.map((name) => person[name] ?? ''), person.emails[0]?.value ?? '']);
  return `\ufeff${[[...COLUMNS, 'email'], ...lines].map((line) => line.map(field).join(',')).join('\r\n')}\r\n`;
}

function field(value: string): string {
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
