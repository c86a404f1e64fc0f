/** A whole name and its parts. */
export interface NameParts {
  firstName?: string | undefined;
  lastName?: string | undefined;
  displayName?: string | undefined;
}

/** The parts of a whole name, where nothing else is known: the last word is the family name. */
export function namesOf(whole: string | undefined): NameParts {
  const words = whole?.trim().split(/\s+/) ?? [];
  if (words.length < 2) return { firstName: words[0], displayName: whole };
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1), displayName: whole };
}
