/** What to call a person: the display name, else both names, else the userName. */
export function nameOf(person: { displayName?: string; givenName?: string; familyName?: string; userName: string }): string {
  const whole = [person.givenName, person.familyName].filter(Boolean).join(' ');
  return person.displayName ?? (whole || person.userName);
}
