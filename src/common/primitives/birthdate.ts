// Birth dates as OpenID Connect writes them.

const FORM = /^(\d{4})(?:-(\d{2})-(\d{2}))?$/;
const NO_YEAR = 0;

/**
 * Whether a text is a birth date: `1990-02-28`, `0000-02-29` without the year, or `1990` (OpenID Connect Core section 5.1, ISO 8601-1). The day
 * must exist in the calendar.
 */
export function isBirthdate(text: string): boolean {
  const [whole, year, month, day] = FORM.exec(text) ?? [];
  if (whole === undefined) return false;
  if (month === undefined) return Number(year) !== NO_YEAR;
  // The year 0 is a leap year of the Gregorian calendar, so that February 29 exists without a year.
  const date = new Date(`${whole}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}
